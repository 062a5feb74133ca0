// SPDX-License-Identifier: MIT
// The desk of the module: one battle, one state, texts in and documents out. See exports.h.

#include "desk/desk.h"
#include "desk/ledger.h"
#include "wasm/exports.h"
#include "wasm/session.h"

#include "limber/engine.h"

#include <string.h>

enum { INPUT_SIZE = 64 << 10 };

/// Why there is no document.
enum { NOTHING = -1, NO_ROOM = -2, TOO_LONG = -3, BAD_HOUSE = -3 };

static char input[INPUT_SIZE];
static char output[LB_DESK_TEXT];
static lb_house house;
static lb_state handed, state;
static lb_desk desk;
static lb_desk_story story;
static lb_desk_ledger ledger;
static bool has_state;

char *lbx_input(void)
{
    return input;
}

uint32_t lbx_input_size(void)
{
    return sizeof input - 1;
}

const char *lbx_text(void)
{
    return output;
}

void *lbx_house(void)
{
    return &house;
}

uint32_t lbx_house_size(void)
{
    return sizeof house;
}

int32_t lbx_house_reset(uint32_t sheet)
{
    if (sheet >= lb_ruleset_count)
        return NOTHING;
    memset(&house, 0, sizeof house);
    lb_house_reset(lb_rulesets[sheet], &house);
    return 0;
}

/* A battle. */

/// Every number lies where a house rule may set it, and none contradicts another.
static bool is_house_good(const lb_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->value_count; i++)
        if (house.value[i] < rules->values[i].lowest || house.value[i] > rules->values[i].highest)
            return false;
    return lb_house_conflict(rules, house.value) == NULL;
}

int32_t lbx_desk_load(uint32_t sheet)
{
    lb_diag diag = {0};
    int32_t code;

    has_state = false;
    output[0] = '\0';
    if (sheet < lb_ruleset_count && !is_house_good(lb_rulesets[sheet]))
        return BAD_HOUSE;
    code = lbx_session_muster(sheet, &house, &diag);
    memcpy(output, diag.text, sizeof diag.text);
    if (code == 0)
        lb_desk_start(&desk, lbx_session_battle(), lbx_session_room(), LB_PLAYER_ROOM);
    return code;
}

/* A state from outside. What the rules read as an index is looked at; what they only reckon with
   may be anything. */

static bool is_order_good(const lb_battle *battle, const lb_order *order)
{
    return (order->objective == LB_NOBODY || order->objective < battle->objective_count) &&
           (order->group == LB_NOBODY || order->group < battle->group_count) &&
           (!order->is_placed || lb_point_is_in_range(order->place));
}

static bool are_units_good(const lb_battle *battle)
{
    uint32_t formations = 0;

    while (battle->rules->play->formations[formations].word != NULL)
        formations++;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (handed.unit[i].presence >= LB_PRESENCE_COUNT ||
            handed.unit[i].formation >= formations || handed.unit[i].group >= battle->group_count ||
            !lb_point_is_in_range(handed.unit[i].at))
            return false;
    for (uint32_t i = 0; i < battle->leader_count; i++)
        if (handed.leader[i].presence >= LB_PRESENCE_COUNT ||
            (handed.leader[i].attached != LB_NOBODY &&
             handed.leader[i].attached >= battle->unit_count) ||
            !lb_point_is_in_range(handed.leader[i].at))
            return false;
    for (uint32_t i = 0; i < battle->group_count; i++)
        if (!is_order_good(battle, &handed.group[i].order) ||
            !is_order_good(battle, &handed.group[i].pending))
            return false;
    return true;
}

static bool is_cast_good(const lb_battle *battle, uint16_t cast)
{
    uint32_t number = cast & 0x3fff;

    if (cast == LB_NOBODY)
        return true;
    switch (cast & 0xc000) {
    case LB_CAST_GROUP:
        return number < battle->group_count;
    case LB_CAST_LEADER:
        return number < battle->leader_count;
    case LB_CAST_SIDE:
        return number < LB_SIDES;
    default:
        return number < battle->unit_count;
    }
}

