// SPDX-License-Identifier: MIT
// See words.h.

#include "words.h"

#include "text/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 };

/// The letters that U+0100 to U+017F are without their accents.
static const char extended[] = "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
                               "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

_Static_assert(sizeof extended == 129, "one letter for each character");

/// Skips accents that stand behind their letter.
static void skip_accents(const char **text)
{
    while ((unsigned char)**text == 0xcc ||
           ((unsigned char)**text == 0xcd && (unsigned char)(*text)[1] < 0xb0))
        *text += (*text)[1] != '\0' ? 2 : 1;
}

/// The next letter of a text without case and accents, so that 3e Leger is 3e Léger; moves on.
static char next_letter(const char **text)
{
    static const char latin[] = "aaaaaaaceeeeiiiidnoooooxouuuuyts";
    unsigned char c = (unsigned char)*(*text)++, next = (unsigned char)**text;
    char letter = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : (char)c;

    if (c == '\0' || (next & 0xc0) != 0x80) {
        skip_accents(text);
        return letter;
    }
    if (c == 0xc3)
        letter = latin[(unsigned char)*(*text)++ % 32];
    else if (c == 0xc4 || c == 0xc5)
        letter = extended[(c - 0xc4) * 64 + (unsigned char)*(*text)++ % 64];
    skip_accents(text);
    return letter;
}

static bool ends_word(char c)
{
    return c == '\0' || c == ' ' || c == ',';
}

/// True if a word of a name can begin behind this character.
static bool opens_word(char before)
{
    return before == ' ' || before == '/' || before == '-' || before == '(' || before == '\'';
}

void words_skip(const char **text)
{
    while (**text == ' ' || **text == ',')
        ++*text;
}

bool words_take(const char **text, const char *phrase)
{
    const char *at = *text;

    while (*phrase != '\0')
        if (*at == '\0' || next_letter(&at) != next_letter(&phrase))
            return false;
    if (!ends_word(*at))
        return false;
    words_skip(&at);
    *text = at;
    return true;
}

bool words_begin_with(const char *word, const char *fragment)
{
    while (*fragment != '\0')
        if (*word == '\0' || next_letter(&word) != next_letter(&fragment))
            return false;
    return true;
}

bool words_have_part(const char *name, const char *fragment)
{
    for (const char *part = name; *part != '\0'; part++)
        if ((part == name || opens_word(part[-1])) && words_begin_with(part, fragment))
            return true;
    return false;
}

bool words_take_any(const char **text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (words_take(text, *words))
            return true;
    return false;
}

static const char *name_of(const lb_battle *battle, words_kind kind, uint32_t number)
{
    switch (kind) {
    case WORDS_UNIT:
        return battle->unit[number].name;
    case WORDS_GROUP:
        return battle->group[number].name;
    case WORDS_LEADER:
        return battle->leader[number].name;
    case WORDS_OBJECTIVE:
        return battle->objective[number].name;
    case WORDS_PIECE:
        break;
    }
    return battle->piece_name[number];
}

static uint32_t count_of(const lb_battle *battle, words_kind kind)
{
    switch (kind) {
    case WORDS_UNIT:
        return battle->unit_count;
    case WORDS_GROUP:
        return battle->group_count;
    case WORDS_LEADER:
        return battle->leader_count;
    case WORDS_OBJECTIVE:
        return battle->objective_count;
    case WORDS_PIECE:
        break;
    }
    return battle->piece_count;
}

/// True if a side can mean it; LB_SIDES stands for both.
static bool is_of(const lb_battle *battle, words_kind kind, uint32_t number, uint32_t side)
{
    if (side == LB_SIDES)
        return true;
    switch (kind) {
    case WORDS_UNIT:
        return battle->unit[number].side == side;
    case WORDS_GROUP:
        return battle->group[number].side == side;
    case WORDS_LEADER:
        return battle->leader[number].side == side;
    case WORDS_OBJECTIVE:
    case WORDS_PIECE:
        break;
    }
    return true;
}

/* Parts of names. */

