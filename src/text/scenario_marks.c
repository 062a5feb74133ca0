// SPDX-License-Identifier: MIT
// Reading scenarios: flags and marks of a battle in progress. `states` says flags of units,
// brigades and commanders in words that all sheets share. Marks have keys that the lists of the
// position's sheet declare (lb_mark_key): of a side inside `position`, of a brigade or a commander
// beside its other keys. A key of another sheet is refused where it stands.

#include "limber/battle.h"
#include "text/scenario_reader.h"
#include "text/scenario_words.h"

#include <assert.h>
#include <string.h>

enum { COUNT_MAX = 255 };

#define YAML (&r->troop.yaml)

/* Flags. */

static bool read_states(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                        const lb_word_list *list, uint32_t *states)
{
    uint64_t mask;

    if (!lb_reader_check_position(r, key) ||
        !lb_yaml_words(YAML, key, value, list->words, list->count, &mask))
        return false;
    *states |= (uint32_t)mask;
    return true;
}

bool lb_reader_states(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_states(r, key, value, &lb_scenario_state_words, &r->troop.unit->states);
}

bool lb_reader_brigade_states(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_states(r, key, value, &lb_scenario_brigade_state_words, &r->brigade->states);
}

bool lb_reader_commander_states(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_states(r, key, value, &lb_scenario_commander_state_words, &r->commander->states);
}

/// How many units a brigade has lost by rout: another way to say that it has lost one.
bool lb_reader_routed(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t number;

    if (!lb_reader_check_position(r, key) || !lb_yaml_int(YAML, key, value, 0, COUNT_MAX, &number))
        return false;
    if (number > 0)
        r->brigade->states |= UINT32_C(1) << LB_SCENARIO_BRIGADE_STATE_ROUTED;
    return true;
}

/// What has become of a brigade's turn: another way to say it than by its states.
bool lb_reader_activation(void *context, struct fy_node *key, struct fy_node *value)
{
    static const uint32_t states[LB_SCENARIO_ACTIVATION_COUNT] = {
        [LB_SCENARIO_ACTIVATION_PASSED] = UINT32_C(1) << LB_SCENARIO_BRIGADE_STATE_ACTIVATED |
                                          UINT32_C(1) << LB_SCENARIO_BRIGADE_STATE_ACTED,
        [LB_SCENARIO_ACTIVATION_FAILED] = UINT32_C(1) << LB_SCENARIO_BRIGADE_STATE_FAILED,
    };
    lb_scenario_reader *r = context;
    uint8_t activation;

    if (!lb_reader_check_position(r, key) ||
        !lb_yaml_word(YAML, key, value, lb_scenario_activation_words.words,
                      lb_scenario_activation_words.count, &activation))
        return false;
    r->brigade->states |= states[activation];
    return true;
}

/* Marks. */

/// The keys by which a ruleset calls the marks of an owner; NULL if it is not played.
static const lb_mark_key *keys_of(const lb_ruleset *rules, lb_actor_kind owner)
{
    return rules->play == NULL        ? NULL
           : owner == LB_ACTOR_SIDE   ? rules->play->side_keys
           : owner == LB_ACTOR_GROUP  ? rules->play->group_keys
           : owner == LB_ACTOR_LEADER ? rules->play->leader_keys
                                      : NULL;
}

/// The row with this key; NULL for none.
static const lb_mark_key *find_key(const lb_mark_key *keys, const char *key)
{
    for (const lb_mark_key *row = keys; row != NULL && row->key != NULL; row++)
        if (strcmp(row->key, key) == 0)
            return row;
    return NULL;
}

/// The row of the position's sheet for a key that some sheet declares; complains if it has none.
static bool find_row(const lb_scenario_reader *r, struct fy_node *key, lb_actor_kind owner,
                     const lb_mark_key **row)
{
    char name[LB_SCENARIO_WORD];
    lb_put put;

    if (!lb_reader_check_position(r, key) ||
        !lb_yaml_scalar(YAML, key, key, "a key", name, sizeof name))
        return false;
    /* Whoever reads the position complains that it names no sheet. */
    *row = r->sheet != NULL ? find_key(keys_of(r->sheet, owner), name) : NULL;
    if (*row != NULL || r->sheet == NULL)
        return true;
    put = lb_yaml_complain(YAML, key);
    lb_put_text(&put, "a position by ");
    lb_put_text(&put, r->sheet->id);
    lb_put_text(&put, " has no ");
    lb_put_text(&put, name);
    return false;
}

