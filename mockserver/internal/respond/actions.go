package respond

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// acts are the functions that apply actions to an encoded answer, or to an empty answer when the action ended the
// request. Each kind of action has a row either in acts or in during.
var acts = map[rules.Kind]func(a *Answer, f firing){
	rules.Status:       answerStatus,
	rules.Reset:        func(a *Answer, f firing) { a.breakOff(f, Finish{Ending: EndReset}) },
	rules.Drop:         func(a *Answer, f firing) { a.breakOff(f, Finish{Ending: EndDropped}) },
	rules.Hang:         func(a *Answer, f firing) { a.breakOff(f, Finish{Ending: EndHung}) },
	rules.Empty:        answerEmpty,
	rules.Delay:        func(a *Answer, f firing) { a.delivery.pause = f.For },
	rules.Truncate:     truncate,
	rules.Garble:       garble,
	rules.ContentType:  func(a *Answer, f firing) { a.SetContentType(f.ContentType) },
	rules.Gateway:      answerGateway,
	rules.Throttle:     func(a *Answer, f firing) { a.delivery.rate = f.Bytes },
	rules.Redirect:     answerRedirect,
	rules.BesideErrors: addErrors,
	rules.NoResult:     answerNoResult,
	rules.Unreachable:  unreach,
}

// replace gives the answer another status, content type and body, and removes the refusal that the answer reported.
func (a *Answer) replace(status int, contentType string, body []byte) {
	a.Status, a.Encoded, a.Problem = status, body, nil
	a.SetContentType(contentType)
}

// SetContentType replaces the content type. For an empty text the header has an empty list, because otherwise net/http
// would guess the type.
func (a *Answer) SetContentType(contentType string) {
	if contentType == "" {
		a.SetHeader("Content-Type")
		return
	}
	a.SetHeader("Content-Type", contentType)
}

// breakOff ends the answer early: after half of the body in the phase Writing, and before any byte in other phases.
func (a *Answer) breakOff(f firing, end Finish) {
	a.delivery.finish = end
	if f.phase != rules.Writing {
		a.Status = 0
		return
	}
	a.delivery.finish.Begun = true
	a.delivery.partial, a.delivery.part = true, len(a.Encoded)/2
}

func answerStatus(a *Answer, f firing) {
	status := f.Status
	if status == 0 {
		status = a.ways.StatusOf(&refusal.Refusal{Items: []refusal.Item{{Code: tourney.ErrorCode(f.Errors[0].Code)}}})
	}
	a.replace(status, f.ContentType, []byte(f.Body))
	if len(f.Errors) > 0 {
		a.Encoded = a.encodeErrors(f)
		a.SetContentType(a.Format.Content)
	}
	a.setRetryAfter(f)
}

// encodeErrors notes the Errors of an action for the journal, and encodes them.
func (a *Answer) encodeErrors(f firing) []byte {
	a.Problem = &refusal.Refusal{Items: values.Mapped(f.Errors, func(i rules.Item) refusal.Item {
		return refusal.Item{Code: tourney.ErrorCode(i.Code), Message: redact.Masked(i.Message)}
	})}
	body, _ := a.Format.Encode(errorBody{values.Mapped(f.Errors, errorItem)}) // texts can always be encoded
	return body
}

func errorItem(i rules.Item) tourney.ErrorItem {
	return tourney.ErrorItem{Code: tourney.ErrorCode(i.Code), Message: i.Message, Field: i.Field}
}

// setRetryAfter sets the header Retry-After (RFC 9110, section 10.2.3). It rounds a date up to whole seconds, so that
// the client does not repeat the request too early.
func (a *Answer) setRetryAfter(f firing) {
	switch after := f.RetryAfter; {
	case after == nil:
	case after.Date:
		date := time.Now().Add(after.Wait + time.Second - 1).UTC()
		a.SetHeader("Retry-After", date.Format(http.TimeFormat))
	default:
		a.SetHeader("Retry-After", strconv.FormatInt(int64(after.Wait/time.Second), 10))
	}
}

func answerEmpty(a *Answer, f firing) {
	if f.phase != rules.Writing {
		a.Status, a.Problem = http.StatusOK, nil
	}
	a.Encoded = nil
}

func answerGateway(a *Answer, f firing) {
	title := html.EscapeString(fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status)))
	page := "<html>\r\n<head><title>" + title + "</title></head>\r\n<body>\r\n<center><h1>" + title +
		"</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n"
	a.replace(f.Status, "text/html", []byte(page))
	a.setRetryAfter(f)
}

func answerRedirect(a *Answer, f firing) {
	a.replace(f.Status, "", nil)
	a.SetHeader("Location", wire.WithinSession(a.Request, f.To))
}

func answerNoResult(a *Answer, _ firing) {
	body, _ := a.Format.Encode(struct{}{})
	a.replace(http.StatusOK, a.Format.Content, body)
}

// truncate makes the server send only the first bytes of the body.
func truncate(a *Answer, f firing) {
	a.delivery.partial, a.delivery.part = true, min(f.Bytes, max(len(a.Encoded)-1, 0))
	a.delivery.finish = Finish{Ending: EndCut, Begun: true}
}

// garble replaces the last byte of the body by the first byte of an unfinished value, so that the body cannot be
// parsed.
func garble(a *Answer, _ firing) {
	rest := a.Encoded[:max(len(a.Encoded)-1, 0)]
	a.Encoded = append(bytes.Clone(rest), a.Format.Unfinished)
}

// addErrors adds the member Errors to the other members of the answer.
func addErrors(a *Answer, f firing) {
	a.Encoded = a.Format.Merge(a.Encoded, a.encodeErrors(f))
}

// unreach makes the server unreachable. A client in the same process gets the error of a failed dial, unless the
// handler has already carried out the request.
func unreach(a *Answer, f firing) {
	end := Finish{Ending: EndRefused, Shut: f.For}
	if f.phase == rules.AfterCommit {
		end.Ending = EndUnreachable
	}
	a.breakOff(f, end)
}
