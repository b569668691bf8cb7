module github.com/tourney-go/tourney/mockserver/console

go 1.26.0

require (
	github.com/a-h/templ v0.3.1020
	github.com/google/go-cmp v0.7.0
	github.com/stretchr/testify v1.12.1
	github.com/tourney-go/tourney v1.0.0
	go.uber.org/goleak v1.3.0
	golang.org/x/net v0.62.0
)

require (
	github.com/google/go-querystring v1.2.0 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/shopspring/decimal v1.6.0 // indirect
	github.com/tidwall/btree v1.8.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)
