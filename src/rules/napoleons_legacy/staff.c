// SPDX-License-Identifier: MIT
// Where commanders ride. One above brigades goes where he lifts the orders that matter most; one of
// a brigade stays behind his troops, or as near to him as he may without losing touch with them.

#include "rules/napoleons_legacy/play.h"

enum {
    BEHIND = 8 * LB_TMM_CM, ///< a commander behind his brigade
    AHEAD = 14 * LB_TMM_CM, ///< and ahead of it if it marches: then he reaches it before and after
    CLOSE = 30 * LB_TMM_CM, ///< an enemy so near wants quick orders
    SAFELY = LB_TMM_CM,     ///< within a distance
    NEED_ANY = 1,           ///< what a brigade has to do that only stands there
    NEED_ATTACK = 3,
    NEED_CLOSE = 2,
    APART_MOST = 40, ///< cm from a senior to either of two brigades between which he may stand
    PER_POINT = 10   ///< cm that a senior rides for a point of lifted command
};

/// Brigades that want to be lifted.
typedef struct staff {
    const lb_listing *list;
    uint32_t count;
    struct brigade {
        uint16_t group;
        int32_t need; ///< how much hangs on its orders
        lb_box box;   ///< where it stands
        lb_point behind;
    } brigade[LB_GROUPS_MAX];
} staff;

static int32_t command_of(const lb_battle *battle, uint32_t leader)
{
    return battle->leader[leader].figure[LEADER_FIGURE_COMMAND];
}

/// True if a place is within a distance of some unit of a brigade.
static bool is_near_brigade(const lb_listing *list, const lb_group_card *group, lb_point at,
                            int32_t tmm)
{
    const lb_view *view = list->asked.view;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (lb_view_is_here(view, i) && lb_box_meets(view->box[i], (lb_box){at, at}, tmm) &&
            lb_point_distance_ceil(at, &view->quad[i]) <= tmm)
            return true;
    return false;
}

/// Where the commander of a brigade is nearest to most of it while it moves: ahead of the middle of
/// those who march, as far as they are to go but no farther than he reaches, or behind them if they
/// stay. Guns count only if there is nobody else. False if nobody is there.
static bool place_with_brigade(const lb_listing *list, uint32_t number, lb_point *place)
{
    const lb_group_card *group = &list->asked.battle->group[number];
    const lb_view *view = list->asked.view;
    lb_point sum = {0, 0}, by = {0, 0};
    int32_t count = 0, far;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_point at = view->pose[i].at;

        if (!lb_view_is_here(view, i) || view->battle->unit[i].arm == LB_ARM_ARTILLERY)
            continue;
        sum = (lb_point){sum.x + at.x / 16, sum.y + at.y / 16};
        by.x += (list->plan->unit[i].at.x - at.x) / 16;
        by.y += (list->plan->unit[i].at.y - at.y) / 16;
        count++;
    }
    if (count == 0)
        return lb_mind_middle(list, number, BEHIND, false, place);
    by = (lb_point){by.x * 16 / count, by.y * 16 / count};
    far = lb_point_distance(by, (lb_point){0, 0});
    if (far < BEHIND)
        return lb_mind_middle(list, number, BEHIND, false, place);
    *place = lb_point_towards((lb_point){sum.x * 16 / count, sum.y * 16 / count},
                              lb_heading_to((lb_point){0, 0}, by), lb_least(far, AHEAD));
    return true;
}

/// How much hangs on the orders of a brigade, and where it stands; 0 if nobody of it is there.
static int32_t need_of(const lb_listing *list, uint32_t number, lb_box *box)
{
    const lb_group_card *group = &list->asked.battle->group[number];
    lb_view *view = list->asked.view;
    bool is_here = false, is_close = false;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        if (!lb_view_is_here(view, i))
            continue;
        *box = is_here ? lb_box_join(*box, view->box[i]) : view->box[i];
        is_here = true;
        is_close |= lb_view_foe_distance(view, i) <= CLOSE;
    }
    if (!is_here)
        return 0;
    return NEED_ANY + (is_close ? NEED_CLOSE : 0) +
           (list->plan->group[number].task == LB_TASK_ATTACK ? NEED_ATTACK : 0);
}

static void gather_staff(const lb_listing *list, uint32_t side, staff *of)
{
    const lb_battle *battle = list->asked.battle;

    of->list = list;
    of->count = 0;
    for (uint32_t g = 0; g < battle->group_count; g++) {
        struct brigade *brigade = &of->brigade[of->count];
        uint32_t leader = battle->group[g].leader;

        if (battle->group[g].side != side || leader == LB_NOBODY ||
            list->asked.state->leader[leader].presence != LB_PRESENCE_TABLE)
            continue;
        brigade->group = (uint16_t)g;
        brigade->need = need_of(list, g, &brigade->box);
        of->count += brigade->need > 0 && place_with_brigade(list, g, &brigade->behind);
    }
}

