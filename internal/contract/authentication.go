package contract

// loginParams is section 4.1.
var loginParams = []Param{
	{Name: "username", Type: String, Max: 50},
	{Name: "password", Type: String, Max: 50, Secret: true},
}

// loginRules is an assumption: the document calls neither parameter required.
var loginRules = []Rule{
	{Kind: Required, Names: [][]string{{"username", "password"}}, Section: "4.1"},
}