static bool is_machine_good(const lb_battle *battle)
{
    const lb_machine *machine = &handed.machine;
    const lb_node *node = &machine->node;

    if (node->kind >= LB_NODE_KIND_COUNT || machine->depth > LB_FRAMES_MAX ||
        machine->top > LB_CELLS_MAX || (machine->depth == 0 && node->kind != LB_NODE_END))
        return false;
    for (uint32_t i = 0; i < machine->depth; i++)
        if (machine->frame[i].procedure >= battle->rules->procedure_count ||
            machine->frame[i].facts > LB_CELLS_MAX ||
            !is_cast_good(battle, machine->frame[i].actor) ||
            !is_cast_good(battle, machine->frame[i].target))
            return false;
    if (node->kind == LB_NODE_ROLL)
        return node->roll.reduction < LB_REDUCTION_COUNT && lb_roll_is_possible(&node->roll) &&
               node->roll.clause < battle->rules->clause_count;
    return node->kind == LB_NODE_END ||
           (node->question.side < LB_SIDES && node->question.clause < battle->rules->clause_count);
}

int32_t lbx_desk_take(void)
{
    const lb_battle *battle = lbx_session_battle();

    if (battle == NULL || handed.phase >= battle->rules->play->phase_count ||
        handed.active >= LB_SIDES || handed.turn > LB_SCENARIO_TURNS + 1 ||
        handed.action.verb >= battle->rules->play->verb_count || !are_units_good(battle) ||
        !is_machine_good(battle))
        return NOTHING;
    state = handed;
    has_state = true;
    story.ledger = NULL; /* An account begins with the battle. */
    return 0;
}

void *lbx_state(void)
{
    return &handed;
}

uint32_t lbx_state_size(void)
{
    return sizeof handed;
}

const void *lbx_desk_bytes(void)
{
    return &state;
}

uint64_t lbx_desk_hash(void)
{
    return has_state ? lb_state_hash(&state) : 0;
}

/* Documents. */

/// The input as a text; NULL if it is too long. A zero inside ends it.
static const char *text_of(uint32_t length)
{
    if (length >= sizeof input)
        return NULL;
    input[length] = '\0';
    return input;
}

static int32_t told(int32_t length)
{
    return length == LB_DESK_ROOM ? NO_ROOM : length;
}

/// Odds are reckoned in the room that was lent, if it is larger than the module's own.
static void lend_room(void)
{
    uint32_t size;
    void *lent = lbx_session_workspace(&size);

    desk.room = size > LB_PLAYER_ROOM ? lent : lbx_session_room();
    desk.room_size = size > LB_PLAYER_ROOM ? size : LB_PLAYER_ROOM;
}

int32_t lbx_desk_begin(uint32_t reader, uint32_t has_real_dice)
{
    if (lbx_session_battle() == NULL || reader >= LB_READER_COUNT)
        return NOTHING;
    story = (lb_desk_story){.reader = reader, .has_real_dice = has_real_dice != 0};
    if (reader == LB_READER_ALL) {
        lb_desk_ledger_start(&ledger, lbx_session_battle(), &state);
        story.ledger = &ledger;
    }
    has_state = true;
    return told(lb_desk_begin(&desk, &state, &story, output, sizeof output));
}

int32_t lbx_desk_answer(uint32_t length)
{
    const char *line = text_of(length);

    if (line == NULL)
        return TOO_LONG;
    if (!has_state)
        return NOTHING;
    return told(lb_desk_answer(&desk, &state, &story, line, output, sizeof output));
}

int32_t lbx_desk_account(void)
{
    if (!has_state || story.ledger == NULL)
        return NOTHING;
    return told(lb_desk_account(&desk, &ledger, output, sizeof output));
}

