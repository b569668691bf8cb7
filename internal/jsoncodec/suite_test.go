package jsoncodec_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// accepted and refused follow the cases of the public JSON parsing test suites.
var (
	accepted = []string{
		`0`, `-0`, `1`, `-1`, `1.5`, `0.1`, `1e2`, `1E+2`, `1e-2`, `0e1`, `-0.0e-0`, `123456789012345678901234567890`, `1e9999`,
		`true`, `false`, `null`, `""`, `"a"`, `" "`, `"\"\\\/\b\f\n\r\t"`, `"\u0000"`, `"\uD834\udd1e"`, `"\uD800"`,
		`"\uDC00\uD800"`, `"\uD800\uD800\n"`, "\"\u2028\u2029\"", "\"\x7f\"", "\"\U0010FFFF\"", "\"\uFEFF\"",
		`[]`, `[ ]`, `[1]`, `[1,2]`, `[[]]`, `[[],{}]`, `[null, 1, "1", {}]`, "[1\n]", ` [] `, "\t\n\r []",
		`{}`, `{ }`, `{"a":1}`, `{"a":1,"a":2}`, `{"":0}`, `{"a":[]}`, `{"a":{"b":{}}}`, `{"\u0061":1}`, `{"a\u0000b":1}`,
		`{"aé":"é"}`,
	}
	refused = []string{
		``, ` `, `.5`, `1.`, `01`, `-01`, `-`, `+1`, `1e`, `1e+`, `1.e1`, `0x1`, `1_000`, `Infinity`, `NaN`, `-NaN`, `--1`, `1 2`,
		`１`, `tru`, `truee`, `True`, `nul`, `fals`, `undefined`, `'a'`, `a`, `"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u"`, `"\u12"`,
		`"\u123"`, `"\u123g"`, `"\U0041"`, `"\uD800\"`, `"\uD800\u"`, `"\uD800\u1"`, `"\a"`, "\"\n\"", "\"\t\"", "\"\x00\"", "\"\x1f\"",
		`[`, `]`, `[,`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1:2]`, `[1}`, `[}`, `["a"`, `[1]]`, `[1]x`, `[1],`,
		`{`, `}`, `{,}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1,,"b":2}`, `{"a" 1}`, `{"a"::1}`, `{a:1}`, `{1:1}`,
		`{'a':1}`, `{"a":1]`, `{"a":}`, `{"a"}`, `{"a":1 "b":2}`, `{"a":1}}`, `{"a":1}#`, `{"a":1}/**/`, `/**/{}`, `//x`, `{null:1}`,
		"\uFEFF\uFEFF{}", "\x00", "[1]\x00", "\v[]", "[]\f", "\u00A0[]", "\u2060[]", `*`, `&`, "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
		"\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "{\"\xff\":1}", "\xff",
	}
)

