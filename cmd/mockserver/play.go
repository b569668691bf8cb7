package main

import (
	"context"
	"errors"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

type playCommand struct {
	clientFlags
	Speed *float64
	Seed  uint64
	Step  bool
}

func (c *playCommand) Declare(p *command.Parameters) {
	c.clientFlags.Declare(p)
	command.Add(p, &c.Speed, "speed", "N", speed,
		"How much faster than the clock of this machine the clock of the mock runs, such as 600x. The default is 60x.")
	// No environment variable sets the seed: the variable with its name sets a flag of serve.
	command.Add(p, &c.Seed, "seed", "N", command.Count,
		"A number that changes the scores. The default is 0.").Unbound = true
	command.AddSwitch(p, &c.Step, "step", "Play the next game alone, at once.")
}

// Run plays until an interrupt, or until no game is left.
func (c *playCommand) Run(ctx context.Context, to command.Terminal) error {
	if c.Step && c.Speed != nil {
		return command.Usage(errors.New("--step plays a game at once: leave --speed out"))
	}
	err := c.use(ctx, func(mock *mockserver.World) error {
		if !c.Step {
			return c.play(ctx, mock, to)
		}
		for game := range mock.Play(ctx, mockserver.PlayOptions{Seed: c.Seed}) {
			return printGame(to, game)
		}
		return errors.New("no game is left that has a date, two teams and no score")
	})
	if ctx.Err() != nil {
		return nil //nolint:nilerr // an interrupt is the end of playing
	}
	return err
}

// play moves the clock of the mock each second, and plays the games that end. Each second begins at the time that the
// clock shows, so play follows others who set it.
func (c *playCommand) play(ctx context.Context, mock *mockserver.World, to command.Terminal) error {
	step := time.Minute
	if c.Speed != nil {
		step = time.Duration(*c.Speed * float64(time.Second))
	}
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		begin := mock.Clock.Now()
		until := begin.Add(step)
		for game := range mock.Play(ctx, mockserver.PlayOptions{Seed: c.Seed, Until: until}) {
			if err := printGame(to, game); err != nil {
				return err
			}
		}
		// Play moves the clock to until while games are left. Before begin, another hand has set it back.
		if now := mock.Clock.Now(); now.Before(until) && !now.Before(begin) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-second.C:
		}
	}
}

func printGame(to command.Terminal, g tourney.Game) error {
	begins := g.Date.String()
	if g.Time != nil {
		begins += " " + g.Time.String()
	}
	return printLine(to.Out, "%s  game %d  %s %s:%s %s", begins, g.ID, g.AwayTeam.Name, g.AwayTeam.Score, g.HomeTeam.Score,
		g.HomeTeam.Name)
}
