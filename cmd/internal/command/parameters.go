package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// Parameters are the flags and the arguments of a command.
type Parameters struct {
	flags     *pflag.FlagSet
	arguments []argument

	typed     []string // the arguments of the program
	variables string   // the prefix of the variables of the program
	ctx       context.Context
}

// argument is a value that a command accepts without a flag.
type argument struct {
	name, help string // the name as the help writes it: <id>, or [<id>] for one that may be missing
	target     *string
	values     []string // the usual values, which a shell completes
}

// Flag is a flag of a command. As a pflag.Value it refuses typical mistakes of scripts.
type Flag struct {
	name, placeholder string

	read    func(text string) error // sets the field of the flag, or appends to a list
	clear   func()                  // empties a list; nil for a flag with one value
	Unbound bool                    // no variable of the environment sets the flag
	Values  func() []string         // the usual values, which a shell completes; see Offer

	typed     []string
	variables string
	given     bool
	ways      [][2][]*Flag // the flags of a way to say something, this one among them, and those of another way
}

// Either declares that flags and other flags say one thing in two ways. If the arguments have flags of one way alone,
// the variables of the other way do not count.
func Either(one, other []*Flag) {
	for _, ways := range [][2][]*Flag{{one, other}, {other, one}} {
		for _, f := range ways[0] {
			f.ways = append(f.ways, ways)
		}
	}
}

// Offer sets the usual values of the flag, which a shell completes. It returns the flag.
func (f *Flag) Offer(values ...string) *Flag {
	f.Values = func() []string { return values }
	return f
}

// outranked reports whether the variable of the flag does not count.
func (f *Flag) outranked() bool {
	return f.given || slices.ContainsFunc(f.ways, func(way [2][]*Flag) bool {
		return !slices.ContainsFunc(way[0], (*Flag).Given) && slices.ContainsFunc(way[1], (*Flag).Given)
	})
}

// Add declares a flag with one value. Reading the value sets target.
func Add[T any](
	p *Parameters, target *T, name, placeholder string, read func(text string) (T, error), help string,
) *Flag {
	return p.add(&Flag{name: name, placeholder: placeholder, read: func(text string) error {
		value, err := read(text)
		if err == nil {
			*target = value
		}
		return err
	}}, help)
}

// maxFile bounds the bytes of a file that a flag names.
const maxFile = 16 << 20

// AddFile declares a flag with the content of a file, which can be a pipe.
func AddFile[T any](
	p *Parameters, target *T, name string, parse func(content string) (T, error), help string,
) *Flag {
	return Add(p, target, name, "FILE", func(file string) (value T, err error) {
		data, err := tempfile.Read(p.ctx, file, maxFile)
		if err != nil {
			return value, err
		}
		if value, err = parse(string(data)); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
		return value, err
	}, help)
}

// AddList declares a flag that can be given several times. Commas separate values too.
func AddList(p *Parameters, target *[]string, name, placeholder, help string) *Flag {
	return p.add(&Flag{
		name: name, placeholder: placeholder + ",...",
		clear: func() { *target = nil },
		read: func(text string) error {
			values := parts(text)
			if slices.Contains(values, "") {
				return fmt.Errorf("nothing stands before a comma in %q", text)
			}
			*target = append(*target, values...)
			return nil
		},
	}, help)
}

// AddSwitch declares a flag that needs no value.
func AddSwitch(p *Parameters, target *bool, name, help string) *Flag {
	return AddSwitchOf(p, target, name, Boolean, help)
}

// AddSwitchOf does what AddSwitch does, for a target of any type.
func AddSwitchOf[T any](
	p *Parameters, target *T, name string, read func(text string) (T, error), help string,
) *Flag {
	flag := Add(p, target, name, "", read, help)
	p.flags.Lookup(name).NoOptDefVal = "true"
	return flag
}

// AddSwitches declares a flag that needs no value, and the flag that turns it off: --name and --no-name.
func AddSwitches[T any](
	p *Parameters, target *T, name string, read func(text string) (T, error), help string,
) *Flag {
	flag := AddSwitchOf(p, target, name, read, help)
	p.flags.AddFlag(&pflag.Flag{Name: "no-" + name, Value: negation{flag}, NoOptDefVal: "true", Hidden: true})
	return flag
}

// Alias declares another name of a flag. The help does not show the name.
func (p *Parameters) Alias(of *Flag, name string) {
	known := p.flags.Lookup(of.name)
	p.flags.AddFlag(&pflag.Flag{Name: name, Value: of, NoOptDefVal: known.NoOptDefVal, Hidden: true})
}

func (p *Parameters) add(flag *Flag, help string) *Flag {
	flag.typed, flag.variables = p.typed, p.variables
	p.flags.AddFlag(&pflag.Flag{Name: flag.name, Usage: help, Value: flag})
	return flag
}

