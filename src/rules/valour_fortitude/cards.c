// SPDX-License-Identifier: MIT
// Fate cards: which may be played when, and what they do. vf.fate.1 to vf.fate.13.
//
// A card is played at the decision whose question its effect concerns: after the draw, before an
// attack, while a brigade acts, at the start of the Melee phase, at its end. The Two is played by
// itself when drawn; the Six and the Eight answer questions of their own, the Seven goes with an
// attack.

#include "rules/valour_fortitude/play.h"

/// Which customs a side follows.
enum custom { CUSTOM_OTHER, CUSTOM_FRENCH, CUSTOM_BRITISH };

bool vf_holds(const lb_state *state, uint32_t side, uint32_t rank)
{
    return (state->side[side].mark[SIDE_HAND] >> rank & 1) != 0;
}

void vf_discard(lb_run *run, uint32_t side, uint32_t rank)
{
    const int16_t *mark = run->state->side[side].mark;
    uint16_t clause = (uint16_t)(CL_FATE_1 + rank - 1);

    // clauses: vf.fate.1 … vf.fate.13
    lb_change_side(run, clause, side, LB_CHANGE_HAND, SIDE_HAND, mark[SIDE_HAND] & ~(1 << rank));
    lb_change_side(run, clause, side, LB_CHANGE_PILE, SIDE_DISCARDS,
                   mark[SIDE_DISCARDS] | 1 << rank);
}

static enum custom custom_of(const lb_battle *battle, uint32_t side)
{
    uint8_t nation = battle->side[side].nation;

    if (nation == LB_NATION_FRENCH)
        return CUSTOM_FRENCH;
    return nation == LB_NATION_BRITISH || nation == LB_NATION_KGL ? CUSTOM_BRITISH : CUSTOM_OTHER;
}

static bool is_own_group(const lb_battle *battle, uint32_t group, uint32_t side)
{
    return group < battle->group_count && battle->group[group].side == side;
}

/// At which question the card may be played.
static bool is_time_for(const lb_asked *asked, uint32_t rank)
{
    uint8_t window = asked->question->id;
    enum custom custom = custom_of(asked->battle, lb_asked_side(asked));

    switch (rank) {
    case 1:
        return window == ASK_MELEE;
    case 3:
    case 10:
        return window == ASK_FATE;
    case 4:
        return window == ASK_FOUR;
    case 5:
    case 9:
        return window == ASK_BRIGADE;
    case 11:
        return window == (custom == CUSTOM_FRENCH ? ASK_FATE : ASK_MELEE);
    case 12:
        return window == ASK_MELEE &&
               (custom != CUSTOM_BRITISH || lb_asked_side(asked) != asked->state->active);
    case CARD_KING:
        return window == (custom == CUSTOM_BRITISH ? ASK_FIRE : ASK_BRIGADE);
    default:
        return false;
    }
}

/// The King: some choose a unit that acts, the French a brigade that does, the British any.
static bool fits_king(const lb_asked *asked, uint32_t target)
{
    uint32_t side = lb_asked_side(asked);
    enum custom custom = custom_of(asked->battle, side);

    if (custom == CUSTOM_OTHER)
        return lb_view_is_friend(asked->view, side, target) &&
               vf_may_act(asked->battle, asked->state, target);
    return is_own_group(asked->battle, target, side) &&
           (custom == CUSTOM_BRITISH || (asked->state->group[target].flags & GROUP_ACTIVE) != 0);
}

