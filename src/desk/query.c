// SPDX-License-Identifier: MIT
// Odds on the table: which query tells what an action leads to, and about whom. See desk.h.

#include "desk/odds_json.h"
#include "desk/parts.h"

#include "text/record.h"
#include "text/roll_text.h"

#include <string.h>

enum { WORD_MAX = 32 };

/* Which query. */

static const lb_verb *find_query(const lb_play *play, const char *word)
{
    for (const lb_verb *row = play->queries; row->word != NULL; row++)
        if (strcmp(row->word, word) == 0)
            return row;
    return NULL;
}

static const lb_verb *query_of_verb(const lb_play *play, const char *word)
{
    const lb_verb *query = find_query(play, word);

    for (const lb_synonym *row = play->odds; query == NULL && row != NULL && row->word != NULL;
         row++)
        if (strcmp(row->word, word) == 0)
            query = find_query(play, row->verb);
    return query;
}

/// The first unit of a group that is on the table; LB_NOBODY for none.
static uint16_t first_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    for (uint16_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].group == group && state->unit[i].presence == LB_PRESENCE_TABLE)
            return i;
    return LB_NOBODY;
}

/// The number of an actor as a unit or as a group; LB_NOBODY if he is neither.
static uint16_t number_as(const lb_battle *battle, const lb_state *state, lb_actor who,
                          lb_actor_kind kind)
{
    if (who.kind == kind)
        return who.id;
    if (who.kind == LB_ACTOR_UNIT && kind == LB_ACTOR_GROUP && who.id < battle->unit_count)
        return state->unit[who.id].group;
    if (who.kind == LB_ACTOR_GROUP && kind == LB_ACTOR_UNIT)
        return first_of(battle, state, who.id);
    return LB_NOBODY;
}

static lb_actor actor_of(const lb_battle *battle, const lb_action *action)
{
    uint32_t uses = battle->rules->play->verbs[action->verb].uses;
    uint8_t kind = (uses & LB_USES_LEADER) != 0  ? LB_ACTOR_LEADER
                   : (uses & LB_USES_GROUP) != 0 ? LB_ACTOR_GROUP
                   : (uses & LB_USES_UNIT) != 0  ? LB_ACTOR_UNIT
                                                 : LB_ACTOR_NONE;

    return (lb_actor){kind, action->unit};
}

/// The query about the odds of an action. False if the sheet has none.
static bool query_of(const lb_battle *battle, const lb_state *state, uint32_t side,
                     const lb_action *action, lb_query *query)
{
    const lb_play *play = battle->rules->play;
    const lb_verb *row = query_of_verb(play, play->verbs[action->verb].word);
    lb_actor who = actor_of(battle, action), at = lb_target_of(battle, side, action);
    bool has_leader, has_group;

    if (play->query_of_answer != NULL && state->machine.node.kind == LB_NODE_DECISION &&
        play->query_of_answer(state, action, query)) {
        query->action = action;
        return true;
    }
    if (row == NULL)
        return false;
    has_leader = (row->uses & LB_USES_LEADER) != 0;
    has_group = (row->uses & LB_USES_GROUP) != 0;
    *query = lb_query_of(row->word, LB_NOBODY, LB_NOBODY);
    query->unit = number_as(battle, state, who,
                            has_leader  ? LB_ACTOR_LEADER
                            : has_group ? LB_ACTOR_GROUP
                                        : LB_ACTOR_UNIT);
    /* Of both, the leader acts and the group is whom it concerns. */
    if ((row->uses & LB_USES_TARGET) != 0 || (has_leader && has_group))
        query->target =
            number_as(battle, state, at, has_leader && has_group ? LB_ACTOR_GROUP : LB_ACTOR_UNIT);
    query->option = action->option;
    query->action = action;
    memcpy(query->helper, action->helper, sizeof query->helper);
    return true;
}

/* A query that is typed: "melee unit 3 target 9 option 1 with 4 5". */

static bool take_word(const char **at, char word[WORD_MAX])
{
    size_t length;

    while (**at == ' ')
        (*at)++;
    length = strcspn(*at, " ");
    if (length == 0 || length >= WORD_MAX)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return true;
}

static bool take_number(const char **at, uint16_t *number)
{
    char word[WORD_MAX];
    uint32_t value = 0;

    if (!take_word(at, word))
        return false;
    for (const char *c = word; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || value > UINT16_MAX)
            return false;
        value = value * 10 + (uint32_t)(*c - '0');
    }
    *number = (uint16_t)value;
    return value < LB_NOBODY;
}

static bool take_part(const char **at, const char *word, lb_query *query)
{
    uint16_t number;

    if (strcmp(word, "unit") == 0 || strcmp(word, "brigade") == 0 || strcmp(word, "leader") == 0)
        return take_number(at, &query->unit);
    if (strcmp(word, "target") == 0)
        return take_number(at, &query->target);
    if (strcmp(word, "option") == 0) {
        bool is_good = take_number(at, &number) && number <= UINT8_MAX;

        query->option = is_good ? (uint8_t)number : 0;
        return is_good;
    }
    if (strcmp(word, "with") != 0)
        return false;
    for (uint32_t i = 0; i < LB_HELPERS_MAX; i++)
        if (!take_number(at, &query->helper[i])) {
            query->helper[i] = LB_NOBODY;
            return i > 0;
        }
    return true;
}

