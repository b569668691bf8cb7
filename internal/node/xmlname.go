package node

import (
	"strings"
	"unicode/utf8"
)

// IsName reports whether an element may have that name, without a namespace prefix.
func IsName(name string) bool {
	first, size := utf8.DecodeRuneInString(name)
	if size == 0 || !IsNameStart(first) {
		return false
	}
	return !strings.ContainsFunc(name[size:], func(r rune) bool { return !IsNameRune(r) }) && utf8.ValidString(name)
}

// IsNameStart reports whether a name can start with r: NameStartChar of XML 1.0 (fifth edition), without the
// colon.
func IsNameStart(r rune) bool { return within(nameStarts, r) }

// IsNameRune reports whether r can be inside a name: NameChar of XML 1.0 (fifth edition), without the colon.
func IsNameRune(r rune) bool { return within(nameStarts, r) || within(nameRest, r) }

// IsOldNameRune reports whether r can be inside a name by the fourth edition of XML 1.0 too, by which expat and .NET
// still read. It leaves out scripts that few names have.
func IsOldNameRune(r rune) bool { return within(oldNames, r) }

func within(ranges [][2]rune, r rune) bool {
	for i := range ranges {
		if r <= ranges[i][1] {
			return r >= ranges[i][0]
		}
	}
	return false
}

var (
	nameStarts = [][2]rune{
		{'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF},
		{0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD},
		{0x10000, 0xEFFFF},
	}
	nameRest = [][2]rune{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
	oldNames = [][2]rune{
		{'-', '.'}, {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x131},
		{0x134, 0x13E}, {0x141, 0x148}, {0x14A, 0x17E}, {0x388, 0x38A}, {0x38E, 0x3A1}, {0x3A3, 0x3CE}, {0x401, 0x40C},
		{0x40E, 0x44F}, {0x451, 0x45C}, {0x45E, 0x481}, {0x3041, 0x3094}, {0x30A1, 0x30FA}, {0x4E00, 0x9FA5},
		{0xAC00, 0xD7A3},
	}
)
