module github.com/idemlint/idemlint

go 1.24.0

require (
	github.com/DataDog/go-sqllexer v0.1.13
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.38.0
)

require (
	golang.org/x/mod v0.29.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
)
