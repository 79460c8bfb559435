package outcome

// scenarios returns the answers to try: those that the operation's outward
// calls are known to give, and those that the program names itself.
func (e *Engine) scenarios(l *Looks) ([]Scenario, func(Scenario) bool) {
	var list []Scenario
	shown := map[SKind]bool{}
	http := func() {
		for _, c := range httpCodes {
			list = append(list, Scenario{Kind: HTTP, Code: c})
		}
	}
	named := false
	for _, t := range l.Types {
		named = named || e.bearsStatus(t)
	}
	for n := range l.Nums {
		named = named || isStatusNumber(n)
	}
	if l.Kinds[kindHTTP] > 0 {
		shown[HTTP] = true
		http()
	} else if named {
		http()
	}
	if l.Kinds[kindGRPC] > 0 || l.GRPC {
		shown[GRPC] = l.Kinds[kindGRPC] > 0
		for _, c := range grpcCodes {
			list = append(list, Scenario{Kind: GRPC, Code: c})
		}
	}
	if l.Kinds[kindSMTP] > 0 {
		shown[SMTP] = true
		list = append(list, Scenario{Kind: SMTP, Code: 550}, Scenario{Kind: SMTP, Code: 535}, Scenario{Kind: SMTP, Code: 421})
	}
	vars := map[string]bool{}
	if l.Kinds[kindRow] > 0 {
		shown[Var], vars["database/sql.ErrNoRows"] = true, true
	}
	if l.Kinds[kindDisk] > 0 {
		shown[Var], vars["io/fs.ErrNotExist"], vars["io/fs.ErrPermission"] = true, true, true
	}
	for v := range l.Vars {
		if groundVars[v] {
			vars[v] = true
		}
	}
	for v := range vars {
		list = append(list, Scenario{Kind: Var, Name: v})
	}
	for w := range l.Words {
		if permanentWords[w] {
			list = append(list, Scenario{Kind: Word, Name: w})
		}
	}
	return list, func(s Scenario) bool { return shown[s.Kind] }
}

func isStatusNumber(s string) bool {
	for i := 0; i+3 <= len(s); i++ {
		if (s[i] == '4' || s[i] == '5') && digit(s[i+1]) && digit(s[i+2]) && (i+3 == len(s) || !digit(s[i+3])) && (i == 0 || !digit(s[i-1])) {
			return true
		}
	}
	return false
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// bearsStatus reports whether an error type carries an HTTP status.
func (e *Engine) bearsStatus(t *Type) bool {
	m := e.machine(Scenario{Kind: HTTP, Code: 404})
	base := t
	if t.Kind == KPtr {
		base = e.typ(t.Elem)
	}
	return m.typedAnswer(t, base, m.newState()) != nil
}
