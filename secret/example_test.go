package secret_test

import (
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/secret"
)

func Example() {
	payment := tourney.PaymentDetailsInput{CreditCardNumber: secret.New("4111111111111111")}
	fmt.Println(payment.CreditCardNumber)
	fmt.Printf("%v %q %#v\n", payment.CreditCardNumber, payment.CreditCardNumber, payment.CreditCardNumber)
	fmt.Println(len(payment.CreditCardNumber.Reveal()))
	// Output:
	// [redacted]
	// [redacted] [redacted] [redacted]
	// 16
}
