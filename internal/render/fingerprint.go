package render

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/driver"
)

// Fingerprints returns for each finding a name that stays the same while lines
// shift: of the rule, the package, the function, the text of the line without
// its spacing, and which of several such it is.
func Fingerprints(src *driver.Source, list []driver.Finding) []string {
	count := map[string]int{}
	prints := make([]string, len(list))
	for i, f := range list {
		line := strings.Join(strings.Fields(src.Line(f.Pos.Filename, f.Pos.Line)), " ")
		key := strings.Join([]string{f.Rule, f.Package, f.Symbol, line}, "\x00")
		n := count[key]
		count[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}
