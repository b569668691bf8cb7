package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/reconcile"
)

// Team is the outcome of one team of [EnsureTeams].
type Team struct {
	Input   tourney.TeamCreateInput
	ID      int64 // of the team; 0 with an error
	Created bool  // EnsureTeams made the team; false when the team was there, and with an error
}

// TeamOptions are the options of [EnsureTeams].
type TeamOptions struct {
	// File keeps the notes of writes whose outcome is unknown. EnsureTeams replaces the file before each create, so that a
	// program that was killed goes on where it was. EnsureTeams removes the file when no outcome is unknown. The file
	// holds names, and no secrets. It is a regular file, or a link to one. One program at a time may use it. Without a
	// File, a program that is killed during a create can make the team twice when it runs again.
	File string
	// Settle is how long [reconcile.FindOut] looks for a team after a lost answer. With 0, a team that is not there
	// stays unknown, because the host may still make it.
	Settle time.Duration
}

// EnsureTeams creates each team, unless its division has a team with its external id, in any letter case: see
// [reconcile.Key]. It yields one outcome for each team, in the order of the input, with the error of that team alone.
// It writes one team after another.
//
// When the answer to a create is lost, EnsureTeams finds out whether the host made the team, and sends the create again
// only when the host did not. When that cannot be told, the error is an OutcomeUnknownError, and no later run with the
// same File creates that team: a person has to look, and to remove the File when the team is not there.
//
// A team needs a DivisionID and an ExternalTeamID, because only the teams in the details of a division have external
// ids (section 2). EnsureTeams does not create a team when the division has a team of that name without an external
// id. It reads each division once, so other programs must not add teams meanwhile. It creates no team in a division of
// which the host shows a part: the error is an [tourney.ErrListChanged], or an [tourney.ErrNotStated] when the host
// shows no external ids or a team without an id.
//
// When the File cannot be used, or an earlier outcome cannot be looked up, the one pair has that error. Nothing is
// written after ctx has ended or the loop has stopped.
func EnsureTeams(
	ctx context.Context, c *tourney.Client, teams iter.Seq[tourney.TeamCreateInput], o TeamOptions,
) iter.Seq2[Team, error] {
	return func(yield func(Team, error) bool) {
		if c == nil || teams == nil {
			yield(Team{}, errors.New("bulk: EnsureTeams needs a Client of tourney.New and teams; one is nil"))
			return
		}
		e := &ensurer{client: c, options: o, divisions: map[place]*division{}}
		if err := e.resume(ctx); err != nil {
			yield(Team{}, err)
			return
		}
		for in := range teams {
			team, err := e.ensure(ctx, in)
			if !yield(team, err) {
				_ = e.save() // the next run opens the file again
				return
			}
			if ctx.Err() != nil {
				break
			}
		}
		if err := e.save(); err != nil {
			yield(Team{}, err)
		}
	}
}

// ensurer is a run of EnsureTeams.
type ensurer struct {
	client    *tourney.Client
	options   TeamOptions
	open      []reconcile.Note // writes whose outcome is unknown
	divisions map[place]*division
}

// place is where teams are made. Teams with another event in their input have another note.
type place struct{ event, division int64 }

// division is what EnsureTeams knows of the teams of a division.
type division struct {
	note    reconcile.Note
	ids     map[string]int64 // by the key of the external id
	unnamed map[string]int64 // teams without an external id, by the key of the name
}

// resume finds out what became of the writes that an earlier run noted.
func (e *ensurer) resume(ctx context.Context) error {
	if e.options.File == "" {
		return nil
	}
	data, err := tempfile.Load(e.options.File)
	if err == nil && data != nil {
		err = json.Unmarshal(data, &e.open)
	}
	if err != nil {
		return fmt.Errorf("tourney: EnsureTeams: the File of notes cannot be read: %w", err)
	}
	var unknown []reconcile.Note
	for _, note := range e.open {
		found, err := reconcile.FindOut(ctx, e.client, note, nil, e.options.Settle)
		if err != nil {
			return err
		}
		if found.Outcome == reconcile.OutcomeUnknown {
			unknown = append(unknown, note)
		}
	}
	e.open = unknown
	return nil
}

// save writes the notes of writes whose outcome is unknown into the file.
func (e *ensurer) save() error {
	if e.options.File == "" {
		return nil
	}
	if len(e.open) == 0 {
		return tempfile.Remove(e.options.File)
	}
	data, err := json.Marshal(e.open)
	if err != nil {
		return err
	}
	return tempfile.Replace(e.options.File, data)
}

