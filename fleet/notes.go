package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/reconcile"
)

// The defaults of [OnceOptions].
const (
	DefaultLease = 30 * time.Second
	DefaultKeep  = 7 * 24 * time.Hour
)

// OnceOptions are the options of [Fleet.Once].
type OnceOptions struct {
	// Lease bounds the write with all its attempts. Another process does nothing under the key meanwhile. When the
	// process dies, another one finds out what happened after the Lease. The default is [DefaultLease].
	Lease time.Duration
	// Settle is the settling time of [reconcile.FindOut]: choose it longer than the host works on a request. With 0, a
	// write whose answer was lost stays unknown unless it is to be seen at once.
	Settle time.Duration
	// Keep is how long Redis keeps a note or a result after its last change. Afterwards the key is new. The default is
	// [DefaultKeep].
	Keep time.Duration
	// Replicas is how many replicas of Redis must have the note before the write is sent, so that a failover does not
	// lose the note. The default is 0. It does not work with a redis.Ring.
	Replicas int
}

// Done is a write that happened.
type Done struct {
	ID            int64  `json:"Id,omitzero"`            // new team or division, or the team that was registered or paid for; else 0
	TransactionID string `json:"TransactionId,omitzero"` // of a payment; "" when its answer was lost
	Earlier       bool   `json:"-"`                      // an earlier call did it, of this or another process
}

// The errors of [Fleet.Once] for a write that it did not send.
var (
	ErrUnderWay   = errors.New("fleet: another process does the deed with this key")
	ErrOtherInput = errors.New("fleet: the key belongs to a write with another input")
	ErrThere      = errors.New("fleet: the host showed the result before the write")
)

// Once does a write once among all processes that give it the same key. The write is a TeamCreateInput, a
// DivisionCreateInput, a RegistrationInput or a PaymentInput, or a pointer to one. The key is the caller's own, such as
// the number of an order, and has at most 200 bytes. Redis shows it in plain.
//
// Once keeps the note of [reconcile.NoteBefore] in Redis before it sends the write, and the result afterwards. A later
// call with the key returns the result without a request. A call while another one is under way waits for it, and
// returns ErrUnderWay when ctx ends first. After a process died, or an answer was lost, Once calls [reconcile.FindOut]:
// it returns the result that it finds, sends the write again when it certainly did not happen, and otherwise returns an
// OutcomeUnknownError. So does every later call with the key, until the host shows the result. A write that a host
// refused, or that was not sent, frees the key.
//
// Once returns ErrThere when the team of a payment is paid before, and when a row that looks like the new one is there,
// because an earlier call may have made it under a key that Redis lost. It returns ErrOtherInput when the key was used
// for another input; members of a card do not count. When Redis fails before the write, Once sends nothing. When Redis
// fails after it, Once returns the result, and the Logger gets a line.
//
// A note holds names and an e-mail address, and nothing of a card. https://github.com/tourney-go/tourney/blob/main/docs/fleet.md#one-deed
// says what can still go wrong.
func (f *Fleet) Once(
	ctx context.Context, key string, c *tourney.Client, in tourney.Input, o OnceOptions,
) (Done, error) {
	d, err := f.newDeed(key, c, in, o)
	if err != nil {
		return Done{}, err
	}
	for waited := false; ; waited = true {
		state, kept, err := d.claim(ctx)
		switch {
		case err != nil && (!waited || ctx.Err() == nil):
			return Done{}, err
		case state == "done":
			done := Done{Earlier: true}
			err := json.Unmarshal([]byte(kept), &done)
			return done, err
		case state == "other":
			return Done{}, ErrOtherInput
		case state == "mine":
			if done, err := d.do(ctx, kept); !errors.Is(err, errTaken) {
				return done, err
			}
		}
		if err := lookAgain(ctx); err != nil {
			return Done{}, fmt.Errorf("%w: %w", ErrUnderWay, err)
		}
	}
}

