// SPDX-License-Identifier: MIT
// Fate cards: which may be played when, and what they do. vf.fate.1 to vf.fate.13.
//
// A card is played at the decision whose question its effect concerns: after the draw, before an
// attack, while a brigade acts, at the start of the Melee phase, at its end. The Two is played by
// itself when drawn; the Six and the Eight answer questions of their own, the Seven goes with an
// attack.

#include "rules/valour_fortitude/play.h"

#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

/// Which customs a side follows.
enum custom { CUSTOM_OTHER, CUSTOM_FRENCH, CUSTOM_BRITISH };

bool vf_holds(const lb_state *state, uint32_t side, uint32_t rank)
{
    return (state->side[side].mark[SIDE_HAND] >> rank & 1) != 0;
}

void vf_discard(lb_state *state, uint32_t side, uint32_t rank)
{
    int16_t *mark = state->side[side].mark;

    mark[SIDE_HAND] = (int16_t)(mark[SIDE_HAND] & ~(1 << rank));
    mark[SIDE_DISCARDS] = (int16_t)(mark[SIDE_DISCARDS] | 1 << rank);
}

static bool no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

static enum custom custom_of(const lb_battle *battle, uint32_t side)
{
    uint8_t nation = battle->side_nation[side];

    if (nation == LB_NATION_FRENCH)
        return CUSTOM_FRENCH;
    return nation == LB_NATION_BRITISH || nation == LB_NATION_KGL ? CUSTOM_BRITISH : CUSTOM_OTHER;
}

static bool is_own_unit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        uint32_t side)
{
    return unit < battle->unit_count && vf_is_here(state, unit) && battle->unit[unit].side == side;
}

static bool is_own_group(const lb_battle *battle, uint32_t group, uint32_t side)
{
    return group < battle->group_count && battle->group[group].side == side;
}

/// At which question the card may be played.
static bool is_time_for(const lb_battle *battle, const lb_state *state, uint32_t rank,
                        uint32_t side)
{
    uint16_t window = state->machine.node.question.clause;
    enum custom custom = custom_of(battle, side);

    switch (rank) {
    case 1:
        return window == CL_MELEE_FIGHT;
    case 3:
    case 10:
        return window == CL_FATE_DRAW;
    case 4:
        return window == CL_FATE_4;
    case 5:
    case 9:
        return window == CL_ACT_MOVE;
    case 11:
        return window == (custom == CUSTOM_FRENCH ? CL_FATE_DRAW : CL_MELEE_FIGHT);
    case 12:
        return window == CL_MELEE_FIGHT && (custom != CUSTOM_BRITISH || side != state->active);
    case CARD_KING:
        return window == (custom == CUSTOM_BRITISH ? CL_FIRE_TARGET : CL_ACT_MOVE);
    default:
        return false;
    }
}

/// True if the target of a card is what it asks for.
static bool fits(const lb_battle *battle, const lb_state *state, uint32_t rank, uint32_t target,
                 uint32_t side)
{
    enum custom custom = custom_of(battle, side);
    bool is_unit = is_own_unit(battle, state, target, side);

    switch (rank) {
    case 1:
        return target < battle->leader_count && battle->leader[target].side == side &&
               state->leader[target].presence == LB_PRESENCE_TABLE;
    case 3:
        return true;
    case 4:
        return is_own_group(battle, target, side) && vf_units_left(battle, state, target) > 0;
    case 5:
        return is_unit && vf_may_act(battle, state, target) &&
               state->unit[target].mark[MARK_LOSSES] > 0;
    case 9:
        return is_unit && vf_may_act(battle, state, target);
    case 10:
        return target < battle->objective_count && state->held[target] == 1 - side;
    case 11:
        return is_unit && (custom != CUSTOM_FRENCH || state->unit[target].mark[MARK_LOSSES] > 0);
    case 12:
        return custom == CUSTOM_FRENCH ? is_own_group(battle, target, side) : is_unit;
    case CARD_KING:
        return custom == CUSTOM_OTHER ? is_unit && vf_may_act(battle, state, target)
                                      : is_own_group(battle, target, side) &&
                                            (custom == CUSTOM_BRITISH ||
                                             (state->group[target].flags & GROUP_ACTIVE) != 0);
    default:
        return false;
    }
}

lb_target_kind vf_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action)
{
    enum custom custom = custom_of(battle, side);

    if (action->verb != VERB_CARD || (action->option & CARD_SPENT) != 0)
        return LB_TARGET_UNIT;
    switch (action->option & CARD_RANK) {
    case 1:
        return LB_TARGET_LEADER;
    case 3:
        return LB_TARGET_NOBODY;
    case 4:
        return LB_TARGET_GROUP;
    case 10:
        return LB_TARGET_OBJECTIVE;
    case 12:
        return custom == CUSTOM_FRENCH ? LB_TARGET_GROUP : LB_TARGET_UNIT;
    case CARD_KING:
        return custom == CUSTOM_OTHER ? LB_TARGET_UNIT : LB_TARGET_GROUP;
    default:
        return LB_TARGET_UNIT;
    }
}

