// Command oneshot runs once and ends.
package main

import (
	"context"
	"log"
	"os"
)

func main() {
	if err := load(context.Background()); err != nil { // want `the error of load is only logged: main tells nobody`
		log.Println(err)
	}
	if err := load(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func load(ctx context.Context) error {
	return os.WriteFile("state", nil, 0o644)
}
