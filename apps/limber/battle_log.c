// SPDX-License-Identifier: MIT
// See battle_log.h.

#include "battle_log.h"
#include "text/formation_text.h"
#include "text/throw_text.h"

#include <string.h>

/// Prints the headline that waits, if there is one.
static void print_head(battle_log *log)
{
    if (log->head[0] != '\0')
        term_wrap(log->head, 0, 2);
    log->head[0] = '\0';
}

/// Prints a line. A headline waits for what stands below it: a battle may end there.
static void print_line(void *context, uint32_t depth, const char *text)
{
    battle_log *log = context;
    int indent = (int)depth * 2;

    print_head(log);
    if (depth == 0) {
        snprintf(log->head, sizeof log->head, "%s", text);
        return;
    }
    printf("%*s", indent, "");
    term_wrap(text, indent, indent + 2);
}

battle_log battle_log_start(const lb_battle *battle, const lb_state *state, log_style style)
{
    lb_tell_level level = style.is_brief  ? LB_TELL_BRIEF
                          : style.is_full ? LB_TELL_FULL
                                          : LB_TELL_NORMAL;

    return (battle_log){.battle = battle,
                        .state = state,
                        .turn = 0xff,
                        .names_clauses = style.names_clauses,
                        .teller = {.battle = battle,
                                   .state = state,
                                   .level = level,
                                   .spells_units = battle_spells_units,
                                   .line = print_line}};
}

void battle_log_flush(battle_log *log)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_flush(&log->teller);
    print_head(log);
}

void battle_log_await(battle_log *log, const lb_roll *roll)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_await(&log->teller, roll);
    print_head(log);
}

void battle_log_end(battle_log *log)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_flush(&log->teller);
    log->head[0] = '\0';
}

bool battle_spells_units;

const char *battle_wind(uint32_t heading)
{
    static const char *const winds[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};

    return winds[(heading + 4096) / 8192 % 8];
}

const char *battle_formation(const lb_battle *battle, uint32_t formation)
{
    return lb_formation_text(battle, (int32_t)formation)->name;
}

const char *battle_garrison(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_footprint at = lb_unit_footprint(battle, state, unit);

    if (battle->unit[unit].arm != LB_ARM_INFANTRY ||
        state->unit[unit].presence != LB_PRESENCE_TABLE)
        return NULL;
    for (uint16_t i = 0; i < ground.piece_count; i++)
        if ((ground.piece[i].kind == LB_TERRAIN_BUILT_STONE ||
             ground.piece[i].kind == LB_TERRAIN_BUILT_WOODEN) &&
            lb_piece_has_point(&ground, i, at.centre))
            return battle->piece_name[i][0] != '\0' ? battle->piece_name[i] : "houses";
    return NULL;
}

void battle_put_stance(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    const char *houses = battle_garrison(battle, state, unit);

    lb_put_text(put, houses != NULL
                         ? "in garrison of "
                         : lb_formation_text(battle, state->unit[unit].formation)->stance);
    lb_put_text(put, houses != NULL ? houses : "");
}

void battle_put_length(const lb_battle *battle, int32_t tmm, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    int32_t tenths = ((tmm < 0 ? -tmm : tmm) * 10 + play->length_tmm / 2) / play->length_tmm;

    if (tmm < 0)
        lb_put_char(put, '-');
    lb_put_int(put, tenths / 10);
    lb_put_char(put, '.');
    lb_put_int(put, tenths % 10);
    if (strcmp(play->length_word, "in") == 0 && !battle_spells_units) {
        lb_put_char(put, '"');
        return;
    }
    lb_put_char(put, ' ');
    lb_put_text(put, play->length_word);
}

