package slack

type Client struct{}

type MsgOption func()

func MsgOptionText(text string, escape bool) MsgOption { return nil }

func (*Client) PostMessage(channel string, opts ...MsgOption) (string, string, error) {
	return "", "", nil
}