// Argument declares an argument that the command needs. A shell completes the values.
func (p *Parameters) Argument(target *string, name, help string, values ...string) {
	p.arguments = append(p.arguments, argument{"<" + name + ">", help, target, values})
}

// OptionalArgument declares an argument that may be missing.
func (p *Parameters) OptionalArgument(target *string, name, help string) {
	p.arguments = append(p.arguments, argument{"[<" + name + ">]", help, target, nil})
}

// take reads the arguments that are no flags, and refuses missing and superfluous ones.
func (p *Parameters) take(_ *cobra.Command, words []string) error {
	for i, argument := range p.arguments {
		switch {
		case i < len(words):
			*argument.target = words[i]
		case argument.name[0] != '[':
			return fmt.Errorf("expected an argument %s, found none", argument.name)
		}
	}
	if len(words) <= len(p.arguments) {
		return nil
	}
	return fmt.Errorf("unexpected argument %s", words[len(p.arguments)])
}

// Given reports whether the arguments have the flag. A variable of the environment does not count.
func (f *Flag) Given() bool { return f.given }

// Set reads a value that follows the flag in the arguments of the program.
func (f *Flag) Set(text string) error {
	isList := f.clear != nil
	switch {
	case f.given && !isList:
		return fmt.Errorf("--%s is given twice: it has one value", f.name)
	case isList && text == "":
		return fmt.Errorf("--%s is empty: give a value, or leave the flag out", f.name)
	case isList && !f.given:
		f.clear()
	}
	f.given = true
	if err := f.read(text); err != nil {
		return fmt.Errorf("--%s: %w", f.name, err)
	}
	if looksLikeFlag(text) && !slices.Contains(f.typed, "--"+f.name+"="+text) {
		return fmt.Errorf("--%s: expected a value, found a flag: write --%[1]s=… for a value that begins with a dash", f.name)
	}
	return nil
}

// looksLikeFlag reports whether a text is probably a flag, although it stands where a value should be. A number such
// as -1 is no flag.
func looksLikeFlag(text string) bool {
	return len(text) > 1 && text[0] == '-' && (text[1] == '-' || unicode.IsLetter(rune(text[1])))
}

// setFrom sets the flag from its variable of the environment.
func (f *Flag) setFrom(text string) error {
	if f.clear != nil {
		f.clear()
	}
	if err := f.read(text); err != nil {
		return fmt.Errorf("--%s: %w (from the variable %s)", f.name, err, f.variable())
	}
	return nil
}

// variable returns the name of the variable that sets the flag.
func (f *Flag) variable() string {
	return f.variables + strings.ToUpper(strings.ReplaceAll(f.name, "-", "_"))
}

// String returns no default, because the help of the flag has the default.
func (*Flag) String() string { return "" }

// Type returns the placeholder of the value. The help shows none for the type bool.
func (f *Flag) Type() string { return cmp.Or(f.placeholder, "bool") }

// negation is the flag --no-NAME of a parameter. Giving --NAME and --no-NAME together counts as giving a flag twice.
type negation struct{ *Flag }

// Set turns the parameter off.
func (n negation) Set(text string) error {
	off, err := Boolean(text)
	if err != nil {
		return fmt.Errorf("--no-%s: %w", n.name, err)
	}
	return n.Flag.Set(strconv.FormatBool(!off))
}

// mistake returns an error of pflag in the words of the program. The value of a flag can be a secret, so mistake
// drops what pflag says about the value, and keeps only the text of the flag's own error.
func mistake(flags *pflag.FlagSet, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	var unreadable *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &wrong) && wrong.GetFlag().Name == "help":
		return errors.New("--help takes no value")
	case errors.As(err, &wrong):
		return wrong.Unwrap()
	case errors.As(err, &bare):
		return fmt.Errorf("--%s: expected a value, found none", bare.GetSpecifiedName())
	case errors.As(err, &unreadable):
		name, _, _ := strings.Cut(unreadable.GetSpecifiedFlag(), "=")
		return fmt.Errorf("unknown flag %s", name)
	case !errors.As(err, &unknown):
		return err
	}
	if letters, _, _ := strings.Cut(unknown.GetSpecifiedShortnames(), "="); letters != "" {
		return fmt.Errorf("unknown flag -%s", letters)
	}
	var names []string
	flags.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	if like := plaintext.Nearest(names, unknown.GetSpecifiedName()); like != "" {
		return fmt.Errorf(`unknown flag --%s, did you mean "--%s"?`, unknown.GetSpecifiedName(), like)
	}
	return fmt.Errorf("unknown flag --%s", unknown.GetSpecifiedName())
}