bool vf_check_card(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_reason *reason)
{
    uint32_t side = state->machine.node.question.side - 1u, rank = action->option & CARD_RANK;

    if (rank < 1 || rank > CARD_KING || !vf_holds(state, side, rank))
        return no(reason, CL_FATE_DRAW, "that card is not in your hand");
    if ((action->option & CARD_SPENT) != 0) {
        if (state->machine.node.question.clause != CL_ACT_MOVE)
            return no(reason, CL_FATE_ANY, "a card is spent so while a brigade acts");
        if (!is_own_unit(battle, state, action->target, side) ||
            (state->unit[action->target].flags & (UNIT_ACTED | UNIT_FREED | UNIT_FIRED)) != 0 ||
            vf_may_act(battle, state, action->target))
            return no(reason, CL_FATE_ANY, "that unit does not need it");
        if (battle->unit[action->target].group !=
            state->machine.cell[state->machine.frame[state->machine.depth - 1].facts])
            return no(reason, CL_FATE_ANY, "another brigade is acting");
        return true;
    }
    if (!is_time_for(battle, state, rank, side))
        return no(reason, (uint16_t)(CL_FATE_1 + rank - 1), "it is not the time for that card");
    if (!fits(battle, state, rank, action->target, side))
        return no(reason, (uint16_t)(CL_FATE_1 + rank - 1), "the card does not apply to that");
    return true;
}

static void add_mark(lb_state *state, uint32_t unit, uint32_t mark, int32_t amount)
{
    state->unit[unit].mark[mark] = (int16_t)(state->unit[unit].mark[mark] + amount);
}

/// The ace: friends within a distance of the leader.
static void inspire(lb_run *run, uint32_t leader, uint32_t side)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_quad quad;

        if (!is_own_unit(run->battle, run->state, i, side))
            continue;
        quad = vf_quad(run->battle, run->state, i);
        if (lb_point_is_within(run->state->leader[leader].at, &quad, LB_INCHES(V(FATE_1_DISTANCE))))
            add_mark(run->state, i, MARK_MELEE, V(FATE_1_MELEE));
    }
}

static void play_knave(lb_run *run, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(run->battle, side);

    if (custom == CUSTOM_FRENCH) {
        add_mark(run->state, target, MARK_WORTH, V(FATE_11_FR_MELEE));
    } else if (custom == CUSTOM_BRITISH) {
        for (uint32_t i = 0; i < run->battle->unit_count; i++)
            if (is_own_unit(run->battle, run->state, i, 1 - side) &&
                vf_touch(run->battle, run->state, i, target))
                run->state->unit[i].flags |= UNIT_DAUNTED;
    } else {
        add_mark(run->state, target, MARK_TENACITY, V(FATE_11_TENACITY));
    }
}

static void play_queen(lb_run *run, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(run->battle, side);
    const lb_group_card *group;

    if (custom != CUSTOM_FRENCH) {
        add_mark(run->state, target, MARK_MELEE,
                 custom == CUSTOM_BRITISH ? V(FATE_12_BR_MELEE) : V(FATE_12_MELEE));
        return;
    }
    group = &run->battle->group[target];
    for (uint32_t i = group->first_unit; i < (uint32_t)group->first_unit + group->unit_count; i++)
        if (vf_is_here(run->state, i) && run->state->unit[i].formation == FORMATION_ATTACK)
            add_mark(run->state, i, MARK_MELEE, V(FATE_12_FR_MELEE));
}

static void play_king(lb_state *state, const lb_battle *battle, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(battle, side);

    if (custom == CUSTOM_OTHER)
        state->unit[target].flags |= UNIT_SPED;
    else
        state->group[target].flags |= custom == CUSTOM_FRENCH ? GROUP_SPED : GROUP_VOLLEYS;
}

void vf_play_card(lb_run *run, const lb_action *action)
{
    lb_state *state = run->state;
    uint32_t side = state->machine.node.question.side - 1u, rank = action->option & CARD_RANK;
    uint8_t target = action->target;

    vf_discard(state, side, rank);
    if ((action->option & CARD_SPENT) != 0) {
        state->unit[target].flags |= UNIT_FREED | UNIT_ANSWERED;
        lb_tell(run, LB_EVENT_SET, CL_FATE_ANY, (uint8_t)(side + 1), target);
        return;
    }
    // clauses: vf.fate.1 … vf.fate.13
    lb_tell(run, LB_EVENT_SET, (uint16_t)(CL_FATE_1 + rank - 1), (uint8_t)(side + 1), target);
    switch (rank) {
    case 1:
        inspire(run, target, side);
        break;
    case 3:
        state->side[1 - side].mark[SIDE_NO_AUTO] = 1;
        break;
    case 5:
        add_mark(state, target, MARK_LOSSES,
                 -lb_least(V(FATE_5_MARKERS), state->unit[target].mark[MARK_LOSSES]));
        break;
    case 9:
        state->unit[target].flags |= UNIT_AGAIN;
        break;
    case 10:
        state->side[side].mark[SIDE_KEY] = (int16_t)(target + 1);
        break;
    case 11:
        play_knave(run, target, side);
        break;
    case 12:
        play_queen(run, target, side);
        break;
    case CARD_KING:
        play_king(state, run->battle, target, side);
        break;
    default: /* the Four is carried out where it is played */
        break;
    }
}
