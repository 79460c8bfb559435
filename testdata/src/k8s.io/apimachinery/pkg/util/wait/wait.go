// Package wait is a stub of k8s.io/apimachinery/pkg/util/wait.
package wait

import (
	"context"
	"time"
)

type ConditionWithContextFunc func(context.Context) (done bool, err error)

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	return nil
}
