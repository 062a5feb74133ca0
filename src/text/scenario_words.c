// SPDX-License-Identifier: MIT
// See scenario_words.h. The numbers of terrain kinds are those of limber/table.h: a muster may use
// one for the other.

#include "text/scenario_words.h"

#include "limber/table.h"

#include <assert.h>
#include <string.h>

enum { WORD_BYTES = 64 };

#define WORD(name, word, meaning) [NUMBER(name)] = (word),
#define WORDS(list, rows, total)                                 \
    static const char *const list##_table[total] = {rows(WORD)}; \
    const lb_word_list lb_##list##_words = {.words = list##_table, .count = (total)}

#define NUMBER(name) LB_ARM_##name
WORDS(arm, LB_ARMS, LB_ARM_COUNT);
#undef NUMBER
#define NUMBER(name) LB_QUALITY_##name
WORDS(quality, LB_QUALITIES, LB_QUALITY_COUNT);
#undef NUMBER
#define NUMBER(name) LB_TRAIT_##name
WORDS(trait, LB_TRAITS, LB_TRAIT_COUNT);
#undef NUMBER
#define NUMBER(name) LB_NATION_##name
WORDS(nation, LB_NATIONS, LB_NATION_COUNT);
#undef NUMBER
#define NUMBER(name) LB_RANK_##name
WORDS(rank, LB_RANKS, LB_RANK_COUNT);
#undef NUMBER
#define NUMBER(name) LB_ABILITY_##name
WORDS(ability, LB_ABILITIES, LB_ABILITY_COUNT);
#undef NUMBER
#define NUMBER(name) LB_INSPIRATION_##name
WORDS(inspiration, LB_INSPIRATIONS, LB_INSPIRATION_COUNT);
#undef NUMBER
#define NUMBER(name) LB_LEADER_TRAIT_##name
WORDS(leader_trait, LB_LEADER_TRAITS, LB_LEADER_TRAIT_COUNT);
#undef NUMBER
#define NUMBER(name) LB_STAFF_##name
WORDS(staff, LB_STAFFS, LB_STAFF_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_FORMATION_##name
WORDS(formation, LB_SCENARIO_FORMATIONS, LB_SCENARIO_FORMATION_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_TERRAIN_##name
WORDS(scenario_terrain, LB_SCENARIO_TERRAINS, LB_SCENARIO_TERRAIN_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_STATE_##name
WORDS(scenario_state, LB_SCENARIO_STATES, LB_SCENARIO_STATE_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_BRIGADE_STATE_##name
WORDS(scenario_brigade_state, LB_SCENARIO_BRIGADE_STATES, LB_SCENARIO_BRIGADE_STATE_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_COMMANDER_STATE_##name
WORDS(scenario_commander_state, LB_SCENARIO_COMMANDER_STATES, LB_SCENARIO_COMMANDER_STATE_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_ORDER_##name
WORDS(scenario_order, LB_SCENARIO_ORDERS, LB_SCENARIO_ORDER_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_ACTIVATION_##name
WORDS(scenario_activation, LB_SCENARIO_ACTIVATIONS, LB_SCENARIO_ACTIVATION_COUNT);
#undef NUMBER
#define NUMBER(name) LB_SCENARIO_STATUS_##name
WORDS(scenario_status, LB_SCENARIO_STATUSES, LB_SCENARIO_STATUS_COUNT);
#undef NUMBER

#define CLASS_WORD(name, word, arm, meaning) [LB_CLASS_##name] = (word),
static const char *const class_table[LB_CLASS_COUNT] = {LB_TROOP_CLASSES(CLASS_WORD)};
const lb_word_list lb_class_words = {.words = class_table, .count = LB_CLASS_COUNT};

#define CLASS_ARM(name, word, arm, meaning) [LB_CLASS_##name] = LB_ARM_##arm,
static const uint8_t class_arms[LB_CLASS_COUNT] = {LB_TROOP_CLASSES(CLASS_ARM)};

_Static_assert((int)LB_SCENARIO_TERRAIN_COUNT == (int)LB_TERRAIN_COUNT, "kinds as on the table");
_Static_assert((int)LB_SCENARIO_TERRAIN_BUILT_UP_STONE + 1 == (int)LB_TERRAIN_HILL, "same order");
_Static_assert((int)LB_SCENARIO_TERRAIN_HILL == (int)LB_TERRAIN_HILL, "same order");
_Static_assert((int)LB_SCENARIO_TERRAIN_ROAD == (int)LB_TERRAIN_ROAD, "same order");
_Static_assert((int)LB_SCENARIO_TERRAIN_IMPASSABLE == (int)LB_TERRAIN_IMPASSABLE, "same order");
_Static_assert(LB_TRAIT_COUNT <= 64 && LB_LEADER_TRAIT_COUNT <= 32, "traits are bits");

lb_arm lb_class_arm(lb_troop_class troop_class)
{
    assert(troop_class < LB_CLASS_COUNT);
    return (lb_arm)class_arms[troop_class];
}

/// Other words that people use, each with the word of a list that it stands for.
static const struct {
    const char *other, *word;
} other_words[] = {{"landwehr", "militia"},
                   {"opolchenie", "militia"},
                   {"jäger", "light"},
                   {"jägers", "light"},
                   {"jaeger", "light"},
                   {"jager", "light"},
                   {"jagers", "light"},
                   {"grenzer", "light"},
                   {"voltigeurs", "light"},
                   {"cacadores", "light"},
                   {"caçadores", "light"},
                   {"fusiliers", "line"},
                   {"musketeers", "line"},
                   {"riflemen", "rifles"},
                   {"sappers", "engineers"},
                   {"uhlans", "lancers"},
                   {"ulans", "lancers"},
                   {"carabiniers", "cuirassiers"},
                   {"horse-grenadiers", "household"},
                   {"foot-battery", "field-guns"},
                   {"horse-battery", "horse-guns"},
                   {"village", "built-up-stone"},
                   {"town", "built-up-stone"},
                   {"farm", "built-up-stone"},
                   {"chateau", "built-up-stone"},
                   {"château", "built-up-stone"},
                   {"hamlet", "built-up-wooden"},
                   {"cornfield", "rough"},
                   {"scrub", "rough"},
                   {"thicket", "dense"},
                   {"ravine", "dense"},
                   {"copse", "wood"},
                   {"bog", "marsh"},
                   {"fence", "hedge"},
                   {"track", "road"},
                   {"earthworks", "works-hasty"},
                   {"redoubt", "works-prepared"},
                   {"lake", "impassable"},
                   {"cliff", "impassable"},
                   {"forest", "dense-wood"},
                   {"woods", "wood"},
                   {"orchard", "wood"},
                   {"brook", "stream"},
                   {"swamp", "marsh"},
                   {"vineyard", "dense"},
                   {"ridge", "hill"},
                   {"chaussee", "highway"},
                   {"france", "french"},
                   {"britain", "british"},
                   {"england", "british"},
                   {"austria", "austrian"},
                   {"prussia", "prussian"},
                   {"russia", "russian"},
                   {"portugal", "portuguese"},
                   {"spain", "spanish"},
                   {"saxony", "saxon"},
                   {"bavaria", "bavarian"},
                   {"poland", "polish"},
                   {"sweden", "swedish"},
                   {"denmark", "danish"}};

const char *lb_other_word(const char *word, uint32_t number)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++)
        if (strcmp(other_words[i].word, word) == 0 && number-- == 0)
            return other_words[i].other;
    return NULL;
}

/// The word of a list that another word stands for; itself if it stands for none.
static const char *word_for(const char *other)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++)
        if (strcmp(other_words[i].other, other) == 0)
            return other_words[i].word;
    return other;
}

/// The next letter of a word in small; moves on. Of letters beyond ASCII those of Latin-1 have a
/// small one 32 further on.
static char small_letter(const char **text, bool *is_latin)
{
    unsigned char c = (unsigned char)*(*text)++;
    bool is_capital = *is_latin ? c >= 0x80 && c <= 0x9e && c != 0x97 : c >= 'A' && c <= 'Z';

    *is_latin = c == 0xc3;
    return (char)(is_capital ? c + 32 : c);
}

/// A word in small letters. False if it is too long to be one of ours.
static bool make_small(const char *text, char small[WORD_BYTES])
{
    bool is_latin = false;
    size_t length = 0;

    while (*text != '\0' && length + 1 < WORD_BYTES)
        small[length++] = small_letter(&text, &is_latin);
    small[length] = '\0';
    return *text == '\0';
}

bool lb_word_is_meant(const char *word, const char *typed)
{
    char small_word[WORD_BYTES], small[WORD_BYTES];

    if (strcmp(word, typed) == 0)
        return true;
    return make_small(word, small_word) && make_small(typed, small) &&
           (strcmp(small_word, small) == 0 || strcmp(small_word, word_for(small)) == 0);
}
