package tourneyotel

import (
	"net/http"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/tourney-go/tourney/observe"
)

// The attributes that the conventions do not define.
const (
	operationKey        = attribute.Key("tourney.operation")          // such as "Teams.List"
	attemptsKey         = attribute.Key("tourney.attempts")           // how many attempts a call made
	outcomeUnknownKey   = attribute.Key("tourney.outcome_unknown")    // true, or absent
	redirectsKey        = attribute.Key("tourney.redirects")          // how many redirects an attempt followed
	responseBodySizeKey = attribute.Key("tourney.response.body.size") // decompressed
	decisionKey         = attribute.Key("tourney.retry.decision")     // "sent_again", or an observe.Refusal
	delayKey            = attribute.Key("tourney.retry.delay")        // in seconds; the client or the host chose it
	hintedKey           = attribute.Key("tourney.retry.hinted")       // true when the host asked for the delay
	reasonKey           = attribute.Key("tourney.wait.reason")        // an observe.WaitReason
	waitedKey           = attribute.Key("tourney.wait.duration")      // seconds
)

// sentAgain is the value of tourney.retry.decision for a request that is sent again.
const sentAgain = "sent_again"

func decision(r observe.Refusal) string {
	if r == observe.RefusedNone {
		return sentAgain
	}
	return string(r)
}

// attemptName returns the name of an attempt's span: the method and the path, or the method alone without a path.
func attemptName(op observe.Operation) string {
	if op.Path == "" {
		return op.Method
	}
	return op.Method + " " + op.Path
}

// requestAttributes returns the attributes that are known before a request is sent, which is when samplers decide about
// its span.
func requestAttributes(op observe.Operation) []attribute.KeyValue {
	attributes := []attribute.KeyValue{
		semconv.HTTPRequestMethodKey.String(op.Method), semconv.ServerAddress(op.Host), semconv.ServerPort(op.Port),
		semconv.URLScheme(op.Scheme),
	}
	if op.Path != "" {
		attributes = append(attributes, semconv.URLTemplate(op.Path))
	}
	return attributes
}

// answerAttributes returns the attributes that are known when an answer has arrived.
func answerAttributes(e observe.AttemptEnd) []attribute.KeyValue {
	var attributes []attribute.KeyValue
	if e.Status != 0 {
		attributes = append(attributes, semconv.HTTPResponseStatusCode(e.Status))
	}
	if version := protocolVersion(e.Protocol); version != "" {
		attributes = append(attributes, semconv.NetworkProtocolVersion(version))
	}
	return attributes
}

// protocolVersion returns "1.1" for "HTTP/1.1" and "2" for "HTTP/2.0".
func protocolVersion(protocol string) string {
	major, minor, ok := http.ParseHTTPVersion(protocol)
	switch {
	case !ok:
		return ""
	case major >= 2 && minor == 0:
		return strconv.Itoa(major)
	}
	return strconv.Itoa(major) + "." + strconv.Itoa(minor)
}

// bodyRead reports whether the attempt read the body of its answer, so that the size of the body is known.
func bodyRead(e observe.AttemptEnd) bool {
	return e.ResponseBytes > 0 || e.Status != 0 && e.Error == observe.ErrorNone
}

func errorType(e observe.ErrorType) attribute.KeyValue {
	if e == observe.ErrorOther {
		return semconv.ErrorTypeOther
	}
	return semconv.ErrorTypeKey.String(string(e))
}