/// Words that say how something is done; no part of a name is meant by them.
static const char *const reserved[] = {"at",
                                       "against",
                                       "on",
                                       "target",
                                       "as",
                                       "into",
                                       "in",
                                       "to",
                                       "toward",
                                       "towards",
                                       "and",
                                       "with",
                                       "of",
                                       "forward",
                                       "ahead",
                                       "advance",
                                       "back",
                                       "wheel",
                                       "turn",
                                       "oblique",
                                       "face",
                                       "about",
                                       "left",
                                       "right",
                                       "north-east",
                                       "north",
                                       "east",
                                       "south-east",
                                       "south",
                                       "south-west",
                                       "west",
                                       "north-west",
                                       "north-north-east",
                                       "east-north-east",
                                       "east-south-east",
                                       "south-south-east",
                                       "south-south-west",
                                       "west-south-west",
                                       "west-north-west",
                                       "north-north-west",
                                       NULL};

/// Where a text goes on behind what it has in common with a name from `part` on; NULL if that is
/// not a whole word of the text.
static const char *behind_common(const char *text, const char *part)
{
    const char *behind = NULL, *start = text;

    while (*text != '\0' && *part != '\0' && next_letter(&text) == next_letter(&part))
        if (ends_word(*text) && text - start >= 2)
            behind = text;
    return behind;
}

/// True of a detachment that is not made yet: its name holds that of its army, which means another.
static bool is_only_possible(const lb_battle *battle, words_kind kind, uint32_t number)
{
    return kind == WORDS_GROUP && battle->group[number].unit_count == 0;
}

words_matches words_find(const lb_battle *battle, words_kind kind, uint32_t side, const char *text)
{
    words_matches found = {0};
    const char *at = text;

    if (words_take_any(&at, reserved))
        return found;
    for (uint32_t i = 0; i < count_of(battle, kind); i++) {
        const char *name = name_of(battle, kind, i), *best = NULL;

        for (const char *part = name; is_of(battle, kind, i, side) && *part != '\0'; part++) {
            const char *behind =
                part == name || (opens_word(part[-1]) && !is_only_possible(battle, kind, i))
                    ? behind_common(text, part)
                    : NULL;

            if (behind != NULL && (best == NULL || behind > best))
                best = behind;
        }
        if (best == NULL || (found.behind != NULL && best < found.behind))
            continue;
        if (found.behind == NULL || best > found.behind)
            found.count = 0;
        found.behind = best;
        if (found.count < WORDS_MATCHES)
            found.number[found.count] = (uint16_t)i;
        found.count++;
    }
    return found;
}

bool words_ask_which(const lb_battle *battle, words_kind kind, uint32_t side, const char *text,
                     lb_diag *diag)
{
    static const char *const nouns[] = {"unit ", "brigade ", "leader ", "objective ", "ground "};
    words_matches found;
    lb_put put;

    (void)words_take(&text, "the");
    found = words_find(battle, kind, side, text);
    if (found.count < 2)
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "Which do you mean: ");
    for (uint32_t i = 0; i < found.count && i < WORDS_MATCHES; i++) {
        lb_put_text(&put, i == 0 ? "" : i + 1 == found.count ? " or " : ", ");
        lb_put_text(&put, name_of(battle, kind, found.number[i]));
        lb_put_text(&put, " (");
        lb_put_text(&put, nouns[kind]);
        lb_put_int(&put, found.number[i]);
        lb_put_char(&put, ')');
    }
    lb_put_text(&put, found.count > WORDS_MATCHES ? ", …?" : "?");
    return true;
}

/// Takes a part of a name that only one of them has.
static bool take_partly(const lb_battle *battle, words_kind kind, uint32_t side, const char **text,
                        uint16_t *number)
{
    words_matches found = words_find(battle, kind, side, *text);

    if (found.count != 1)
        return false;
    *number = found.number[0];
    *text = found.behind;
    words_skip(text);
    return true;
}

