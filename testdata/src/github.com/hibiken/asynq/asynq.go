package asynq

type Task struct{}

func (*Task) Payload() []byte { return nil }