// named are cases after the manner of the public JSON parsing test suites: y_ must be accepted, n_ refused; i_ is left to
// the parser. What encoding/json accepts is accepted, with two deliberate differences, which are the i_ cases:
//   - bytes that are not UTF-8 are refused, where encoding/json takes each for U+FFFD
//   - nesting beyond Limits is refused, 64 levels unless it says else, where encoding/json goes down 10,000
//
// Left to the parser as well, and read as encoding/json does: half a surrogate pair by escape is U+FFFD, of members with the
// same name the last one counts, and numbers are of any size while they are not asked to fit a type.
var named = []struct{ name, body string }{
	{"y_structure_empty_array_spread", "[\n\n]"},
	{"y_structure_empty_object_spread", "{\r\n\t}"},
	{"y_structure_lonely_negative_int", `-42`},
	{"y_structure_lonely_negative_real", `-0.1`},
	{"y_structure_lonely_string_of_structure", `"[{,:}]"`},
	{"y_structure_trailing_newline", "[\"a\"]\n"},
	{
		"y_structure_white_space_everywhere",
		" \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n, \t\r\n\"b\" \t\r\n: \t\r\n{ } \t\r\n} \t\r\n",
	},
	{"y_structure_white_space_before_number", "\n\n\n0"},
	{"y_structure_white_space_after_literal", "null\t"},
	{"y_array_of_all_kinds", `[null,1,"1",{},[],true,false]`},
	{"y_array_of_empty_string", `[""]`},
	{"y_array_with_false", `[false]`},
	{"y_array_with_several_null", `[1,null,null,null,2]`},
	{"y_array_trailing_space", `[2] `},
	{"y_array_leading_space", `[ 1]`},
	{"y_array_nested_mixed", `[[[[]]],[{"a":[[]]}],[[{}]]]`},
	{"y_array_of_64_levels", strings.Repeat("[", 64) + strings.Repeat("]", 64)},
	{"y_array_long", "[" + strings.Repeat("0,", 5000) + "0]"},
	{"y_object_basic", `{"asd":"sdf"}`},
	{"y_object_duplicated_key", `{"a":"b","a":"c"}`},
	{"y_object_duplicated_key_and_value", `{"a":"b","a":"b"}`},
	{"y_object_duplicated_by_escape", `{"a":1,"\u0061":2}`},
	{"y_object_empty_key", `{"":""}`},
	{"y_object_empty_key_twice", `{"":1,"":2}`},
	{"y_object_escaped_null_in_key", `{"foo\u0000bar":42}`},
	{"y_object_escaped_quote_in_key", `{"a\"b":1}`},
	{"y_object_extreme_numbers", `{"min":-1.0e+28,"max":1.0e+28}`},
	{"y_object_long_key", `{"` + strings.Repeat("k", 5000) + `":0}`},
	{"y_object_long_strings", `{"x":[{"id":"` + strings.Repeat("x", 40) + `"}],"id":"` + strings.Repeat("x", 40) + `"}`},
	{
		"y_object_string_unicode",
		`{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430"}`,
	},
	{"y_object_with_newlines", "{\n\"a\":\"b\"\n}"},
	{"y_object_key_like_literal", `{"null":null,"true":true,"false":false}`},
	{"y_object_proto", `{"__proto__":{},"constructor":1}`},
	{"y_object_of_64_levels", strings.Repeat(`{"":`, 63) + "{}" + strings.Repeat("}", 63)},
	{"y_number_0e_plus_1", `[0e+1]`},
	{"y_number_0E0", `[0E0]`},
	{"y_number_after_space", `[ 4]`},
	{"y_number_close_to_zero", `[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]`},
	{"y_number_int_with_exponent", `[20e1]`},
	{"y_number_minus_zero", `[-0]`},
	{"y_number_minus_zero_exponent", `[-0e-0]`},
	{"y_number_negative_int", `[-123]`},
	{"y_number_negative_one", `[-1]`},
	{"y_number_real_capital_e", `[1E22]`},
	{"y_number_real_capital_e_negative", `[1E-2]`},
	{"y_number_real_capital_e_positive", `[1E+2]`},
	{"y_number_real_exponent", `[123e45]`},
	{"y_number_real_fraction_exponent", `[123.456e78]`},
	{"y_number_real_negative_exponent", `[1e-2]`},
	{"y_number_simple_real", `[123.456789]`},
	{"y_number_leading_zeros_in_fraction", `0.0001`},
	{"y_number_leading_zeros_in_exponent", `1e007`},
	{"y_number_trailing_zeros", `1.5000`},
	{"y_number_beyond_int64", `9223372036854775808`},
	{"y_number_beyond_uint64", `18446744073709551616`},
	{"y_number_beyond_float", `1e400`},
	{"y_number_beyond_float_negative", `-1.5e+9999`},
	{"y_number_below_float", `1e-400`},
	{"y_number_huge_exponent", `[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999999999999999999999]`},
	{"y_number_of_1000_digits", strings.Repeat("9", 1000)},
	{"y_number_fraction_of_1000_digits", "0." + strings.Repeat("3", 1000)},
	{"y_string_all_escapes", `["\"\\\/\b\f\n\r\t"]`},
	{"y_string_escaped_solidus_only", `"\/"`},
	{"y_string_backslash_then_u", `"\\u0061"`},
	{"y_string_backslash_twice", `"\\\\"`},
	{"y_string_backslash_then_quote", `"\\\""`},
	{"y_string_escaped_control", `"\u0012\u001f"`},
	{"y_string_escaped_noncharacter", `"\uFFFE\uFFFF\uFDD0"`},
	{"y_string_escaped_bom", `"\uFEFF"`},
	{"y_string_escaped_line_separators", `"\u2028\u2029"`},
	{"y_string_escaped_delete", `"\u007f"`},
	{"y_string_escaped_two_bytes", `"\u0123"`},
	{"y_string_escaped_three_bytes", `"\u0821"`},
	{"y_string_escapes_in_mixed_case", `"\uaBcD\uDeF0"`},
	{"y_string_surrogate_pair", `"\uD801\udc37"`},
	{"y_string_surrogate_pair_last", `"\uDBFF\uDFFF"`},
	{"y_string_surrogate_pair_first", `"\uD800\uDC00"`},
	{"y_string_surrogate_pairs", `"\ud83d\ude39\ud83d\udc8d"`},
	{"y_string_pair_noncharacter", `"\uD83F\uDFFE"`},
	{"y_string_comment", `["a/*b*/c/*d//e"]`},
	{"y_string_two_bytes", "\"\u00a3\""},
	{"y_string_three_bytes", "\"\u20ac\""},
	{"y_string_four_bytes", "\"\U0001D11E\""},
	{"y_string_edges_of_utf8", "\"\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\""},
	{"y_string_bare_noncharacters", "\"\ufdd0\ufffe\U0001FFFE\U0010FFFE\""},
	{"y_string_bare_replacement", "\"\ufffd\""},
	{"y_string_bare_c1", "\"\u0080\u0085\u009f\""},
	{"y_string_bare_no_break_space", "\"\u00a0\u2060\u200b\""},
	{"y_string_bare_private_use", "\"\ue000\uf8ff\""},
	{"y_string_combining", "\"e\u0301\""},
	{"y_string_right_to_left", "\"\u202eabc\u200f\""},
	{"y_string_in_array_with_spaces", `[ "asd" ]`},
	{"y_string_seven_bytes", `"1234567"`},
	{"y_string_eight_bytes", `"12345678"`},
	{"y_string_escape_at_byte_eight", `"1234567\n9"`},
	{"y_string_long", `"` + strings.Repeat("x", 70000) + `"`},
	{"y_string_long_of_escapes", `"` + strings.Repeat(`\u00e9`, 5000) + `"`},
	{"y_literal_true", `[true]`},
	{"y_literal_with_spaces", ` null `},
	{"y_lone_high", `"\uDADA"`},
	{"y_lone_low", `"\uDd1e"`},
	{"y_lone_low_then_text", `"\uDEADabc"`},
	{"y_lone_high_then_text", `"\uD888abc"`},
	{"y_lone_high_then_bmp", `"\uD888\u1234"`},
	{"y_lone_high_then_escape", `"\uD800\n"`},
	{"y_lone_high_twice_then_low", `"\uD800\uD800\uDC00"`},
	{"y_lone_pair_reversed", `"\uDd1e\uD834"`},
	{"y_lone_high_in_key", `{"\uDFAA":0,"\uD800":1}`},
	{"y_lone_high_then_escaped_backslash", `"\uD800\\uDC00"`},
	{"y_lone_high_then_four_bytes", "\"\\uD800\U00010000\""},
	{"y_structure_bom", "\ufeff[]"},
	{"n_structure_bom_only", "\ufeff"},
	{"n_structure_bom_inside", "[\ufeff]"},
	{"n_structure_bom_after", "[]\ufeff"},
	{"n_structure_utf16_big_endian", "\xfe\xff\x00[\x00]"},
	{"n_structure_utf16_little_endian", "\xff\xfe[\x00]\x00"},
	{"n_structure_utf16_without_bom", "\x00[\x00\"\x00\xe9\x00\"\x00]"},
	{"n_structure_white_space_only", "\r\n\t "},
	{"n_structure_null_byte_outside_string", "[\x00]"},
	{"n_structure_form_feed", "[\x0c]"},
	{"n_structure_vertical_tab", "[\x0b]"},
	{"n_structure_delete", "[\x7f]"},
	{"n_structure_next_line", "[\u0085]"},
	{"n_structure_line_separator", "[\u2028]"},
	{"n_structure_ideographic_space", "\u3000[]"},
	{"n_structure_word_joiner", "[\u2060]"},
	{"n_structure_escape_outside_string", `[\n]`},
	{"n_structure_unicode_escape_outside_string", `[\u0020]`},
	{"n_structure_angle_brackets", `<.>`},
	{"n_structure_angle_null", `[<null>]`},
	{"n_structure_array_with_extra_close", `[1]]`},
	{"n_structure_array_with_unclosed_string", `["asd]`},
	{"n_structure_two_arrays", `[][]`},
	{"n_structure_two_objects", `{}{}`},
	{"n_structure_number_then_array", `1[]`},
	{"n_structure_string_then_string", `"a""b"`},
	{"n_structure_string_then_comma", `"a",`},
	{"n_structure_close_unopened", `1]`},
	{"n_structure_close_twice", `]]`},
	{"n_structure_close_wrong_way", `][`},
	{"n_structure_object_followed_by_close", `{}}`},
	{"n_structure_object_close_by_bracket", `{"a":[1}`},
	{"n_structure_array_close_by_brace", `[{]}`},
	{"n_structure_comma", `,`},
	{"n_structure_comma_array", `[,`},
	{"n_structure_colon", `:`},
	{"n_structure_open_object_open_array", `{[`},
	{"n_structure_open_object_comma", `{,`},
	{"n_structure_open_object_close_array", `{]`},
	{"n_structure_open_object_open_string", `{"a`},
	{"n_structure_open_object_string_with_apostrophes", `{'a'`},
	{"n_structure_open_array_apostrophe", `['`},
	{"n_structure_open_array_string", `["a"`},
	{"n_structure_open_array_open_string", `["a`},
	{"n_structure_open_array_open_object", `[{`},
	{"n_structure_open_open", `["\{["\{["\{["\{`},
	{"n_structure_many_open_arrays", strings.Repeat("[", 100)},
	{"n_structure_many_open_objects", strings.Repeat(`{"":`, 100)},
	{"n_structure_many_closed", strings.Repeat("]", 100)},
	{"n_structure_comment_before", `//a` + "\n" + `[]`},
	{"n_structure_comment_after", `{"a":"b"}//`},
	{"n_structure_comment_block_after", `{"a":"b"}/**//`},
	{"n_structure_comment_inside", `[1/*,*/]`},
	{"n_structure_comment_hash", `{"a":"b"}#{}`},
	{"n_structure_comment_xml", `[]<!-- -->`},
	{"n_structure_slash_open", `{"a":"b"}/`},
	{"n_structure_semicolon", `[1;2]`},
	{"n_structure_equals", `{"a"=1}`},
	{"n_structure_arrow", `{"a"=>1}`},
	{"n_structure_parentheses", `(1)`},
	{"n_structure_javascript_call", `callback({})`},
	{"n_structure_guard", `)]}',[]`},
	{"n_structure_end_of_body_mark", "[]\x1a"},
	{"n_structure_record_separator", "\x1e[]"},
	{"n_array_colon_instead_of_comma", `["":1]`},
	{"n_array_comma_after_close", `[""],`},
	{"n_array_comma_and_number", `[,1]`},
	{"n_array_comma_only", `[,]`},
	{"n_array_double_comma", `[1,,2]`},
	{"n_array_double_extra_comma", `["x",,]`},
	{"n_array_extra_comma", `["",]`},
	{"n_array_incomplete", `["x"`},
	{"n_array_incomplete_number", `[-`},
	{"n_array_inner_without_comma", `[3[4]]`},
	{"n_array_items_with_space", `["a" "b"]`},
	{"n_array_just_minus", `[-]`},
	{"n_array_newlines_unclosed", "[\"a\",\n4\n,1,"},
	{"n_array_number_and_several_commas", `[1,,]`},
	{"n_array_spread", `[...1]`},
	{"n_array_star", `[*]`},
	{"n_array_unclosed_with_object", `[{}`},
	{"n_array_literals_together", `[truefalse]`},
	{"n_array_string_and_number", `["a"1]`},
	{"n_array_invalid_utf8", "[\xff]"},
	{"n_array_hole", `[ , ]`},
	{"n_object_bad_value", `["x", truth]`},
	{"n_object_bracket_key", "{[: \"x\"}\n"},
	{"n_object_comma_instead_of_colon", `{"x", null}`},
	{"n_object_double_colon", `{"x"::"b"}`},
	{"n_object_emoji_key", "{\U0001F1E8\U0001F1ED}"},
	{"n_object_garbage_at_end", `{"a":"a" 123}`},
	{"n_object_key_with_apostrophes", `{key: 'value'}`},
	{"n_object_lone_continuation_byte_in_key", "{\"\xb9\":\"0\",}"},
	{"n_object_missing_colon", `{"a" b}`},
	{"n_object_missing_key", `{:"b"}`},
	{"n_object_missing_semicolon", `{"a" "b"}`},
	{"n_object_missing_value", `{"a":`},
	{"n_object_no_colon", `{"a"`},
	{"n_object_non_string_key", `{1:1}`},
	{"n_object_literal_key", `{true:1}`},
	{"n_object_null_keys", `{null:null,null:null}`},
	{"n_object_array_key", `{[]:1}`},
	{"n_object_object_key", `{{}:1}`},
	{"n_object_several_trailing_commas", `{"id":0,,,,,}`},
	{"n_object_single_quote", `{'a':0}`},
	{"n_object_trailing_comma", `{"id":0,}`},
	{"n_object_leading_comma", `{,"id":0}`},
	{"n_object_two_commas_in_a_row", `{"a":"b",,"c":"d"}`},
	{"n_object_unquoted_key", `{a: "b"}`},
	{"n_object_unterminated_value", `{"a":"a`},
	{"n_object_with_single_string", `{ "foo" : "bar", "a" }`},
	{"n_object_repeated_braces", `{{}}`},
	{"n_object_trailing_garbage", `{"a":true} "x"`},
	{"n_object_spread", `{...{}}`},
	{"n_object_value_twice", `{"a":1 2}`},
	{"n_object_escape_before_key", `{\"a":1}`},
	{"n_number_plus_plus", `[++1234]`},
	{"n_number_plus_one", `[+1]`},
	{"n_number_plus_infinity", `[+Inf]`},
	{"n_number_minus_01", `[-01]`},
	{"n_number_minus_1_0_dot", `[-1.0.]`},
	{"n_number_minus_2_dot", `[-2.]`},
	{"n_number_minus_nan", `[-NaN]`},
	{"n_number_minus_dot", `[-.5]`},
	{"n_number_minus_space", `[- 1]`},
	{"n_number_minus_minus", `[--1]`},
	{"n_number_dot_minus_1", `[.-1]`},
	{"n_number_dot_2e_minus_3", `[.2e-3]`},
	{"n_number_dot_only", `.`},
	{"n_number_0_1_2", `[0.1.2]`},
	{"n_number_0_3e", `[0.3e]`},
	{"n_number_0_3e_plus", `[0.3e+]`},
	{"n_number_0_capital_e", `[0E]`},
	{"n_number_0_capital_e_plus", `[0E+]`},
	{"n_number_0_dot_e1", `[0.e1]`},
	{"n_number_1_0e", `[1.0e]`},
	{"n_number_1_0e_minus", `[1.0e-]`},
	{"n_number_1_000", `[1 000.0]`},
	{"n_number_1_comma_fraction", `{"a":1,5}`},
	{"n_number_1eE2", `[1eE2]`},
	{"n_number_1e_fraction", `[1e1.5]`},
	{"n_number_2_dot_e_plus_3", `[2.e+3]`},
	{"n_number_9_dot_e_plus", `[9.e+]`},
	{"n_number_00", `[00]`},
	{"n_number_000_5", `[000.5]`},
	{"n_number_012", `[012]`},
	{"n_number_minus_00", `[-00]`},
	{"n_number_infinity", `[Infinity]`},
	{"n_number_inf", `[Inf]`},
	{"n_number_minus_infinity", `[-Infinity]`},
	{"n_number_nan", `[NaN]`},
	{"n_number_nan_quiet", `[nan]`},
	{"n_number_hex_one_digit", `[0x1]`},
	{"n_number_hex_two_digits", `[0x42]`},
	{"n_number_octal", `[0o7]`},
	{"n_number_binary", `[0b1]`},
	{"n_number_underscore", `[1_0]`},
	{"n_number_suffix", `[1L]`},
	{"n_number_big_suffix", `[1n]`},
	{"n_number_percent", `[1%]`},
	{"n_number_alpha", `[1.2a-3]`},
	{"n_number_garbage_after_e", `[1ea]`},
	{"n_number_expression", `[1+2]`},
	{"n_number_full_width_digit", "[\uff11]"},
	{"n_number_arabic_digit", "[\u0661]"},
	{"n_number_invalid_utf8_after", "[123\xe5]"},
	{"n_number_invalid_utf8_in_exponent", "[1e1\xe5]"},
	{"n_number_real_without_fraction", `[1.]`},
	{"n_number_real_starting_with_dot", `[.123]`},
	{"n_number_minus_sign_character", "[\u22121]"},
	{"n_number_then_letter", `[0x]`},
	{"n_string_1_surrogate_then_escape", `["\uD800\"]`},
	{"n_string_1_surrogate_then_escape_u", `["\uD800\u"]`},
	{"n_string_1_surrogate_then_escape_u1", `["\uD800\u1"]`},
	{"n_string_1_surrogate_then_escape_u1x", `["\uD800\u1x"]`},
	{"n_string_accentuated_char_no_quotes", "[\u00e9]"},
	{"n_string_backslash_00", "[\"\\\x00\"]"},
	{"n_string_escape_x", `["\x00"]`},
	{"n_string_escape_octal", `["\012"]`},
	{"n_string_escape_zero", `["\0"]`},
	{"n_string_escape_apostrophe", `["\'"]`},
	{"n_string_escape_vertical_tab", `["\v"]`},
	{"n_string_escape_bell", `["\a"]`},
	{"n_string_escape_capital_n", `["\N"]`},
	{"n_string_escape_space", `["\ "]`},
	{"n_string_escape_newline", "[\"a\\\nb\"]"},
	{"n_string_escaped_tab_character", "[\"\\\t\"]"},
	{"n_string_escaped_emoji", "[\"\\\U0001F300\"]"},
	{"n_string_escaped_backslash_bad", `["\\\"]`},
	{"n_string_incomplete_escape", `["\"]`},
	{"n_string_incomplete_unicode_escape", `["\u00A"]`},
	{"n_string_incomplete_surrogate", `["\uD834\uDd"]`},
	{"n_string_unicode_escape_with_brace", `["\u{61}"]`},
	{"n_string_unicode_escape_capital_u", `["\UA66D"]`},
	{"n_string_unicode_escape_with_sign", `["\u+123"]`},
	{"n_string_unicode_escape_with_space", `["\u 123"]`},
	{"n_string_unicode_escape_with_full_width", "[\"\\u\uff10\uff10\uff14\uff11\"]"},
	{"n_string_unicode_escape_with_0x", `["\u0x41"]`},
	{"n_string_unicode_escape_of_g", `["\u000g"]`},
	{"n_string_unicode_escape_of_at", `["\u000@"]`},
	{"n_string_unicode_escape_of_colon", `["\u000:"]`},
	{"n_string_unicode_escape_of_grave", "[\"\\u000`\"]"},
	{"n_string_unicode_escape_cut_at_1", `["\u0`},
	{"n_string_unicode_escape_cut_at_2", `["\u00`},
	{"n_string_unicode_escape_cut_at_3", `["\u000`},
	{"n_string_unicode_escape_cut_at_4", `["\u0000`},
	{"n_string_invalid_backslash_escape", `["\a"]`},
	{"n_string_leading_escaped_thing", `[\u0020"asd"]`},
	{"n_string_no_quotes_with_bad_escape", `[\n]`},
	{"n_string_single_doublequote", `["]`},
	{"n_string_single_quote", `['single quote']`},
	{"n_string_single_letter", `[abc]`},
	{"n_string_start_escape_unclosed", `["\`},
	{"n_string_unescaped_newline", "[\"new\nline\"]"},
	{"n_string_unescaped_return", "[\"new\rline\"]"},
	{"n_string_unescaped_tab", "[\"\t\"]"},
	{"n_string_unescaped_null", "[\"a\x00a\"]"},
	{"n_string_unescaped_backspace", "[\"\x08\"]"},
	{"n_string_unescaped_escape", "[\"\x1b\"]"},
	{"n_string_unescaped_after_eight", "[\"12345678\x01\"]"},
	{"n_string_with_trailing_garbage", `""x`},
	{"n_string_triple_quotes", `"""a"""`},
	{"n_string_backticks", "`a`"},
	{"n_string_typographic_quotes", "[\u201ca\u201d]"},
	{"n_literal_incomplete_false", `[fals]`},
	{"n_literal_incomplete_null", `[nul]`},
	{"n_literal_incomplete_true", `[tru]`},
	{"n_literal_capital_true", `[True]`},
	{"n_literal_capitals_null", `[NULL]`},
	{"n_literal_undefined", `[undefined]`},
	{"n_literal_none", `[None]`},
	{"n_literal_nil", `[nil]`},
	{"n_literal_yes", `[yes]`},
	{"n_literal_true_with_tail", `[trues]`},
	{"n_literal_null_with_digit", `[null1]`},
	{"n_literal_with_zero_byte", "[tru\x00]"},
	{"n_literal_with_full_width", "[\uff54\uff52\uff55\uff45]"},
	{"i_string_byte_ff", "[\"\xff\"]"},
	{"i_string_latin1", "[\"\xe9\"]"},
	{"i_string_lone_continuation", "[\"\x81\"]"},
	{"i_string_not_in_range", "[\"\xf4\xbf\xbf\xbf\"]"},
	{"i_string_overlong_2_bytes", "[\"\xc0\xaf\"]"},
	{"i_string_overlong_null", "[\"\xc0\x80\"]"},
	{"i_string_overlong_c1", "[\"\xc1\xbf\"]"},
	{"i_string_overlong_3_bytes", "[\"\xe0\x80\xaf\"]"},
	{"i_string_overlong_3_bytes_last", "[\"\xe0\x9f\xbf\"]"},
	{"i_string_overlong_4_bytes", "[\"\xf0\x8f\xbf\xbf\"]"},
	{"i_string_overlong_5_bytes", "[\"\xf8\x80\x80\x80\xaf\"]"},
	{"i_string_overlong_6_bytes", "[\"\xfc\x83\xbf\xbf\xbf\xbf\"]"},
	{"i_string_truncated_2_bytes", "[\"\xc3\"]"},
	{"i_string_truncated_3_bytes", "[\"\xe0\xff\"]"},
	{"i_string_truncated_4_bytes", "[\"\xf0\x9d\x84\"]"},
	{"i_string_utf8_surrogate", "[\"\xed\xa0\x80\"]"},
	{"i_string_utf8_surrogate_low", "[\"\xed\xbf\xbf\"]"},
	{"i_string_utf8_surrogate_pair", "[\"\xed\xa0\x81\xed\xb0\xb7\"]"},
	{"i_string_beyond_last", "[\"\xf4\x90\x80\x80\"]"},
	{"i_string_lead_f5", "[\"\xf5\x80\x80\x80\"]"},
	{"i_string_after_escape", "[\"\\n\xff\"]"},
	{"i_string_after_eight", "[\"12345678\xff\"]"},
	{"i_key_byte_ff", "{\"\xff\":1}"},
	{"i_key_overlong", "{\"a\xc0\xaf\":1}"},
	{"i_depth_65_arrays", strings.Repeat("[", 65) + strings.Repeat("]", 65)},
	{"i_depth_65_objects", strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65)},
	{"i_depth_65_mixed", strings.Repeat(`[{"a":`, 33) + "1" + strings.Repeat("}]", 33)},
	{"i_depth_9999_arrays", strings.Repeat("[", 9999) + strings.Repeat("]", 9999)},
}

// unmarked returns a body without a byte order mark, which encoding/json refuses.
func unmarked(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\ufeff")) }

func TestNamedSuite(t *testing.T) {
	require.GreaterOrEqual(t, len(named), 300)
	seen := map[string]bool{}
	for _, test := range named {
		require.False(t, seen[test.name], test.name)
		seen[test.name] = true
		t.Run(test.name, func(t *testing.T) {
			body := []byte(test.body)
			want := strings.HasPrefix(test.name, "y_")
			require.Equal(t, want || strings.HasPrefix(test.name, "i_"), json.Valid(unmarked(body)), "encoding/json")

			n, parsed := jsoncodec.ParseNode(body, jsoncodec.Limits{})
			require.Equal(t, want, parsed == nil, parsed)
			var raw json.RawMessage
			read := jsoncodec.Unmarshal(body, &raw, jsoncodec.Limits{})
			require.Equal(t, want, read == nil, read)
			if !want {
				sound(t, body, parsed)
				sound(t, body, read)
				require.Error(t, jsoncodec.Unmarshal(body, new(team), jsoncodec.Limits{}))
				return
			}
			require.Equal(t, strings.Trim(test.body, " \t\r\n\ufeff"), string(raw))
			// Not cmp.Diff, which looks at every level of lists twice, and so at 64 of them for ever.
			require.Equal(t, decoded(t, unmarked(body)), plainNode(n))
			require.Equal(t, decoded(t, unmarked(body)), decoded(t, jsoncodec.AppendNode(nil, n)))
		})
	}
}

// Inside a member that the type does not know, and after one that it does, the cases are judged alike. What is refused on its
// own may be sound there: `,"a":1` is.
func TestNamedSuiteInsideObject(t *testing.T) {
	for _, test := range named {
		for _, format := range []string{`{"Other":%}`, `{"Id":1,"Raw":%}`, `{"Players":[{"Other":[%]}]}`} {
			body := []byte(strings.Replace(format, "%", test.body, 1))
			want := json.Valid(body) && utf8.Valid(body)
			err := jsoncodec.Unmarshal(body, new(team), deep)
			require.Equal(t, want, err == nil, "%s: %q: %v", test.name, body[:min(len(body), 100)], err)
			_, err = jsoncodec.ParseNode(body, deep)
			require.Equal(t, want, err == nil, "%s: %q: %v", test.name, body[:min(len(body), 100)], err)
		}
	}
}

func TestSuite(t *testing.T) {
	check := func(text string, want bool) {
		body := []byte(text)
		var raw json.RawMessage
		require.Equal(t, want, jsoncodec.Unmarshal(body, &raw, jsoncodec.Limits{}) == nil, "Unmarshal %q", text)
		_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		require.Equal(t, want, err == nil, "ParseNode %q", text)
		require.Equal(t, want, json.Valid(unmarked(body)) && utf8.Valid(body), "encoding/json %q", text)
	}
	for _, text := range accepted {
		check(text, true)
	}
	for _, text := range refused {
		check(text, false)
	}
}

// decoded is what encoding/json makes of a body.
func decoded(t testing.TB, body []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}

// plainNode is the same for a node.
func plainNode(n node.Node) any {
	switch n.Kind {
	case node.Bool:
		return n.Text == "true"
	case node.Number:
		return json.Number(n.Text)
	case node.Text:
		return n.Text
	case node.List:
		list := make([]any, len(n.Items))
		for i := range n.Items {
			list[i] = plainNode(n.Items[i])
		}
		return list
	case node.Object:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			object[m.Name] = plainNode(m.Node)
		}
		return object
	}
	return nil
}

func indented(t testing.TB, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, body, "", "  "))
	return out.Bytes()
}

// backwards writes the members of every object in the opposite order.
func backwards(t testing.TB, body []byte) []byte {
	t.Helper()
	n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
	require.NoError(t, err)
	reverse(&n)
	return jsoncodec.AppendNode(nil, n)
}

func reverse(n *node.Node) {
	for i := range n.Items {
		reverse(&n.Items[i])
	}
	for i := range n.Members {
		reverse(&n.Members[i].Node)
	}
	for i, j := 0, len(n.Members)-1; i < j; i, j = i+1, j-1 {
		n.Members[i], n.Members[j] = n.Members[j], n.Members[i]
	}
}

func TestParseNode(t *testing.T) {
	n, err := jsoncodec.ParseNode([]byte(`{"b":[1.50,"x",true,null,{}],"a":1, "b" : false}`), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, node.Node{Kind: node.Object, Members: []node.Member{
		{Name: "b", Node: node.Node{Kind: node.Bool, Text: "false", Offset: 42}},
		{Name: "a", Node: node.Node{Kind: node.Number, Text: "1", Offset: 33}},
	}}, n)
	require.Equal(t, `{"b":false,"a":1}`, string(jsoncodec.AppendNode(nil, n)))

	_, err = jsoncodec.ParseNode([]byte(`{"a":[1,{"b":x}]}`), jsoncodec.Limits{})
	require.EqualError(t, err, `/a[1]/b (line 1, offset 13): found "x", expected a value`)
}

func TestParseNodeWithManyMembers(t *testing.T) {
	var body strings.Builder
	body.WriteString(`{"x0":0`)
	for i := range 100_000 {
		body.WriteString(`,"x`)
		body.WriteString(strings.Repeat("a", i%1000))
		body.WriteString(`":1`)
	}
	body.WriteString(`}`)
	n, err := jsoncodec.ParseNode([]byte(body.String()), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Len(t, n.Members, 1001)
	require.Equal(t, "1", n.Find("xaa").Text)
}

func TestAppendNode(t *testing.T) {
	const body = `{"a":[1.50,"x\"\n\u0001é",true,null,{},[]],"b":{"c":"d"}}`
	n, err := jsoncodec.ParseNode(indented(t, []byte(body)), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, body, string(jsoncodec.AppendNode(nil, n)))
}