/// Takes the longest whole name that fits: "2nd Guards" before "2nd".
static bool take_whole(const lb_battle *battle, words_kind kind, uint32_t side, const char **text,
                       uint16_t *number)
{
    const char *longest = NULL;

    for (uint32_t i = 0; i < count_of(battle, kind); i++) {
        const char *behind = *text;

        if (is_of(battle, kind, i, side) && name_of(battle, kind, i)[0] != '\0' &&
            words_take(&behind, name_of(battle, kind, i)) &&
            (longest == NULL || behind > longest)) {
            longest = behind;
            *number = (uint16_t)i;
        }
    }
    if (longest != NULL)
        *text = longest;
    return longest != NULL;
}

bool words_take_own(const lb_battle *battle, words_kind kind, uint32_t side, const char **text,
                    uint16_t *number)
{
    static const char *const nouns[] = {"unit", "brigade", "leader", "objective", "ground"};
    const char *at = *text;
    unsigned long typed;
    char *end;

    (void)words_take(&at, nouns[kind]);
    if (take_whole(battle, kind, side, &at, number) ||
        (words_take(&at, "the") && take_whole(battle, kind, side, &at, number))) {
        *text = at;
        return true;
    }
    typed = strtoul(at, &end, 10);
    if (at[0] < '0' || at[0] > '9' || !ends_word(*end)) {
        if (!take_partly(battle, kind, side, &at, number))
            return false;
        *text = at;
        return true;
    }
    if (typed >= count_of(battle, kind))
        return false;
    *number = (uint16_t)typed;
    *text = end;
    words_skip(text);
    return true;
}

bool words_take_name(const lb_battle *battle, words_kind kind, const char **text, uint16_t *number)
{
    return words_take_own(battle, kind, LB_SIDES, text, number);
}

/// The word at the beginning of a text, cut if it is long.
static void first_word(const char *text, char *word)
{
    size_t length = strcspn(text, " ,");

    if (length >= WORD_MAX)
        length = WORD_MAX - 1;
    memcpy(word, text, length);
    word[length] = '\0';
}

void words_name_unknown(const lb_battle *battle, words_kind kind, const char *text, lb_diag *diag)
{
    static const char *const nothing[] = {"no unit ", "no brigade ", "no leader ", "no objective ",
                                          "no ground "};
    lb_nearest search = lb_nearest_start(text);
    lb_put put;

    if (words_ask_which(battle, kind, LB_SIDES, text, diag))
        return;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    for (uint32_t i = 0; i < count_of(battle, kind); i++)
        lb_nearest_offer(&search, name_of(battle, kind, i));
    lb_put_text(&put, nothing[kind]);
    lb_put_quoted(&put, text);
    lb_nearest_put(&search, &put);
    if (search.best != NULL)
        return;
    lb_put_text(&put, "; they go by name, or by number from 0 to ");
    lb_put_int(&put, (int64_t)count_of(battle, kind) - 1);
}

bool words_take_option(const lb_play *play, const char *verb, const char **text, uint8_t *option)
{
    for (const lb_option_phrase *row = play->options; row != NULL && row->phrase != NULL; row++)
        if (strcmp(row->verb, verb) == 0 && words_take(text, row->phrase)) {
            *option |= row->bits;
            return true;
        }
    return false;
}

bool words_take_verb(const lb_play *play, const char **text, uint8_t *verb)
{
    const char *word = NULL;

    for (uint8_t i = 0; i < play->verb_count; i++)
        if (words_take(text, play->verbs[i].word)) {
            *verb = i;
            return true;
        }
    for (const lb_synonym *row = play->synonyms; row != NULL && row->word != NULL; row++)
        if (words_take(text, row->word)) {
            word = row->verb;
            break;
        }
    for (uint8_t i = 0; word != NULL && i < play->verb_count; i++)
        if (strcmp(play->verbs[i].word, word) == 0) {
            *verb = i;
            return true;
        }
    return false;
}

