package contract

import "slices"

// payingParams are the switches that registration and payment share (sections 4.16 and 4.17).
var payingParams = []Param{
	{Name: "markaspaid", Type: Boolean, Default: "true"},
	{Name: "enablecreditcard", Type: Boolean, Default: "true"},
	{
		Name: "enablepaymentconfirmation", Type: Boolean, Default: "true",
		Wire: "EnablePaymentConfirmation", Also: "enablereceipt", AlsoAs: "EnableReceipt",
	},
}

// paymentParams is section 4.17.
var paymentParams = slices.Concat([]Param{
	{Name: "teamid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "eventid", Type: Integer, Min: 1},
}, payingParams, paymentObjectParams, []Param{
	{Name: "collegecoachid", Type: Integer, Min: 1, OnlyInSamples: true},
	{Name: "pricetype", Type: Enum, OnlyInSamples: true},
	{Name: "seasonid", Type: Integer, Min: 1, OnlyInSamples: true},
})

// paymentObjectParams are the payment rows of section 4.17, which a registration has as well.
var paymentObjectParams = []Param{
	{Name: "payment", Type: Object, Wire: "Payment"},
	{Name: "payment.priceid", Type: Integer, Min: 1},
	{Name: "payment.amount", Type: Decimal, Format: Cents, Assumed: "cards"},
	{Name: "payment.title", Type: String, Max: 100},
	{Name: "payment.description", Type: String},
	{Name: "payment.firstname", Type: String, Max: 100},
	{Name: "payment.lastname", Type: String, Max: 100},
	{Name: "payment.email", Type: String, Max: 100, Format: Email},
	{Name: "payment.phone", Type: String, Max: 100},
	{Name: "payment.creditcardtype", Type: String, Max: 100, Format: CardType},
	{Name: "payment.creditcardnumber", Type: String, Max: 100, Secret: true},
	{Name: "payment.creditcardexpireyear", Type: Integer, Format: TwoDigits},
	{Name: "payment.creditcardexpiremonth", Type: Integer, Format: Month},
	{Name: "payment.creditcardcvv2", Type: String, Max: 100, Secret: true},
	{Name: "payment.address", Type: Object, Wire: "Address"},
	billing("streetaddress", "StreetAddress", 100),
	billing("extendedaddress", "ExtendedAddress", 100),
	billing("city", "City", 100),
	billing("stateregion", "StateRegion", 100),
	billing("postalcode", "PostalCode", 10),
	{Name: "payment.organization", Type: String, OnlyInSamples: true},
	{Name: "payment.redeemed", Type: Boolean, OnlyInSamples: true},
	{Name: "payment.discountcode", Type: String, OnlyInSamples: true},
}

// billing returns a row of the billing address. The row has two names: nested, as in the table, and flat, as in the
// sample bodies.
func billing(name, wire string, limit int) Param {
	return Param{
		Name: "payment.address." + name, Type: String, Max: limit, Wire: wire,
		Also: "payment." + name, AlsoAs: wire,
	}
}

// paymentRules are the notes of section 4.17 that section 7 repeats.
var paymentRules = slices.Concat([]Rule{
	{Kind: OneOf, Names: [][]string{{"teamid"}, {"divisionid"}, {"eventid"}}, Section: "4.17, 7"},
}, paymentObjectRules)

var paymentObjectRules = []Rule{
	{
		Kind: OneOf, Each: "payment", Section: "4.17, 7",
		Names: [][]string{{"priceid"}, {"amount", "title", "description"}},
	},
	{
		Kind: Required, Each: "payment", Unless: "enablecreditcard", Section: "4.17, 7",
		Names: [][]string{{
			"creditcardtype", "creditcardnumber", "creditcardexpireyear", "creditcardexpiremonth", "creditcardcvv2",
			"address.streetaddress", "address.extendedaddress", "address.city", "address.stateregion", "address.postalcode",
		}},
	},
	{
		Kind: CardFits, Each: "payment", Unless: "enablecreditcard", Section: "4.17", Assumed: "cards",
		Names: [][]string{{"creditcardnumber", "creditcardcvv2", "creditcardtype"}},
	},
}

// onlyWithPayment limits payment rules to requests that have a payment.
func onlyWithPayment(rules []Rule) []Rule {
	rules = slices.Clone(rules)
	for i := range rules {
		rules[i].Present = "payment"
	}
	return rules
}