/// Reads a query; false if the line is none.
static bool read_query(const lb_battle *battle, const char *line, lb_query *query)
{
    char word[WORD_MAX];
    const lb_verb *row;

    if (!take_word(&line, word))
        return false;
    row = find_query(battle->rules->play, word);
    if (row == NULL)
        return false;
    *query = lb_query_of(row->word, LB_NOBODY, LB_NOBODY);
    while (take_word(&line, word))
        if (!take_part(&line, word, query))
            return false;
    for (uint32_t i = 0; i < LB_HELPERS_MAX; i++)
        if (query->helper[i] != LB_NOBODY && query->helper[i] >= battle->unit_count)
            return false;
    while (*line == ' ')
        line++;
    return *line == '\0';
}

/* The document. */

/// Writes whom the odds are about: the side that what they favour is counted for.
static void put_side(lb_json_put *json, const lb_battle *battle, const lb_query *query)
{
    const lb_verb *row = find_query(battle->rules->play, query->what);
    uint32_t uses = row != NULL ? row->uses : 0;

    if ((uses & LB_USES_LEADER) != 0 && query->unit < battle->leader_count)
        lb_json_put_int_at(json, "side", battle->leader[query->unit].side);
    else if ((uses & LB_USES_UNIT) != 0 && query->unit < battle->unit_count)
        lb_json_put_int_at(json, "side", battle->unit[query->unit].side);
    else if ((uses & LB_USES_GROUP) != 0 && query->unit < battle->group_count)
        lb_json_put_int_at(json, "side", battle->group[query->unit].side);
}

/// Writes odds that the table gives, by one of two functions. False, and nothing is written, if
/// they cannot be told.
static bool put_query(lb_json_put *json, lb_desk *desk, const lb_state *state,
                      const lb_query *query, lb_reason *reason,
                      bool (*put)(lb_json_put *json, const lb_odds_case *odds))
{
    const lb_battle *battle = desk->battle;
    lb_situation situation;
    lb_odds_case odds = {.of = {.rules = battle->rules, .values = battle->house.value},
                         .is_gathered = true,
                         .space = desk->room,
                         .space_size = desk->room_size};

    if (!lb_battle_gather(battle, state, query, &situation, reason))
        return false;
    odds.of.chart = situation.chart;
    odds.of.facts = situation.facts;
    if (!put(json, &odds))
        return false;
    if (put == lb_odds_put)
        put_side(json, battle, query);
    return true;
}

bool lb_desk_put_short(lb_json_put *json, lb_desk *desk, const lb_state *state, uint32_t side,
                       const lb_action *action)
{
    lb_reason unread;
    lb_query query;

    return query_of(desk->battle, state, side, action, &query) &&
           put_query(json, desk, state, &query, &unread, lb_odds_put_short);
}

/// Writes the dice that an action begins with. False if there are none.
static bool put_next(lb_json_put *json, const lb_desk *desk, const lb_state *state,
                     const lb_action *action)
{
    char line[LB_TELL_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    if (!lb_roll_put_next(desk->battle, state, action, &put))
        return false;
    lb_json_put_text_at(json, "next", line);
    return true;
}

static int32_t odds_of_action(lb_desk *desk, const lb_state *state, const lb_action *action,
                              char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    lb_chooser c = {
        .battle = desk->battle, .state = state, .side = state->machine.node.question.side};
    lb_reason why, reason;
    lb_query query;
    bool is_legal = lb_desk_judge(desk, state, action, &why), has_odds = false;

    if (!lb_desk_knows(desk->battle, action))
        return lb_desk_refuse(desk->battle, why.why, NULL, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    lb_json_put_bool_at(&json, "legal", is_legal);
    if (is_legal)
        lb_desk_put_action(&json, desk, &c, action);
    has_odds = query_of(desk->battle, state, c.side, action, &query) &&
               put_query(&json, desk, state, &query, &reason, lb_odds_put);
    /* What cannot be done now may have odds all the same, but begins with no dice. */
    if (!is_legal && !has_odds)
        return lb_desk_refuse(desk->battle, why.why, &why, text, room);
    has_odds |= is_legal && put_next(&json, desk, state, action);
    lb_json_put_bool_at(&json, "none", !has_odds);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

int32_t lb_desk_odds(lb_desk *desk, const lb_state *state, const char *line, char *text,
                     size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    lb_reason reason = {UINT16_MAX, "these odds need more memory than there is here"};
    lb_diag diag;
    lb_action action;
    lb_query query;

    if (strlen(line) >= LB_DESK_LINE)
        return lb_desk_refuse(NULL, "the line is too long", NULL, text, room);
    if (lb_record_parse_action(desk->battle->rules->play, line, &action, &diag) == LB_OK)
        return odds_of_action(desk, state, &action, text, room);
    if (!read_query(desk->battle, line, &query))
        return lb_desk_refuse(NULL, "that is no question about odds", NULL, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    if (!put_query(&json, desk, state, &query, &reason, lb_odds_put))
        return lb_desk_refuse(desk->battle, reason.why, &reason, text, room);
    lb_json_put_bool_at(&json, "none", false);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