int32_t lbx_desk_battle(void)
{
    return lbx_session_battle() == NULL ? NOTHING
                                        : told(lb_desk_battle(&desk, output, sizeof output));
}

int32_t lbx_desk_state(uint32_t reader)
{
    if (!has_state || reader >= LB_READER_COUNT)
        return NOTHING;
    return told(lb_desk_state(&desk, &state, reader, output, sizeof output));
}

int32_t lbx_desk_choices(void)
{
    return has_state ? told(lb_desk_choices(&desk, &state, output, sizeof output)) : NOTHING;
}

int32_t lbx_desk_check(uint32_t length)
{
    const char *line = text_of(length);

    if (line == NULL)
        return TOO_LONG;
    return has_state ? told(lb_desk_check(&desk, &state, line, output, sizeof output)) : NOTHING;
}

int32_t lbx_desk_go(uint32_t length, int32_t x, int32_t y, int32_t heading)
{
    const char *line = text_of(length);

    if (line == NULL)
        return TOO_LONG;
    if (!has_state)
        return NOTHING;
    return told(lb_desk_go(&desk, &state, line, (lb_point){x, y}, heading, output, sizeof output));
}

int32_t lbx_desk_reach(uint32_t length)
{
    const char *line = text_of(length);

    if (line == NULL)
        return TOO_LONG;
    return has_state ? told(lb_desk_reach(&desk, &state, line, output, sizeof output)) : NOTHING;
}

int32_t lbx_desk_unit(uint32_t unit)
{
    if (!has_state)
        return NOTHING;
    lend_room();
    return told(lb_desk_unit(&desk, &state, unit, output, sizeof output));
}

int32_t lbx_desk_odds(uint32_t length)
{
    const char *line = text_of(length);

    if (line == NULL)
        return TOO_LONG;
    if (!has_state)
        return NOTHING;
    lend_room();
    return told(lb_desk_odds(&desk, &state, line, output, sizeof output));
}

/* The sheet. */

/// The numbers in force: those of the battle, if it is played by this sheet.
static const int32_t *values_of(uint32_t sheet)
{
    static lb_house own;
    const lb_battle *battle = lbx_session_battle();

    if (battle != NULL && battle->rules == lb_rulesets[sheet])
        return battle->house.value;
    lb_house_reset(lb_rulesets[sheet], &own);
    return own.value;
}

int32_t lbx_desk_sheet(uint32_t sheet)
{
    if (sheet >= lb_ruleset_count)
        return NOTHING;
    return told(lb_desk_sheet(lb_rulesets[sheet], values_of(sheet), output, sizeof output));
}

int32_t lbx_desk_clause(uint32_t sheet, uint32_t length)
{
    const char *id = text_of(length);

    if (id == NULL)
        return TOO_LONG;
    if (sheet >= lb_ruleset_count)
        return NOTHING;
    return told(lb_desk_clause(lb_rulesets[sheet], values_of(sheet), id, output, sizeof output));
}

int32_t lbx_desk_chart(uint32_t sheet, uint32_t length)
{
    const char *id = text_of(length);

    if (id == NULL)
        return TOO_LONG;
    if (sheet >= lb_ruleset_count)
        return NOTHING;
    return told(lb_desk_chart(lb_rulesets[sheet], id, output, sizeof output));
}

int32_t lbx_desk_chart_odds(uint32_t sheet, uint32_t length)
{
    const char *line = text_of(length);
    char *space;

    if (line == NULL)
        return TOO_LONG;
    if (sheet >= lb_ruleset_count)
        return NOTHING;
    space = strchr(line, ' ');
    if (space != NULL)
        *space = '\0';
    lend_room();
    return told(lb_desk_chart_odds(lb_rulesets[sheet], values_of(sheet), line,
                                   space != NULL ? space + 1 : "", desk.room, desk.room_size,
                                   output, sizeof output));
}