// deed is a call of Once.
type deed struct {
	*Fleet
	options OnceOptions
	client  *tourney.Client
	in      tourney.Input
	name    string // of the key in Redis
	owner   string // of the lease
	digest  string // of the input
}

func (f *Fleet) newDeed(key string, c *tourney.Client, in tourney.Input, o OnceOptions) (*deed, error) {
	const most = 200
	if key == "" || len(key) > most {
		return nil, fmt.Errorf("fleet: Once: the key has %d bytes: expected 1 to %d", len(key), most)
	}
	if o.Lease < 0 || o.Settle < 0 || o.Keep < 0 || o.Replicas < 0 {
		return nil, fmt.Errorf("fleet: Once: an option is negative: %+v", o)
	}
	if err := c.Check(in); err != nil {
		return nil, err
	}
	if v := reflect.ValueOf(in); v.Kind() == reflect.Pointer {
		in = v.Elem().Interface().(tourney.Input)
	}
	digest, err := digestOf(in)
	o.Lease, o.Keep = cmp.Or(o.Lease, DefaultLease), cmp.Or(o.Keep, DefaultKeep)
	return &deed{f, o, c, in, f.key("deed:" + key), rand.Text(), digest}, err
}

// digestOf returns a checksum of an input without its card, whose number a checksum would betray. A [secret.Text] is
// always "[redacted]" in JSON.
func digestOf(in tourney.Input) (string, error) {
	var plain any = in
	switch in := in.(type) {
	case tourney.RegistrationInput:
		in.Payment = withoutCard(in.Payment)
		plain = in
	case tourney.PaymentInput:
		in.Payment = withoutCard(in.Payment)
		plain = in
	}
	text, err := json.Marshal(plain)
	sum := sha256.Sum256(fmt.Appendf(text, "%T", in))
	return hex.EncodeToString(sum[:]), err
}

func withoutCard(p *tourney.PaymentDetailsInput) *tourney.PaymentDetailsInput {
	if p == nil {
		return nil
	}
	rest := *p
	rest.CreditCardType, rest.CreditCardExpireMonth, rest.CreditCardExpireYear = nil, nil, nil
	return &rest
}

// memo is what Redis keeps of a write that may have happened.
type memo struct {
	Note reconcile.Note `json:"Note"`

	// What the answer named, if it said neither yes nor no.
	ID            int64  `json:"Id,omitzero"`
	TeamID        int64  `json:"TeamId,omitzero"`
	TransactionID string `json:"TransactionId,omitzero"`
}

// failure returns the error of the write.
func (m *memo) failure(why error) *tourney.OutcomeUnknownError {
	return &tourney.OutcomeUnknownError{
		Op: m.Note.Op, ID: m.ID, TeamID: m.TeamID, TransactionID: m.TransactionID, Err: why,
	}
}

// errTaken says that another process has the lease, or has done the deed.
var errTaken = errors.New("fleet: the deed was taken over")

// sends is how often a call sends a write that certainly did not happen.
const sends = 3

// do does the deed, or finds out that it is done. kept is the memo of an earlier call, "" when no write was sent.
func (d *deed) do(ctx context.Context, kept string) (Done, error) {
	m, err := d.memo(ctx, kept)
	if err != nil {
		d.end(ctx, "free", nil)
		return Done{}, err
	}
	failure := error(m.failure(errors.New("fleet: a process died before it had the answer")))
	for sent := range sends + 1 {
		if sent > 0 || kept != "" {
			found, err := d.findOut(ctx, m)
			if found.Outcome == reconcile.OutcomeHappened {
				return d.done(ctx, Done{ID: found.ID, TransactionID: m.TransactionID, Earlier: sent == 0})
			}
			if found.Outcome != reconcile.OutcomeDidNotHappen || sent == sends {
				d.end(ctx, "leave", nil)
				return Done{}, errors.Join(failure, err, errors.New("fleet: "+found.Reason))
			}
		}
		begun := time.Now()
		if err := d.hold(ctx, m, d.options.Lease, d.options.Replicas); err != nil {
			if sent == 0 && kept == "" {
				d.end(ctx, "free", nil)
			}
			return Done{}, err
		}
		done, err := d.write(ctx, begun.Add(d.options.Lease))
		var unknown *tourney.OutcomeUnknownError
		switch {
		case err == nil:
			return d.done(ctx, done)
		case !errors.As(err, &unknown):
			d.end(ctx, "free", nil)
			return Done{}, err
		}
		failure, m.ID, m.TeamID, m.TransactionID = err, unknown.ID, unknown.TeamID, unknown.TransactionID
	}
	return Done{}, failure
}