/// Reads words as the bits of a mark.
static bool read_bits(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                      const lb_mark_key *row, int16_t *mark)
{
    const char *words[LB_MARK_WORDS_MAX] = {NULL};
    uint8_t bits[LB_MARK_WORDS_MAX];
    uint32_t count = 0;
    uint64_t found;

    for (uint8_t i = 0; row->words[i] != NULL; i++)
        if (row->words[i][0] != '\0') {
            bits[count] = i;
            words[count++] = row->words[i];
        }
    if (!lb_yaml_words(YAML, key, value, words, count, &found))
        return false;
    *mark = 0;
    for (uint32_t i = 0; i < count; i++)
        if ((found >> i & 1) != 0)
            *mark = (int16_t)(*mark | 1 << bits[i]);
    return true;
}

/// What has a word is in one place: not both in hand and played.
static bool check_apart(const lb_scenario_reader *r, struct fy_node *key, const lb_mark_key *keys,
                        const lb_mark_key *row, const int16_t *marks)
{
    for (const lb_mark_key *other = keys; other->key != NULL; other++) {
        int32_t both = marks[other->mark] & marks[row->mark];
        uint32_t first = 0;
        lb_put put;

        if (other == row || other->words != row->words || both == 0)
            continue;
        while ((both >> first & 1) == 0)
            first++;
        put = lb_yaml_complain(YAML, key);
        lb_put_text(&put, row->words[first]);
        lb_put_text(&put, " stands among the ");
        lb_put_text(&put, other->key);
        lb_put_text(&put, " and among the ");
        lb_put_text(&put, row->key);
        return false;
    }
    return true;
}

/// Reads what a row calls a mark, into the marks of its owner.
static bool read_mark(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                      const lb_mark_key *keys, const lb_mark_key *row, int16_t *marks)
{
    int32_t number;

    if (row->words != NULL)
        return read_bits(r, key, value, row, &marks[row->mark]) &&
               check_apart(r, key, keys, row, marks);
    if (!lb_yaml_int(YAML, key, value, 0, COUNT_MAX, &number))
        return false;
    marks[row->mark] = (int16_t)number;
    return true;
}

static bool read_group_key(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const lb_mark_key *row;

    return find_row(r, key, LB_ACTOR_GROUP, &row) &&
           (row == NULL ||
            read_mark(r, key, value, r->sheet->play->group_keys, row, r->brigade->mark));
}

static bool read_leader_key(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const lb_mark_key *row;

    return find_row(r, key, LB_ACTOR_LEADER, &row) &&
           (row == NULL ||
            read_mark(r, key, value, r->sheet->play->leader_keys, row, r->commander->mark));
}

static bool read_side_mark(void *context, const char *name, struct fy_node *key,
                           struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t side;

    (void)name;
    return lb_reader_side(r, key, key, &side) &&
           read_mark(r, key, value, r->sheet->play->side_keys, r->side_key,
                     r->scenario.sides[side].mark);
}

static bool read_side_key(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return find_row(r, key, LB_ACTOR_SIDE, &r->side_key) &&
           (r->side_key == NULL ||
            lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SIDES, read_side_mark, r));
}

uint32_t lb_reader_add_keys(lb_actor_kind owner, lb_yaml_field *fields, uint32_t count)
{
    bool (*read)(void *context, struct fy_node *key, struct fy_node *value) =
        owner == LB_ACTOR_SIDE    ? read_side_key
        : owner == LB_ACTOR_GROUP ? read_group_key
                                  : read_leader_key;

    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        const lb_mark_key *keys = keys_of(lb_rulesets[i], owner);

        for (const lb_mark_key *row = keys; row != NULL && row->key != NULL; row++) {
            uint32_t same = 0;

            while (same < count && strcmp(fields[same].key, row->key) != 0)
                same++;
            assert(count < LB_YAML_FIELDS_MAX);
            if (same == count)
                fields[count++] = (lb_yaml_field){.key = row->key, .read = read};
        }
    }
    return count;
}

void lb_reader_find_sheet(lb_scenario_reader *r)
{
    struct fy_node *sheet = lb_yaml_find(lb_yaml_find(r->troop.yaml.root, "position"), "sheet");
    char id[LB_SCENARIO_WORD];

    if (sheet != NULL && lb_yaml_scalar(YAML, sheet, sheet, "a sheet", id, sizeof id))
        r->sheet = lb_ruleset_find(id);
}