// ensure creates a team unless it is there.
func (e *ensurer) ensure(ctx context.Context, in tourney.TeamCreateInput) (Team, error) {
	team := Team{Input: in}
	if err := e.check(in); err != nil {
		return team, err
	}
	d, err := e.division(ctx, in)
	if err != nil {
		return team, err
	}
	external := keyOf(in.ExternalTeamID)
	if team.ID = d.ids[external]; team.ID != 0 {
		e.close(in)
		return team, nil
	}
	isSame := func(n reconcile.Note) bool { return isNoteOf(n, in) }
	if slices.ContainsFunc(e.open, isSame) {
		const reason = "an earlier create of this team is noted in the File, and its outcome is unknown"
		return team, &tourney.OutcomeUnknownError{Op: "Teams.Create", Err: errors.New(reason)}
	}
	if id := d.unnamed[keyOf(in.Name)]; id != 0 && in.Name != nil {
		return team, refuse("name", tourney.CodeDuplicate, fmt.Sprintf(
			"is the name of the team %d, which has no external id and may be this team", id))
	}
	if team.ID, err = e.create(ctx, d, in); err == nil {
		team.Created = true
		e.learn(in, team.ID)
	}
	return team, err
}

// learn adds a team that was made to what is known of its division.
func (e *ensurer) learn(in tourney.TeamCreateInput, id int64) {
	for at, d := range e.divisions {
		if at.division == in.DivisionID {
			d.ids[keyOf(in.ExternalTeamID)] = id
			d.note.Learn(id)
		}
	}
}

// tries is how often EnsureTeams sends a create that certainly did not happen.
const tries = 3

// create creates a team, and finds out what happened when the answer is lost.
func (e *ensurer) create(ctx context.Context, d *division, in tourney.TeamCreateInput) (id int64, err error) {
	note, err := d.note.For(in)
	if err != nil {
		return 0, err
	}
	e.open = append(e.open, note)
	for range tries {
		if err = e.save(); err != nil {
			break
		}
		if id, err = e.client.Teams.Create(ctx, in); !errors.Is(err, tourney.ErrOutcomeUnknown) {
			break
		}
		found, failed := reconcile.FindOut(ctx, e.client, note, err, e.options.Settle)
		if failed != nil || found.Outcome == reconcile.OutcomeUnknown {
			e.divisions = map[place]*division{} // the team may be there, and is a stranger to the notes
			return 0, errors.Join(err, failed, errors.New("tourney: EnsureTeams: "+found.Reason))
		}
		if id = found.ID; id != 0 {
			err = nil
			break
		}
		err = errors.New("tourney: EnsureTeams: the answer was lost, and the host did not make the team")
	}
	e.close(in)
	return id, err
}

// check returns an error for a team that EnsureTeams cannot look up, or that breaks a rule.
func (e *ensurer) check(in tourney.TeamCreateInput) error {
	switch {
	case in.DivisionID == 0:
		return refuse("divisionid", tourney.CodeRequired, "is required to look the team up")
	case keyOf(in.ExternalTeamID) == "":
		return refuse("externalteamid", tourney.CodeRequired, "is required to look the team up")
	}
	return e.client.Check(in)
}

func refuse(path string, code tourney.ErrorCode, reason string) error {
	return &tourney.ValidationError{
		Op: "Teams.Create", Fields: []tourney.FieldError{{Path: path, Code: code, Message: path + " " + reason}},
	}
}

// division returns what is known of a division. It reads the division the first time.
func (e *ensurer) division(ctx context.Context, in tourney.TeamCreateInput) (*division, error) {
	at := place{in.EventID, in.DivisionID}
	if d := e.divisions[at]; d != nil {
		return d, nil
	}
	note, err := reconcile.NoteBefore(ctx, e.client, in)
	if err != nil {
		return nil, err
	}
	const message = "tourney: EnsureTeams: division %d: %w: %s"
	var shown []tourney.Team
	switch {
	case note.Untraced != "":
		return nil, fmt.Errorf(message, in.DivisionID, tourney.ErrListChanged, note.Untraced)
	case note.Division != nil:
		shown = note.Division.Teams
	}
	if shown == nil && len(note.Rows) > 0 {
		return nil, fmt.Errorf(message, in.DivisionID, tourney.ErrNotStated, "the host shows no teams with external ids")
	}
	d := &division{note: note, ids: map[string]int64{}, unnamed: map[string]int64{}}
	for i := range shown {
		t := &shown[i]
		if t.ID < 1 {
			return nil, fmt.Errorf(message, in.DivisionID, tourney.ErrNotStated, "the host shows a team without an id")
		}
		if external := reconcile.Key(t.ExternalTeamID); external != "" {
			d.ids[external] = t.ID
		} else {
			d.unnamed[reconcile.Key(t.Name)] = t.ID
		}
	}
	e.divisions[at] = d
	return d, nil
}

// close forgets the notes of a team whose outcome is known.
func (e *ensurer) close(in tourney.TeamCreateInput) {
	e.open = slices.DeleteFunc(e.open, func(n reconcile.Note) bool { return isNoteOf(n, in) })
}

func isNoteOf(n reconcile.Note, in tourney.TeamCreateInput) bool {
	return n.DivisionID == in.DivisionID && reconcile.Key(n.ExternalID) == keyOf(in.ExternalTeamID)
}

// keyOf returns the key of a name or an external id, "" when there is none.
func keyOf(text *string) string {
	if text == nil {
		return ""
	}
	return reconcile.Key(*text)
}