// memo returns what is known before the write. It sends nothing if the result is there.
func (d *deed) memo(ctx context.Context, kept string) (*memo, error) {
	m := new(memo)
	if kept != "" {
		return m, json.Unmarshal([]byte(kept), m)
	}
	var err error
	m.Note, err = reconcile.NoteBefore(ctx, d.client, d.in)
	switch {
	case err != nil:
		return nil, err
	case m.Note.Paid != nil && *m.Note.Paid:
		return nil, fmt.Errorf("%w: the team %d is paid", ErrThere, m.Note.TeamID)
	case len(m.Note.Before) > 0:
		return nil, fmt.Errorf("%w: the rows %d look like it", ErrThere, m.Note.Before)
	}
	return m, nil
}

// findOut finds out what happened, while the lease lasts.
func (d *deed) findOut(ctx context.Context, m *memo) (reconcile.Finding, error) {
	if err := d.hold(ctx, m, d.options.Lease+d.options.Settle, 0); err != nil {
		return reconcile.Finding{Reason: "it was not looked up"}, err
	}
	return reconcile.FindOut(ctx, d.client, m.Note, m.failure(nil), d.options.Settle)
}

// write sends the write. It ends before the lease does.
func (d *deed) write(ctx context.Context, until time.Time) (Done, error) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	switch in := d.in.(type) {
	case tourney.TeamCreateInput:
		id, err := d.client.Teams.Create(ctx, in)
		return Done{ID: id}, err
	case tourney.DivisionCreateInput:
		id, err := d.client.Divisions.Create(ctx, in)
		return Done{ID: id}, err
	case tourney.RegistrationInput:
		result, err := d.client.Registration.Register(ctx, in)
		return Done{ID: result.TeamID}, err
	case tourney.PaymentInput:
		result, err := d.client.Payments.Pay(ctx, in)
		return Done{ID: in.TeamID, TransactionID: result.TransactionID}, err
	}
	return Done{}, fmt.Errorf("fleet: Once: %T is no create, registration or payment", d.in)
}

// done keeps the result.
func (d *deed) done(ctx context.Context, done Done) (Done, error) {
	result, err := json.Marshal(done)
	d.end(ctx, "done", result)
	return done, err
}

// The scripts of a deed. Each may run twice, because go-redis sends a script again whose answer was lost. A deed is a
// hash: the digest of its input, its owner until a time of the server's clock, the memo, and the result.
const now = `
local at = redis.call('TIME')
local now = at[1] * 1000 + math.floor(at[2] / 1000)
`

