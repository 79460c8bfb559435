package api

import (
	"go/types"
	"strings"
)

// IsLog reports whether fn only writes a log line: a table says so, or it looks
// like a logger's method. Every project has a logger interface of its own; what
// they share is that they return nothing, take a text (or an error and a text)
// and any number of values, and are named after a level.
func IsLog(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	if _, ok := Lookup(Log, fn); ok {
		return true
	}
	sig := fn.Signature()
	return sig.Results().Len() == 0 && logName(fn.Name()) && logParams(sig)
}

// logLevels are the names of log functions without their endings.
var logLevels = map[string]bool{
	"log": true, "debug": true, "info": true, "warn": true, "warning": true, "error": true,
	"err": true, "print": true, "trace": true, "notice": true, "critical": true, "verbose": true,
}

// logEndings are what loggers append to a level: a format, key-value pairs, a
// context.
var logEndings = []string{"context", "depth", "ctx", "ln", "f", "w", "s", "x"}

func logName(name string) bool {
	name = strings.ToLower(name)
	if len(name) > len("log") && strings.HasPrefix(name, "log") && logName(name[len("log"):]) {
		return true // LogErrorf
	}
	for range 2 {
		if logLevels[name] {
			return true
		}
		for _, end := range logEndings {
			if rest, ok := strings.CutSuffix(name, end); ok {
				name = rest
				break
			}
		}
	}
	return logLevels[name]
}

// logParams accepts (text ...), (error, text ...), (context, text ...) with a
// variadic end, or a single text.
func logParams(sig *types.Signature) bool {
	n := sig.Params().Len()
	if n == 0 {
		return false
	}
	if sig.Variadic() {
		return true
	}
	return n <= 2 && isString(sig.Params().At(n-1).Type())
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