/// How far from a senior a brigade may be to be lifted: its commander stands between the two.
static int32_t reach_of(const lb_battle *battle, uint32_t leader)
{
    return LB_CMS(VALUE_OF(battle, COMMAND_SENIOR)) +
           LB_CMS(battle->leader[leader].figure[LEADER_FIGURE_RADIUS]) - 2 * SAFELY;
}

/// How far a place is from a box.
static int32_t distance_to_box(lb_point at, lb_box box)
{
    lb_point near = {lb_most(box.low.x, lb_least(box.high.x, at.x)),
                     lb_most(box.low.y, lb_least(box.high.y, at.y))};

    return lb_point_distance(at, near);
}

/// What a senior at a place is good for.
static int32_t score_at(const staff *of, uint32_t senior, lb_point at)
{
    const lb_battle *battle = of->list->asked.battle;
    int32_t lift = 0;

    for (uint32_t i = 0; i < of->count; i++) {
        const struct brigade *brigade = &of->brigade[i];
        uint32_t leader = battle->group[brigade->group].leader;
        int32_t more = command_of(battle, senior) - command_of(battle, leader);

        if (more > 0 && battle->leader[leader].rank < battle->leader[senior].rank &&
            distance_to_box(at, brigade->box) <= reach_of(battle, leader))
            lift += brigade->need * more;
    }
    return lift * PER_POINT -
           lb_point_distance(of->list->asked.state->leader[senior].at, at) / LB_TMM_CM;
}

/// Where a senior does most good: behind a brigade, or half-way between two.
static lb_point senior_place(const lb_listing *list, uint32_t senior)
{
    const lb_battle *battle = list->asked.battle;
    lb_point best = list->asked.state->leader[senior].at;
    int32_t most = INT32_MIN;
    staff of;

    /* Once a phase: he does not ride about while orders are given. */
    if (list->counsel->leader_note[senior] != 0)
        return best;
    list->counsel->leader_note[senior] = 1;
    gather_staff(list, battle->leader[senior].side, &of);
    for (uint32_t i = 0; i < of.count; i++)
        for (uint32_t k = 0; k <= i; k++) {
            lb_point a = of.brigade[i].behind, b = of.brigade[k].behind;
            lb_point at = {(a.x + b.x) / 2, (a.y + b.y) / 2};
            int32_t score;

            if (!lb_box_meets(of.brigade[i].box, of.brigade[k].box, 2 * LB_CMS(APART_MOST)))
                continue;
            score = score_at(&of, senior, at);
            if (score > most) {
                most = score;
                best = at;
            }
        }
    return best;
}

/// The place between a senior and a brigade where its commander is near enough to both; `behind` if
/// there is none, or he is lifted there too.
static lb_point place_between(const lb_listing *list, uint32_t leader, lb_point senior,
                              lb_point behind)
{
    const lb_battle *battle = list->asked.battle;
    const lb_group_card *group = &battle->group[battle->leader[leader].group];
    int32_t near = LB_CMS(VALUE_OF(battle, COMMAND_SENIOR)) - SAFELY;
    int32_t radius = LB_CMS(battle->leader[leader].figure[LEADER_FIGURE_RADIUS]) * 3 / 4;
    lb_point at;

    if (lb_point_distance(senior, behind) <= near)
        return behind;
    at = lb_point_towards(senior, lb_heading_to(senior, behind), near);
    return is_near_brigade(list, group, at, radius) ? at : behind;
}

lb_point nl_leader_place(const lb_listing *list, uint32_t leader)
{
    const lb_battle *battle = list->asked.battle;
    uint16_t group = battle->leader[leader].group;
    lb_point behind = list->plan->leader[leader];
    int32_t best = command_of(battle, leader);
    lb_point place;

    if (group == LB_NOBODY)
        return senior_place(list, leader);
    (void)place_with_brigade(list, group, &behind);
    place = behind;
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader *senior = &list->asked.state->leader[i];

        if (battle->leader[i].side != battle->leader[leader].side ||
            battle->leader[i].rank <= battle->leader[leader].rank ||
            senior->presence != LB_PRESENCE_TABLE || command_of(battle, i) <= best ||
            !is_near_brigade(list, &battle->group[group], senior->at, reach_of(battle, leader)))
            continue;
        best = command_of(battle, i);
        place = place_between(list, leader, senior->at, behind);
    }
    return place;
}