var (
	claimScript = redis.NewScript(now + `
local deed = redis.call('HMGET', KEYS[1], 'input', 'done', 'owner', 'until', 'memo')
if deed[1] and deed[1] ~= ARGV[2] then return {'other', ''} end
if deed[2] then return {'done', deed[2]} end
if deed[3] and deed[3] ~= ARGV[1] and now < tonumber(deed[4]) then return {'held', ''} end
redis.call('HSET', KEYS[1], 'input', ARGV[2], 'owner', ARGV[1], 'until', now + ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {'mine', deed[5] or ''}`)

	holdScript = redis.NewScript(now + `
local deed = redis.call('HMGET', KEYS[1], 'owner', 'done')
if deed[1] ~= ARGV[1] or deed[2] then return 0 end
redis.call('HSET', KEYS[1], 'until', now + ARGV[2], 'memo', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`)

	// The result of a write is kept also when another process has the lease, or a failover lost the deed.
	finishScript = redis.NewScript(`
local deed = redis.call('HMGET', KEYS[1], 'input', 'owner')
if ARGV[3] == 'done' then
	if deed[1] and deed[1] ~= ARGV[2] then return 0 end
	redis.call('HSET', KEYS[1], 'input', ARGV[2], 'done', ARGV[4])
	redis.call('HDEL', KEYS[1], 'owner', 'until', 'memo')
	redis.call('PEXPIRE', KEYS[1], ARGV[5])
elseif deed[2] == ARGV[1] and ARGV[3] == 'free' then
	redis.call('DEL', KEYS[1])
elseif deed[2] == ARGV[1] then
	redis.call('HSET', KEYS[1], 'until', 0)
end
return 1`)
)

// claim takes the lease unless another process has it. The state is "mine", "held", "done" or "other". kept is the memo
// or the result.
func (d *deed) claim(ctx context.Context) (state, kept string, err error) {
	within, cancel := d.bounded(ctx)
	defer cancel()
	got, err := claimScript.Run(within, d.redis, []string{d.name}, d.owner, d.digest, d.lasting(d.options.Lease),
		d.options.Keep.Milliseconds()).StringSlice()
	if err != nil {
		return "", "", d.failed(ctx, "claiming a deed", err)
	}
	return got[0], got[1], nil
}

// lasting returns for how long Redis holds a lease: the process has ended before, also with a slow answer of Redis.
func (d *deed) lasting(lease time.Duration) int64 { return (lease + d.timeout).Milliseconds() }

// hold keeps the memo, and prolongs the lease. It returns errTaken when the lease is another's.
func (d *deed) hold(ctx context.Context, m *memo, lease time.Duration, replicas int) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	within, cancel := d.bounded(ctx)
	defer cancel()
	args := []any{d.owner, d.lasting(lease), text, d.options.Keep.Milliseconds()}
	if replicas == 0 {
		held, err := holdScript.Run(within, d.redis, []string{d.name}, args...).Int()
		return d.held(ctx, held, err)
	}
	var on redis.Cmdable = d.redis
	if cluster, ok := d.redis.(*redis.ClusterClient); ok { // WAIT has no key that would name its node
		if on, err = cluster.MasterForKey(within, d.name); err != nil {
			return d.failed(ctx, "keeping a note", err)
		}
	}
	pipe := on.Pipeline() // on one connection, whose writes WAIT waits for
	held := holdScript.Eval(within, pipe, []string{d.name}, args...)
	have := pipe.Do(within, "WAIT", replicas, (d.timeout / 2).Milliseconds())
	if _, err := pipe.Exec(within); err != nil {
		return d.failed(ctx, "keeping a note", err)
	}
	if number, err := have.Int(); err != nil || number < replicas {
		return d.failed(ctx, "keeping a note", fmt.Errorf("%d replicas have it: expected %d", number, replicas))
	}
	count, err := held.Int()
	return d.held(ctx, count, err)
}

func (d *deed) held(ctx context.Context, held int, err error) error {
	switch {
	case err != nil:
		return d.failed(ctx, "keeping a note", err)
	case held == 0:
		return errTaken
	}
	return nil
}

// end ends the lease: it keeps the result ("done"), leaves the memo for the next call ("leave"), or forgets the deed
// ("free"). It has a time of its own, because the caller's may be over.
func (d *deed) end(ctx context.Context, how string, result []byte) {
	within, cancel := d.bounded(context.WithoutCancel(ctx))
	defer cancel()
	err := finishScript.Run(within, d.redis, []string{d.name}, d.owner, d.digest, how, result,
		d.options.Keep.Milliseconds()).Err()
	if err != nil {
		d.log.WarnContext(ctx, "the end of a deed is not kept: the next call with its key finds out",
			"error", d.failed(ctx, "keeping a result", err))
	}
}
