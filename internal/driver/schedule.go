package driver

import (
	"context"
	"go/token"
	"go/types"
	"runtime"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// scheduler works through the graph, dependencies first.
type scheduler struct {
	cfg  *Config
	g    *graph
	fset *token.FileSet
	imp  *outside

	sizes    types.Sizes
	all      []*analysis.Analyzer // the analyzers asked for
	exporter []*analysis.Analyzer // those of them and below that export facts

	mu     sync.Mutex
	cond   *sync.Cond
	ready  []*node
	left   int // nodes not yet done
	err    error
	byType map[*types.Package]*node // to find the facts of an object's package

	visit sync.Mutex
}

func newScheduler(cfg *Config, g *graph, fset *token.FileSet, imp *outside) *scheduler {
	s := &scheduler{
		cfg: cfg, g: g, fset: fset, imp: imp,
		sizes:    types.SizesFor("gc", goarch(cfg.Env)),
		all:      cfg.Analyzers,
		exporter: factExporters(cfg.Analyzers),
		left:     len(g.nodes),
		byType:   map[*types.Package]*node{},
	}
	s.cond = sync.NewCond(&s.mu)
	return s
}

// run works until every node is done or ctx ends.
func (s *scheduler) run(ctx context.Context) error {
	for _, n := range s.g.nodes {
		n.waiting, n.observers = len(n.deps), len(n.importers)
		if n.waiting == 0 {
			s.ready = append(s.ready, n)
		}
	}
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		s.err = context.Cause(ctx)
		s.mu.Unlock()
		s.cond.Broadcast()
	})
	defer stop()

	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(s.g.nodes)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := s.next(); n != nil; n = s.next() {
				s.process(n)
				s.finish(n)
			}
		}()
	}
	wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// next waits for a node whose dependencies are done. It returns nil when none
// will come.
func (s *scheduler) next() *node {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.ready) == 0 && s.left > 0 && s.err == nil {
		s.cond.Wait()
	}
	if s.err != nil || len(s.ready) == 0 {
		return nil
	}
	n := s.ready[0]
	s.ready = s.ready[1:]
	return n
}

func (s *scheduler) finish(n *node) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n.done = true
	s.left--
	for _, imp := range n.importers {
		if imp.waiting--; imp.waiting == 0 {
			s.ready = append(s.ready, imp)
		}
	}
	s.release(n)
	if s.cfg.Progress != nil {
		s.cfg.Progress(len(s.g.nodes)-s.left, len(s.g.nodes))
	}
	s.cond.Broadcast()
}

// release drops the types and facts of n once it and every package above it are
// done, and then those of the packages below that waited for this one.
func (s *scheduler) release(n *node) {
	if !n.done || n.observers > 0 {
		return
	}
	delete(s.byType, n.types)
	n.types, n.facts = nil, nil
	for _, dep := range n.deps {
		dep.observers--
		s.release(dep)
	}
}

// publish makes the types of n known to those who look for facts.
func (s *scheduler) publish(n *node) {
	s.mu.Lock()
	s.byType[n.types] = n
	s.mu.Unlock()
}

func (s *scheduler) nodeOf(pkg *types.Package) *node {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byType[pkg]
}
