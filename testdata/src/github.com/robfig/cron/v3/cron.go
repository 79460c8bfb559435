package cron

type Cron struct{}

type EntryID int

func New() *Cron                                               { return nil }
func (*Cron) AddFunc(spec string, cmd func()) (EntryID, error) { return 0, nil }
func (*Cron) Run()                                             {}