/// True if the target of a card is what it asks for.
static bool fits(const lb_asked *asked, uint32_t rank, uint32_t target)
{
    const lb_battle *battle = asked->battle;
    const lb_state *state = asked->state;
    uint32_t side = lb_asked_side(asked);
    enum custom custom = custom_of(battle, side);
    bool is_unit = lb_view_is_friend(asked->view, side, target);

    switch (rank) {
    case 1:
        return target < battle->leader_count && battle->leader[target].side == side &&
               state->leader[target].presence == LB_PRESENCE_TABLE;
    case 3:
        return true;
    case 4:
        return is_own_group(battle, target, side) && lb_group_left(battle, state, target) > 0;
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
        return fits_king(asked, target);
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

/// vf.fate.any: a card that is spent to let a unit of the acting brigade act.
static bool check_spent(const lb_asked *asked, uint32_t target, lb_reason *reason)
{
    if (asked->question->id != ASK_BRIGADE)
        return lb_no(reason, CL_FATE_ANY, "a card is spent so while a brigade acts");
    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), target) ||
        (asked->state->unit[target].flags & (UNIT_ACTED | UNIT_FREED | UNIT_FIRED)) != 0 ||
        vf_may_act(asked->battle, asked->state, target))
        return lb_no(reason, CL_FATE_ANY, "that unit does not need it");
    return asked->battle->unit[target].group == LB_ASKED_ABOUT(asked, BRIGADE)->group ||
           lb_no(reason, CL_FATE_ANY, "another brigade is acting");
}

bool vf_check_card(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t rank = action->option & CARD_RANK;

    if (rank < 1 || rank > CARD_KING || !vf_holds(asked->state, lb_asked_side(asked), rank))
        return lb_no(reason, CL_FATE_DRAW, "that card is not in your hand");
    if ((action->option & CARD_SPENT) != 0)
        return check_spent(asked, action->target, reason);
    if (!is_time_for(asked, rank))
        return lb_no(reason, (uint16_t)(CL_FATE_1 + rank - 1), "it is not the time for that card");
    return fits(asked, rank, action->target) ||
           lb_no(reason, (uint16_t)(CL_FATE_1 + rank - 1), "the card does not apply to that");
}

/// No target of a card has a number as high as this.
static uint32_t targets_end(const lb_battle *battle)
{
    uint32_t most = battle->unit_count;

    most = battle->group_count > most ? battle->group_count : most;
    most = battle->leader_count > most ? battle->leader_count : most;
    return battle->objective_count > most ? battle->objective_count : most;
}

void vf_offer_cards(lb_listing *list)
{
    uint32_t end = targets_end(list->asked.battle);
    lb_action action = lb_action_of(VERB_CARD);
    bool is_spent = false;
    lb_reason reason;

    for (uint32_t rank = 1; rank <= CARD_KING; rank++) {
        bool may_spend = !is_spent && list->asked.question->id == ASK_BRIGADE;

        if (!vf_holds(list->asked.state, lb_asked_side(&list->asked), rank))
            continue;
        is_spent = true;
        if (!may_spend && !is_time_for(&list->asked, rank))
            continue;
        for (uint32_t target = 0; target < end && !lb_listing_is_full(list); target++) {
            action.target = (uint16_t)target;
            action.option = (uint8_t)rank;
            /* The Three needs no target. */
            if ((rank != 3 || target == 0) && vf_check_card(&list->asked, &action, &reason))
                (void)lb_offer(list, &action);
            /* One card is as good as another to be spent. */
            action.option = (uint8_t)(rank | CARD_SPENT);
            if (may_spend && vf_check_card(&list->asked, &action, &reason))
                (void)lb_offer(list, &action);
        }
    }
}

/* What they do. */

static void add_mark(lb_run *run, uint16_t clause, uint32_t unit, uint32_t mark, int32_t amount)
{
    lb_change_mark(run, clause, unit, LB_CHANGE_WORTH, mark,
                   run->state->unit[unit].mark[mark] + amount);
}

/// The ace: friends within a distance of the leader.
static void inspire(lb_run *run, uint32_t leader, uint32_t side)
{
    LB_EACH (i, &run->view->here[side])
        if (lb_point_is_within(run->state->leader[leader].at, &run->view->quad[i],
                               LB_INCHES(V(FATE_1_DISTANCE))))
            add_mark(run, CL_FATE_1, i, MARK_ACE, V(FATE_1_MELEE));
}

