package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress is a line on a terminal that says how far a long run is.
type progress struct {
	w    io.Writer // nil where there is no terminal
	quit chan struct{}
	gone sync.WaitGroup

	mu          sync.Mutex
	done, total int
}

// startProgress begins to show the line after one second.
func (c *command) startProgress() *progress {
	p := &progress{quit: make(chan struct{})}
	if !isTerminal(c.Stderr) || c.getenv("TERM") == "dumb" {
		return p
	}
	p.w = c.Stderr
	p.gone.Add(1)
	go p.show()
	return p
}

func (p *progress) set(done, total int) {
	p.mu.Lock()
	p.done, p.total = done, total
	p.mu.Unlock()
}

func (p *progress) show() {
	defer p.gone.Done()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	shown := false
	for {
		select {
		case <-p.quit:
			if shown {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		case <-timer.C:
			shown = true
			p.mu.Lock()
			if p.total == 0 {
				fmt.Fprint(p.w, "\r\x1b[Kidemlint: loading packages")
			} else {
				fmt.Fprintf(p.w, "\r\x1b[Kidemlint: %d of %d packages", p.done, p.total)
			}
			p.mu.Unlock()
			timer.Reset(200 * time.Millisecond)
		}
	}
}

// stop ends the line and removes it.
func (p *progress) stop() {
	close(p.quit)
	p.gone.Wait()
}