bool words_take_helpers(const lb_battle *battle, const char **text, uint16_t *helper, lb_diag *diag)
{
    uint16_t unit;

    for (int i = 0; words_take_name(battle, WORDS_UNIT, text, &unit); i++) {
        if (i == LB_HELPERS_MAX) {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
            lb_put_text(&put, "at most three units lend support");
            return false;
        }
        helper[i] = unit;
        (void)words_take(text, "and");
    }
    if (helper[0] != LB_NOBODY)
        return true;
    words_name_unknown(battle, WORDS_UNIT, *text, diag);
    return false;
}

/// Takes the word of a question; the row of it, or NULL with the diag.
static const lb_verb *take_question(const lb_play *play, const char **text, lb_diag *diag)
{
    char word[WORD_MAX];
    const char *behind = *text;
    uint8_t verb;

    for (const lb_verb *row = play->queries; row->word != NULL; row++)
        if (words_take(text, row->word))
            return row;
    if (words_take_verb(play, &behind, &verb))
        for (const lb_verb *row = play->queries; row->word != NULL; row++)
            if (strcmp(row->word, play->verbs[verb].word) == 0) {
                *text = behind;
                return row;
            }
    first_word(*text, word);
    {
        lb_nearest search = lb_nearest_start(word);
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        for (const lb_verb *row = play->queries; row->word != NULL; row++)
            lb_nearest_offer(&search, row->word);
        lb_put_text(&put, "no question ");
        lb_put_quoted(&put, word);
        lb_nearest_put(&search, &put);
        lb_put_text(&put, "; this sheet answers");
        for (const lb_verb *row = play->queries; row->word != NULL; row++) {
            lb_put_text(&put, row == play->queries ? " " : ", ");
            lb_put_text(&put, row->word);
        }
        lb_put_text(&put, "; ask for instance \"fire 3 at 7\"");
    }
    return NULL;
}

/// Reads whom a question concerns: the brigade that a leader acts on, a unit, or the first unit of
/// a brigade that is named.
static bool take_query_target(const lb_battle *battle, uint32_t uses, const char **text,
                              uint16_t *target)
{
    uint16_t group;

    if ((uses & LB_USES_LEADER) != 0)
        return words_take_name(battle, WORDS_GROUP, text, target);
    if (words_take_name(battle, WORDS_UNIT, text, target))
        return true;
    if ((uses & LB_USES_GROUP) == 0 || !words_take_name(battle, WORDS_GROUP, text, &group) ||
        battle->group[group].unit_count == 0)
        return false;
    *target = battle->group[group].first_unit;
    return true;
}

bool words_read_query(const lb_battle *battle, const char *text, lb_query *query, lb_diag *diag)
{
    static const char *const at_words[] = {"at", "against", "on", "target", NULL};
    const lb_play *play = battle->rules->play;
    const lb_verb *row;
    words_kind kind;

    *query = lb_query_of(NULL, LB_NOBODY, LB_NOBODY);
    words_skip(&text);
    row = take_question(play, &text, diag);
    if (row == NULL)
        return false;
    query->what = row->word;
    kind = (row->uses & LB_USES_LEADER) != 0  ? WORDS_LEADER
           : (row->uses & LB_USES_GROUP) != 0 ? WORDS_GROUP
                                              : WORDS_UNIT;
    if (*text == '\0') {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, "of whom? ask for instance \"fire 3 at 7\"");
        return false;
    }
    while (*text != '\0') {
        if (words_take_option(play, row->word, &text, &query->option))
            continue;
        if (words_take_any(&text, at_words)) {
            if (take_query_target(battle, row->uses, &text, &query->target))
                continue;
            words_name_unknown(battle, WORDS_UNIT, text, diag);
            return false;
        }
        if (words_take(&text, "with") || words_take(&text, "supported by")) {
            if (!words_take_helpers(battle, &text, query->helper, diag))
                return false;
            continue;
        }
        if (query->unit != LB_NOBODY && kind == WORDS_LEADER && query->target == LB_NOBODY &&
            take_query_target(battle, row->uses, &text, &query->target))
            continue;
        if (query->unit != LB_NOBODY || !words_take_name(battle, kind, &text, &query->unit)) {
            words_name_unknown(battle, kind, text, diag);
            return false;
        }
    }
    return true;
}
