package outcome

import "go/token"

// Op is what an instruction of a lowered function does.
type Op uint8

// The operations. Dst names the register that receives the result; Args are
// operands, registers where >= 0 and constants of the function where < 0.
const (
	OpNop       Op = iota
	OpAlloc        // a new variable; its address
	OpLoad         // *arg0
	OpStore        // *arg0 = arg1
	OpFieldA       // &arg0.field N
	OpField        // arg0.field N
	OpIndexA       // &arg0[arg1]
	OpIndex        // arg0[arg1] of an array or string
	OpLookup       // map arg0[arg1]; N=1 with comma ok
	OpBin          // arg0 N arg1, N a token
	OpUn           // N arg0, N a token
	OpCall         // S(args) static; args
	OpInvoke       // arg0.S(args[1:]) through an interface
	OpDyn          // arg0(args[1:])
	OpBuiltin      // S(args)
	OpFunc         // closure of function S with bindings args
	OpIface        // arg0 as an interface value of dynamic type T
	OpAssert       // arg0.(T); N=1 with comma ok
	OpExtract      // element N of tuple arg0
	OpPhi          // args in the order of Preds
	OpMap          // make(map)
	OpMapSet       // arg0[arg1] = arg2
	OpSlice        // arg0[arg1:arg2]
	OpMakeSlice    // make([]T, arg0)
	OpConvert      // T(arg0)
	OpRange        // iterator over arg0
	OpNext         // next of iterator arg0
	OpRecv         // <-arg0; N=1 with comma ok
	OpSend         // arg0 <- arg1
	OpGo           // arg0 is started with args[1:]
	OpSelect       // args are the channels, N=1 blocking; S has a letter r or s each
	OpIf           // if arg0
	OpJump
	OpReturn // args
	OpPanic
)

// Instr is one instruction.
type Instr struct {
	Op   Op
	N    int32
	Dst  int32
	T    int32 // index in Func.Types, or -1
	S    string
	A    string // of a call: the name of a foreign callee in the tables
	E    uint32 // of a call: its effects
	Args []int32
}

// Const is a constant operand.
type Const struct {
	K byte // i int, s string, b bool, f float, n nil, z zero, F function, G address of a global, u unknown
	I int64
	S string
	F float64
}

// Block is a basic block.
type Block struct {
	Instrs       []Instr
	Succs, Preds []int32
}

// Func is the lowered form of one function: small, free of pointers into the
// type checker, so that it can travel as a fact to the packages that call it.
type Func struct {
	Key    string // full name
	Name   string // short name, for messages
	Params int
	Free   int
	Regs   int
	Recv   bool
	Consts []Const
	Types  []string // keys in the type table
	Blocks []Block

	types []*Type
	loops []*Loop
	pos   [][]token.Pos // per instruction; nil for imported code
}

// Kind is the sort of a type, as far as evaluation needs it.
type Kind uint8

// The kinds.
const (
	KOther Kind = iota
	KInt
	KUint
	KString
	KBool
	KFloat
	KPtr
	KIface
	KStruct
	KSlice
	KMap
	KFunc
	KChan
	KArray
	KTuple
)

// Type describes a type without the type checker.
type Type struct {
	Key     string
	Kind    Kind
	Bits    int
	Elem    string
	Methods []Method // of the method set, sorted by name
	Fields  []Field
	In, Out []string // of a function
	Open    bool     // methods were not listed
}

// Method is one element of a method set.
type Method struct {
	Name, Sig string
	Fn        string // key of the function; empty for interfaces
}

// Field is one field of a struct.
type Field struct {
	Name     string
	T        string
	Embedded bool
}

// Method returns the method called name, or nil.
func (t *Type) Method(name string) *Method {
	for i := range t.Methods {
		if t.Methods[i].Name == name {
			return &t.Methods[i]
		}
	}
	return nil
}

// Loop is a natural loop of a Func.
type Loop struct {
	Func   *Func
	Head   int32
	Blocks map[int32]bool
}

// Loops returns the natural loops of f, one per header, inner loops included.
func (f *Func) Loops() []*Loop {
	if f.loops != nil || len(f.Blocks) == 0 {
		return f.loops
	}
	idom := f.dominators()
	byHead := map[int32]*Loop{}
	f.loops = []*Loop{}
	for b := range f.Blocks {
		for _, s := range f.Blocks[b].Succs {
			if !dominates(idom, s, int32(b)) {
				continue
			}
			l := byHead[s]
			if l == nil {
				l = &Loop{Func: f, Head: s, Blocks: map[int32]bool{s: true}}
				byHead[s] = l
				f.loops = append(f.loops, l)
			}
			l.grow(f, int32(b))
		}
	}
	return f.loops
}

func (l *Loop) grow(f *Func, tail int32) {
	work := []int32{tail}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.Blocks[b] {
			continue
		}
		l.Blocks[b] = true
		work = append(work, f.Blocks[b].Preds...)
	}
}

// dominators returns the immediate dominator of each block (Cooper, Harvey,
// Kennedy); -1 for blocks that cannot be reached.
func (f *Func) dominators() []int32 {
	n := len(f.Blocks)
	order, num := make([]int32, 0, n), make([]int, n)
	seen := make([]bool, n)
	var visit func(b int32)
	visit = func(b int32) {
		seen[b] = true
		for _, s := range f.Blocks[b].Succs {
			if !seen[s] {
				visit(s)
			}
		}
		num[b] = len(order)
		order = append(order, b)
	}
	visit(0)
	idom := make([]int32, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			if b == 0 {
				continue
			}
			best := int32(-1)
			for _, p := range f.Blocks[b].Preds {
				if idom[p] < 0 {
					continue
				}
				if best < 0 {
					best = p
					continue
				}
				x, y := p, best
				for x != y {
					for num[x] < num[y] {
						x = idom[x]
					}
					for num[y] < num[x] {
						y = idom[y]
					}
				}
				best = x
			}
			if best != idom[b] {
				idom[b] = best
				changed = true
			}
		}
	}
	return idom
}

func dominates(idom []int32, a, b int32) bool {
	if idom[b] < 0 {
		return false
	}
	for {
		if a == b {
			return true
		}
		if b == 0 || idom[b] == b {
			return false
		}
		b = idom[b]
	}
}
