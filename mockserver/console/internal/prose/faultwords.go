package prose

// Choice is a value with the words for it, such as an option of a list.
type Choice struct{ Value, Text string }

// The words that people read for the triggers, phases and actions of rules. A test checks that none is missing.
var (
	TriggerWords = []Choice{
		{"", "every request"}, {"nth", "the n-th request alone"}, {"first", "the first n requests"},
		{"every", "every n-th request"}, {"after", "all but the first n"},
		{"probability", "each request with the probability n"}, {"until", "every request until the time n"},
	}
	PhaseWords = []Choice{
		{"", "where the action usually is"}, {"before", "before anything is checked"},
		{"afterCommit", "after the write is made"}, {"writing", "while the answer goes out"},
	}
	ActionWords = []Choice{
		{"status", "answer with a status"}, {"reset", "reset the connection"},
		{"drop", "close the connection without an answer"}, {"empty", "answer without a body"},
		{"hang", "never answer"}, {"delay", "answer late"}, {"truncate", "break the answer off"},
		{"garble", "answer what cannot be read"}, {"contentType", "answer with another content type"},
		{"gateway", "answer with the page of a proxy"}, {"throttle", "answer slowly"}, {"redirect", "redirect"},
		{"besideErrors", "answer with errors beside the result"}, {"noResult", "answer without the result"},
		{"expireKeys", "let the keys expire"}, {"unreachable", "be unreachable"},
	}
)
