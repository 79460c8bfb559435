// Package effect exercises the question "what does calling this do?".
package effect

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

func Parse(s string) (int, error) { return strconv.Atoi(s) } // want Parse:`^effect fail$`

func Never(s string) error { return nil }

func Sleep() { time.Sleep(time.Second) } // want Sleep:`^effect wait$`

func Fetch(url string) error { // want Fetch:`^effect network,fail$`
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Through(url string) { _ = Fetch(url) } // want Through:`^effect network$`

func Save(ctx context.Context, db *sql.DB) error { // want Save:`^effect database,fail,write$`
	_, err := db.ExecContext(ctx, "UPDATE t SET x = 1")
	return err
}

func Literal(path string) func() { // want Literal:`^effect disk,write$`
	return func() { os.Remove(path) }
}

func Note(msg string) { log.Println(msg) } // want Note:`^effect log$`

type Remote interface {
	Push(ctx context.Context, name string) error
}

func Presumed(ctx context.Context, r Remote) error { return r.Push(ctx, "x") } // want Presumed:`^effect network,wait,fail,write,presumed$`

type store interface{ keep(name string) error }

type disk struct{}

func (disk) keep(name string) error { return os.WriteFile(name, nil, 0o600) }

func Implemented(s store) error { return s.keep("x") } // want Implemented:`^effect disk,fail,write$`

func Receive(ch chan int) int { return <-ch } // want Receive:`^effect wait$`

func Recursive(n int) error { // want Recursive:`^effect wait,fail$`
	if n == 0 {
		return strconv.ErrRange
	}
	time.Sleep(1)
	return Recursive(n - 1)
}

func Value(f func() error) error { return f() } // want Value:`^effect fail,unknown$`