static void put_step(const lb_battle *battle, const lb_step *step, lb_put *put)
{
    int32_t degrees = (step->angle * 360 + (step->angle < 0 ? -32768 : 32768)) / 65536;

    switch ((lb_step_kind)step->kind) {
    case LB_STEP_STRAIGHT:
        lb_put_text(put, step->tmm < 0 ? ", back " : ", forward ");
        battle_put_length(battle, step->tmm < 0 ? -step->tmm : step->tmm, put);
        return;
    case LB_STEP_OBLIQUE:
        lb_put_text(put, degrees < 0 ? ", oblique left " : ", oblique right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        lb_put_char(put, ' ');
        battle_put_length(battle, step->tmm, put);
        return;
    case LB_STEP_WHEEL:
        lb_put_text(put, degrees < 0 ? ", wheel left " : ", wheel right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        return;
    case LB_STEP_TURN:
        lb_put_text(put, ", turn to ");
        lb_put_int(put, degrees);
        return;
    case LB_STEP_ABOUT:
        lb_put_text(put, ", about turn");
        return;
    case LB_STEP_COUNT:
        return;
    }
}

/// Writes whom an action without a unit of its own concerns.
static void put_target(const lb_battle *battle, uint32_t side, const lb_action *action, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    lb_target_kind kind =
        play->target_kind != NULL ? play->target_kind(battle, side, action) : LB_TARGET_UNIT;
    const char *name = NULL;

    if (kind == LB_TARGET_UNIT && action->target < battle->unit_count)
        name = battle->unit[action->target].name;
    else if (kind == LB_TARGET_GROUP && action->target < battle->group_count)
        name = battle->group[action->target].name;
    else if (kind == LB_TARGET_LEADER && action->target < battle->leader_count)
        name = battle->leader[action->target].name;
    else if (kind == LB_TARGET_OBJECTIVE && action->target < battle->objective_count)
        name = battle->objective[action->target].name;
    if (name == NULL)
        return;
    lb_put_text(put, " on ");
    lb_put_text(put, name);
}

void battle_put_action(const lb_battle *battle, uint32_t side, const lb_action *action,
                       bool is_named, lb_put *put)
{
    const lb_verb *verb = &battle->rules->play->verbs[action->verb];

    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_UNIT) != 0 && is_named) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->unit[action->unit].name);
    }
    if ((verb->uses & LB_USES_GROUP) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->group[action->unit].name);
    }
    if ((verb->uses & LB_USES_LEADER) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->leader[action->unit].name);
    }
    if ((verb->uses & LB_USES_UNIT) != 0 && (verb->uses & LB_USES_TARGET) != 0) {
        lb_put_text(put, " at ");
        lb_put_text(put, battle->unit[action->target].name);
    }
    if ((verb->uses & LB_USES_OPTION) != 0 && battle->rules->play->option_text(action)[0] != '\0') {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->rules->play->option_text(action));
    }
    if ((verb->uses & LB_USES_UNIT) == 0 && (verb->uses & LB_USES_TARGET) != 0)
        put_target(battle, side, action, put);
    for (int i = 0; (verb->uses & LB_USES_HELPERS) != 0 && i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY) {
            lb_put_text(put, i == 0 ? ", supported by " : ", ");
            lb_put_text(put, battle->unit[action->helper[i]].name);
        }
    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < battle->unit_count; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, ", and ");
            lb_put_text(put, battle->unit[i].name);
        }
    if ((verb->uses & LB_USES_PATH) != 0)
        for (uint32_t i = 0; i < action->path.count; i++)
            put_step(battle, &action->path.step[i], put);
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        lb_put_text(put, ", ");
        lb_put_text(put, lb_formation_text(battle, action->formation)->stance);
    }
}

/// What people are told of a state; those that only the rules need have no words.
static const char *const state_words[LB_SCENARIO_STATE_COUNT] = {
    [LB_SCENARIO_STATE_SHAKEN] = "shaken",
    [LB_SCENARIO_STATE_DISORDERED] = "disordered",
    [LB_SCENARIO_STATE_UNSETTLED] = "a little disordered",
    [LB_SCENARIO_STATE_CARRIED] = "for longer than this turn",
    [LB_SCENARIO_STATE_FIRED] = "has fired",
    [LB_SCENARIO_STATE_MOVED] = "has moved",
    [LB_SCENARIO_STATE_ACTED] = "has acted",
    [LB_SCENARIO_STATE_CHARGED] = "has charged",
    [LB_SCENARIO_STATE_FOUGHT] = "has fought",
    [LB_SCENARIO_STATE_SUPPORTED] = "has given support",
    [LB_SCENARIO_STATE_INSPIRED] = "inspired",
    [LB_SCENARIO_STATE_PROVED] = "better than feared",
    [LB_SCENARIO_STATE_WANTING] = "worse than hoped",
    [LB_SCENARIO_STATE_COMMITTED] = "committed from reserve",
    [LB_SCENARIO_STATE_REFORMING] = "reforming",
    [LB_SCENARIO_STATE_SKIRMISHED] = "has fired as skirmishers",
    [LB_SCENARIO_STATE_UNREACHED] = "no order reached it",
    [LB_SCENARIO_STATE_FREED] = "may act by a card",
    [LB_SCENARIO_STATE_AGAIN] = "may move and then assault by a card",
    [LB_SCENARIO_STATE_ONWARD] = "may still assault by a card",
    [LB_SCENARIO_STATE_SPED] = "moves further by a card",
    [LB_SCENARIO_STATE_WON] = "has won a fight",
    [LB_SCENARIO_STATE_DAUNTED] = "tests valour at a worse number by a card",
    [LB_SCENARIO_STATE_DISMOUNTED] = "dismounted",
    [LB_SCENARIO_STATE_HURRIED] = "formed in haste",
    [LB_SCENARIO_STATE_CLOSED] = "has closed with an enemy",
    [LB_SCENARIO_STATE_BAYONET] = "with the bayonet",
    [LB_SCENARIO_STATE_ATTACKED] = "has been attacked"};

