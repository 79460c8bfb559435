package retryall_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/retryall"
)

func Test(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, retryall.Analyzer,
		"retryall/loop",
		"retryall/blind",
		"retryall/recursion",
		"retryall/helper/again",
		"retryall/helper/shop",
		"retryall/items",
		"retryall/poll",
		"retryall/library",
		"retryall/condition",
		"retryall/requeue",
		"retryall/runner/jobs",
		"retryall/runner/farm",
	)
}
