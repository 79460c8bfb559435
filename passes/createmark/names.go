package createmark

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// displayCall names a call for messages: Droplets.Create, awaitBuild, m.Ack.
func displayCall(st *site) string {
	if st.obj == nil {
		if st.fn != nil {
			return "a function literal"
		}
		return "a function value"
	}
	// c.Droplets.Create: the field says more than the service's type.
	if f := receiverField(st.call); f != "" && !isOwnHelper(st) {
		return f + "." + st.obj.Name()
	}
	if st.fn != nil && st.obj.Signature().Recv() == nil && isOwnHelper(st) {
		return st.obj.Name() // a function of this package
	}
	return displayName(st.obj)
}

func isOwnHelper(st *site) bool { return st.fn != nil && len(st.fn.Blocks) > 0 }

func displayName(obj *types.Func) string {
	if t := typeOf(obj); t != "" && t != "interface" {
		return t + "." + obj.Name()
	}
	if obj.Signature().Recv() == nil && obj.Pkg() != nil {
		return obj.Pkg().Name() + "." + obj.Name()
	}
	return obj.Name()
}

// receiverField is the name of the exported field that holds the receiver.
func receiverField(call ssa.CallInstruction) string {
	common := call.Common()
	v := common.Value
	if !common.IsInvoke() {
		if common.Signature().Recv() == nil || len(common.Args) == 0 {
			return ""
		}
		v = common.Args[0]
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return ""
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return ""
	}
	if n := fieldName(fa); n != "" && n[0] >= 'A' && n[0] <= 'Z' {
		return n
	}
	return ""
}