void battle_put_states(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    lb_unit_report report = lb_battle_unit(battle, state, unit);

    lb_put_text(put, ", losses ");
    lb_put_int(put, report.losses);
    if (report.hits > 0) {
        lb_put_text(put, ", hits ");
        lb_put_int(put, report.hits);
    }
    for (uint32_t i = 0; i < LB_SCENARIO_STATE_COUNT; i++)
        if (lb_has_trait(report.states, i) && state_words[i] != NULL) {
            lb_put_text(put, ", ");
            lb_put_text(put, state_words[i]);
        }
}

void battle_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    static const char *const presence_words[LB_PRESENCE_COUNT] = {"not here yet", "", "gone",
                                                                  "left the table"};
    const lb_unit *of = &state->unit[unit];

    lb_put_int(put, unit);
    lb_put_char(put, ' ');
    lb_put_text(put, battle->unit[unit].name);
    lb_put_text(put, ": ");
    if (of->presence != LB_PRESENCE_TABLE) {
        lb_put_text(put, presence_words[of->presence]);
        return;
    }
    battle_put_stance(battle, state, unit, put);
    battle_put_states(battle, state, unit, put);
    lb_put_text(put, ", at ");
    battle_put_length(battle, of->at.x, put);
    lb_put_text(put, " from the left and ");
    battle_put_length(battle, of->at.y, put);
    lb_put_text(put, " from the bottom, facing ");
    lb_put_text(put, battle_wind(of->heading));
}

void battle_put_event(const lb_battle *battle, const lb_event *event, lb_put *put)
{
    lb_put_text(put, battle->rules->clauses[event->clause].id);
    if (event->kind == LB_EVENT_ADD) {
        lb_put_char(put, ' ');
        lb_put_signed(put, event->value);
    } else if (event->kind == LB_EVENT_SET) {
        lb_put_char(put, ' ');
        lb_put_int(put, event->value);
    } else if (event->kind == LB_EVENT_ROLL) {
        lb_put_text(put, " rolls");
        for (uint32_t i = 0; i < event->face_count; i++) {
            lb_put_char(put, ' ');
            lb_put_int(put, event->faces[i]);
        }
        if (event->roll != NULL && event->roll->reduction == LB_ROLL_COUNT) {
            lb_put_text(put, ": ");
            lb_put_int(put, event->value);
            lb_put_text(put, " of ");
            lb_put_int(put, event->roll->dice);
            lb_put_text(put, " at ");
            lb_put_int(put, event->roll->need);
            lb_put_text(put, "+");
        }
    }
}

void battle_log_emit(void *context, const lb_event *event)
{
    battle_log *log = context;
    const lb_state *state = log->state;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (!log->names_clauses) {
        log->teller.context = log;
        lb_teller_take(&log->teller, event);
        return;
    }
    if (event->kind == LB_EVENT_CHANGE)
        return;
    if (state->turn != log->turn || state->phase != log->phase || state->active != log->active) {
        log->turn = state->turn;
        log->phase = state->phase;
        log->active = state->active;
        printf("Turn %u, %s, %s\n", log->turn, log->battle->side[log->active].name,
               log->battle->rules->play->phases[log->phase]);
    }
    if (event->kind == LB_EVENT_CHOICE) {
        battle_put_action(log->battle, event->side, &state->action, true, &put);
        fputs("  ", stdout);
        term_wrap(line, 2, 6);
        return;
    }
    battle_put_event(log->battle, event, &put);
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}
