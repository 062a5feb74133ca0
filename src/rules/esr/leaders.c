// SPDX-License-Identifier: MIT
// Who commands what, and how well.

#include "rules/esr/play.h"

bool esr_is_higher(const lb_battle *battle, uint32_t leader)
{
    return battle->leader[leader].rank >= LB_RANK_CORPS ||
           battle->side[battle->leader[leader].side].leader == leader;
}

static bool is_there(const lb_state *state, uint32_t leader)
{
    return leader != LB_NOBODY && state->leader[leader].presence == LB_PRESENCE_TABLE;
}

uint32_t esr_commander(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    uint32_t own = battle->group[group].leader;

    for (uint32_t i = 0; i < battle->leader_count; i++)
        if (battle->leader[i].side == battle->group[group].side && is_there(state, i) &&
            state->leader[i].mark[LEADER_LEADS] == (int32_t)group + 1)
            return i;
    return is_there(state, own) ? own : LB_NOBODY;
}

/// The Force commander of a Formation; LB_NOBODY if the Army commander leads it.
static uint32_t force_of(const lb_battle *battle, uint32_t group)
{
    uint32_t superior = battle->group[group].superior;

    return superior != LB_NOBODY && superior != battle->side[battle->group[group].side].leader
               ? superior
               : LB_NOBODY;
}

uint32_t esr_superior(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    uint32_t force = force_of(battle, group);

    if (is_there(state, force))
        return force;
    force = battle->side[battle->group[group].side].leader;
    return is_there(state, force) ? force : LB_NOBODY;
}

bool esr_commands(const lb_battle *battle, const lb_state *state, uint32_t leader, uint32_t group)
{
    const lb_leader_card *card = &battle->leader[leader];

    if (!is_there(state, leader) || card->side != battle->group[group].side)
        return false;
    return battle->side[card->side].leader == leader || force_of(battle, group) == leader ||
           esr_commander(battle, state, group) == leader;
}

/* How well. */

int32_t esr_points(int32_t rating)
{
    return rating == RATING_A ? 3 : rating == RATING_B ? 2 : rating == RATING_C ? 1 : 0;
}

static int32_t rating_of(int32_t points)
{
    static const int32_t ratings[] = {RATING_NONE, RATING_C, RATING_B, RATING_A};

    return ratings[lb_most(0, lb_least(3, points))];
}

int32_t esr_leadership(const lb_view *view, uint32_t leader, uint32_t group)
{
    const lb_leader_card *card;
    const lb_leader *of;

    if (leader == LB_NOBODY)
        return RATING_NONE;
    card = &view->battle->leader[leader];
    of = &view->state->leader[leader];
    if (of->mark[LEADER_WOUND] > 0)
        return RATING_NONE;
    if (of->mark[LEADER_STEPS] == 0 && group != LB_NOBODY &&
        ((lb_has_trait(card->traits, LB_LEADER_TRAIT_IN_PERSON) &&
          of->mark[LEADER_LEADS] == (int32_t)group + 1) ||
         (lb_has_trait(card->traits, LB_LEADER_TRAIT_CAVALRYMAN) && esr_is_cavalry(view, group))))
        return RATING_A;
    return rating_of(card->figure[LEADER_FIGURE_LEADERSHIP] - of->mark[LEADER_STEPS]);
}

int32_t esr_tactical(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    if (leader == LB_NOBODY || state->leader[leader].mark[LEADER_WOUND] > 0 ||
        state->leader[leader].mark[LEADER_STEPS] > 0)
        return 0;
    return battle->leader[leader].figure[LEADER_FIGURE_TACTICAL];
}

/// What speaks for a leader as the issuer of an order: his leadership, and how near he is.
static int32_t merit(const lb_view *view, uint32_t leader, uint32_t group)
{
    const lb_battle *battle = view->battle;
    int32_t points = esr_points(esr_leadership(view, leader, group));
    int32_t leads = view->state->leader[leader].mark[LEADER_LEADS];
    uint32_t commander = esr_commander(battle, view->state, group);
    lb_point to =
        commander == LB_NOBODY ? esr_middle(view, group) : view->state->leader[commander].at;
    int32_t every = LB_INCHES(VALUE_OF(battle, MOD_DISTANCE_EVERY));

    points += leads == 0 ? 0 : leads == (int32_t)group + 1 ? points : -points;
    if (battle->side[battle->leader[leader].side].leader == leader &&
        force_of(battle, group) == LB_NOBODY)
        points *= 2;
    return points - lb_point_distance(view->state->leader[leader].at, to) / every;
}

uint32_t esr_issuer(const lb_view *view, uint32_t group)
{
    const lb_battle *battle = view->battle;
    uint32_t army = battle->side[battle->group[group].side].leader;
    uint32_t force = esr_superior(battle, view->state, group);

    if (!is_there(view->state, army) || force == army)
        return force;
    return merit(view, army, group) > merit(view, force, group) ? army : force;
}