static void play_knave(lb_run *run, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(run->battle, side);

    if (custom == CUSTOM_FRENCH) {
        add_mark(run, CL_FATE_11, target, MARK_KNAVE, V(FATE_11_FR_MELEE));
        add_mark(run, CL_FATE_11, target, MARK_STAUNCH, V(FATE_11_FR_TENACITY));
        lb_tell_of(run, LB_EVENT_NOTE, CL_FATE_11, lb_unit_actor(target), 0);
    } else if (custom == CUSTOM_BRITISH) {
        LB_EACH (i, lb_view_foes(run->view, side))
            if (lb_view_touch(run->view, i, target))
                lb_change_flags(run, CL_FATE_11, i, UNIT_DAUNTED, 0);
    } else {
        lb_change_tally(run, CL_FATE_11, target, MARK_TENACITY, V(FATE_11_TENACITY));
    }
}

static void play_queen(lb_run *run, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(run->battle, side);
    const lb_group_card *group;

    if (custom != CUSTOM_FRENCH) {
        add_mark(run, CL_FATE_12, target, MARK_QUEEN,
                 custom == CUSTOM_BRITISH ? V(FATE_12_BR_MELEE) : V(FATE_12_MELEE));
        return;
    }
    group = &run->battle->group[target];
    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (lb_view_is_here(run->view, i) && vf_stance(run->view, i) == FORMATION_ATTACK)
            add_mark(run, CL_FATE_12, i, MARK_QUEEN, V(FATE_12_FR_MELEE));
}

static void play_king(lb_run *run, uint32_t target, uint32_t side)
{
    enum custom custom = custom_of(run->battle, side);

    if (custom == CUSTOM_OTHER)
        lb_change_flags(run, CL_FATE_13, target, UNIT_SPED, 0);
    else
        lb_change_group_flags(run, CL_FATE_13, target,
                              custom == CUSTOM_FRENCH ? GROUP_SPED : GROUP_VOLLEYS, 0);
}

void vf_play_card(lb_run *run, uint32_t side)
{
    lb_state *state = run->state;
    const lb_action *action = &state->action;
    uint32_t rank = action->option & CARD_RANK, target = action->target;
    bool is_spent = (action->option & CARD_SPENT) != 0;

    // clauses: vf.fate.1 … vf.fate.13
    lb_about(run, LB_CAST_SIDE | side, LB_NOBODY);
    vf_discard(run, side, rank);
    lb_tell_of_two(run, LB_EVENT_SET, is_spent ? CL_FATE_ANY : (uint16_t)(CL_FATE_1 + rank - 1),
                   lb_side_actor(side), lb_target_of(run->battle, side, action), (int32_t)target);
    if (is_spent) {
        lb_change_flags(run, CL_FATE_ANY, target, UNIT_FREED | UNIT_ANSWERED, 0);
        return;
    }
    switch (rank) {
    case 1:
        inspire(run, target, side);
        break;
    case 3:
        lb_change_side(run, CL_FATE_3, 1 - side, LB_CHANGE_SCORE, SIDE_NO_AUTO, 1);
        break;
    case 5:
        lb_change_mark(run, CL_FATE_5, target, LB_CHANGE_LOSSES, MARK_LOSSES,
                       lb_most(0, state->unit[target].mark[MARK_LOSSES] - V(FATE_5_MARKERS)));
        break;
    case 9:
        lb_change_flags(run, CL_FATE_9, target, UNIT_AGAIN, 0);
        break;
    case 10:
        lb_change_side(run, CL_FATE_10, side, LB_CHANGE_SCORE, SIDE_KEY, (int32_t)target + 1);
        break;
    case 11:
        play_knave(run, target, side);
        break;
    case 12:
        play_queen(run, target, side);
        break;
    case CARD_KING:
        play_king(run, target, side);
        break;
    default: /* the Four is carried out where it is played */
        break;
    }
}
