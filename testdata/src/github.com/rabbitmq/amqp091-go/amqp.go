package amqp091

type Delivery struct {
	MessageId string
	Body      []byte
}

func (Delivery) Ack(multiple bool) error           { return nil }
func (Delivery) Nack(multiple, requeue bool) error { return nil }
