package render

import (
	"encoding/xml"
	"io"
)

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle writes the XML of Checkstyle 5, which many CI servers read.
func Checkstyle(w io.Writer, r *Report) error {
	out := checkstyleReport{Version: "5.0"}
	for _, group := range byFile(r.Findings) {
		file := checkstyleFile{Name: r.path(group[0].Pos.Filename)}
		for _, f := range group {
			file.Errors = append(file.Errors, checkstyleError{f.Pos.Line, f.Pos.Column, "warning", f.Message, "idemlint." + f.Rule})
		}
		out.Files = append(out.Files, file)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
