package scenario

import (
	"slices"
	"strconv"
)

// The names in the built-in tournament. Persons, towns and their state are made up.

const stateRegion = "Meadowland"

type town struct{ short, name string }

func (t town) postalCode() string {
	return numbered("000", 1+slices.Index(towns, t), 2)
}

// numbered returns a text followed by a number with at least the given count of digits. It does not use package fmt,
// because a scenario has thousands of such texts, and fmt would cost a tenth of the time that a server needs to start.
func numbered(text string, n, digits int) string {
	number := strconv.Itoa(n)
	return text + "00000"[:max(0, digits-len(number))] + number
}

var towns = []town{
	{"Prairie", "Prairie Puddle"},
	{"Kettle", "Upper Kettlewhisk"},
	{"Maple", "Maplewhistle"},
	{"Thistle", "Thistlebonnet"},
	{"Copper", "Copperspoon"},
	{"Harbor", "Harbor Noodle"},
	{"Meadow", "Meadowmuffin"},
	{"Canyon", "Canyon Crumpet"},
	{"Juniper", "Juniper Jot"},
	{"Willow", "Willowsneeze"},
	{"Granite", "Granite Button"},
	{"Lantern", "Lanternwink"},
	{"Marsh", "Marshmallow Bend"},
	{"Pepper", "Pepperpot Rise"},
	{"Birch", "Birchgiggle"},
	{"Saddle", "Saddlesock"},
	{"Cinder", "Cindertoast"},
	{"Bramble", "Bramblehum"},
	{"River", "Riverbiscuit"},
	{"Clover", "Cloverhiccup"},
	{"Timber", "Timbertickle"},
	{"Pebble", "Pebbleplop"},
	{"Sunset", "Sunset Sandwich"},
	{"Frost", "Frostnoodle"},
	{"Acorn", "Acorn Attic"},
	{"Breeze", "Breezemitten"},
	{"Mirage", "Mirage Marble"},
	{"Otter", "Otter Umbrella"},
}

var mascots = []string{
	"Comets", "Badgers", "Pikes", "Steamers", "Owls", "Tortoises", "Marmots", "Foxes", "Hornets", "Waffles",
	"Dumplings", "Thunderbolts", "Sprockets", "Kazoos", "Puffins", "Rockets", "Wombats", "Geckos", "Skylarks",
	"Tumbleweeds", "Whirligigs", "Yetis", "Zebras", "Bumblebees", "Teacups", "Fireflies", "Walruses", "Pretzels",
}

var firstNames = []string{
	"Wren", "Pippa", "Dash", "Moxie", "Barnaby", "Juniper", "Biscuit", "Clementine", "Fitz", "Hazel", "Jasper", "Kip",
	"Lark", "Marlow", "Nettie", "Otis", "Poppy", "Quill", "Rollo", "Sunny", "Tansy", "Ziggy", "Bramble", "Cricket",
	"Dandy", "Ember", "Fable", "Gus", "Huckle", "Indigo", "Jolly", "Lumen", "Maple", "Nimbus", "Olive", "Pepper",
}

var lastNames = []string{
	"Tumbleton", "Wobbleton", "Puddleworth", "Thunderlace", "Fernhollow", "Butterwhisk", "Bumblethorpe", "Cobblesock",
	"Dawdlewick", "Featherhat", "Figglesworth", "Gigglesmith", "Hopplewood", "Inkwhistle", "Jellicane", "Kettlebrook",
	"Larkspindle", "Marblecroft", "Nutterbloom", "Oddsbodkin", "Pebblecroft", "Quickstep", "Rumblefield", "Snickerby",
	"Tickleford", "Umberdash", "Velvetoe", "Waddlecombe", "Yodelby", "Zippleton", "Acornsby", "Brambletoe", "Crumplehat",
	"Dillypond", "Elderfizz", "Fiddlemoss", "Gumdropper", "Hullaballoo", "Jigglethwaite", "Lollywick", "Mufflefoot",
	"Noodlebank", "Pumpernick", "Skedaddle",
}

var (
	streets = []string{
		"Acorn Lane", "Waffle Way", "Puddle Path", "Kazoo Court", "Noodle Street", "Teacup Terrace", "Mitten Mews",
	}
	positions  = []string{"Left", "Center", "Right", "Front", "Back", "Utility"}
	bats       = []string{"Right", "Right", "Left", "Switch"}
	throws     = []string{"Right", "Right", "Right", "Left"}
	shirtSizes = []string{"YM", "YL", "S", "M", "L"}
	snacks     = []string{"Pretzels", "Peach slices", "Cheese & crackers", "Popcorn"}
)
