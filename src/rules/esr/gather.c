// SPDX-License-Identifier: MIT
// Facts for the charts, from the table.

#include "rules/esr/play.h"

/// A length on the table as charts have it.
#define CHART_LENGTH(tmm) ((tmm)*10)

/* Orders. */

/// How far the nearest enemy is from a point; INT32_MAX for none.
static int32_t foe_of_point(const lb_view *view, lb_point at, uint32_t side)
{
    const lb_unit_set *foes = lb_view_foes(view, side);
    int32_t least = INT32_MAX;

    LB_EACH (i, foes)
        least = lb_least(least, lb_point_distance_ceil(at, &view->quad[i]));
    return least;
}

static int32_t order_state_of(const lb_state *state, uint32_t group)
{
    const lb_group *of = &state->group[group];

    return of->status == STATUS_BROKEN       ? ORDER_STATE_BROKEN
           : of->status == STATUS_RETREAT    ? ORDER_STATE_RETREATING
           : of->order.kind == ORDER_RESERVE ? ORDER_STATE_RESERVED
                                             : ORDER_STATE_NORMAL;
}

struct order_facts esr_gather_order(lb_view *view, uint32_t issuer, uint32_t group)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    uint32_t side = battle->group[group].side, receiver = esr_commander(battle, state, group);
    int32_t leads = state->leader[issuer].mark[LEADER_LEADS], enemy;
    lb_point from = state->leader[issuer].at, to;
    struct order_facts facts = {
        .issuer = esr_leadership(view, issuer, group),
        .personal = leads == 0                    ? PERSONAL_NO
                    : leads == (int32_t)group + 1 ? PERSONAL_THIS
                                                  : PERSONAL_ANOTHER,
        .receiver = esr_leadership(view, receiver, group),
        .double_ =
            battle->side[side].leader == issuer &&
            (battle->group[group].superior == LB_NOBODY || battle->group[group].superior == issuer),
        .fatigue = esr_fatigue(state, group),
        .state = order_state_of(state, group),
    };

    to = receiver == LB_NOBODY ? esr_middle(view, group) : state->leader[receiver].at;
    facts.distance = CHART_LENGTH(lb_point_distance(from, to));
    facts.vantage = esr_has_vantage(view, from, to);
    enemy = lb_least(foe_of_point(view, from, side), foe_of_point(view, to, side));
    facts.enemy = enemy == INT32_MAX ? LB_NO_LENGTH : CHART_LENGTH(enemy);
    return facts;
}

/* Deployment. */

/// The nation of most of a Formation's units, the first of equals.
static uint8_t nation_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    int32_t count[LB_NATION_COUNT] = {0}, best = 0;
    uint8_t nation = LB_NATION_OTHER;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (esr_is_of(state, i, group))
            count[battle->unit[i].nation]++;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (esr_is_of(state, i, group) && count[battle->unit[i].nation] > best) {
            nation = battle->unit[i].nation;
            best = count[nation];
        }
    return nation;
}

static bool is_french(uint8_t nation)
{
    return nation == LB_NATION_FRENCH || nation == LB_NATION_POLISH || nation == LB_NATION_ITALIAN;
}

static bool is_guard(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    int32_t guards = 0, all = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (esr_is_of(state, i, group)) {
            guards += esr_is(battle, i, KIND_GUARD);
            all++;
        }
    return 2 * guards >= all;
}

/// esr.play.nation
static int32_t deploying_nation(const lb_view *view, uint32_t group)
{
    uint8_t nation = nation_of(view->battle, view->state, group);

    if (is_french(nation))
        return is_guard(view->battle, view->state, group) ? NATION_FRENCH_GUARD
                                                          : NATION_FRENCH_LINE;
    if (is_french(view->battle->side[view->battle->group[group].side].nation))
        return NATION_FRENCH_ALLY;
    return nation == LB_NATION_AUSTRIAN   ? NATION_AUSTRIAN
           : nation == LB_NATION_RUSSIAN  ? NATION_RUSSIAN
           : nation == LB_NATION_PRUSSIAN ? NATION_PRUSSIAN
                                          : NATION_OTHER;
}

/// The worst ground under those who change: where they go if they deploy, where they are if not.
static int32_t ground_of_change(lb_view *view, uint32_t group, const lb_unit_set *who, bool is_ploy)
{
    uint16_t order[LB_UNITS_MAX];
    uint32_t count = 0, head = esr_head(view, group);
    int32_t worst = TERRAIN_OPEN;
    lb_footprint place;

    LB_EACH (i, who)
        order[count++] = (uint16_t)i;
    for (uint32_t n = 0; n < count; n++) {
        lb_quad quad = view->quad[order[n]];

        if (!is_ploy && head != LB_NOBODY) {
            lb_footprint at = lb_view_footprint(view, head);

            place = esr_station(view->battle, &at, order[n], count, n);
            quad = lb_footprint_corners(&place);
        }
        worst = lb_most(worst, esr_terrain_at(view, &quad));
    }
    return worst;
}

struct deploy_facts esr_gather_deploy(lb_view *view, uint32_t group, uint32_t option, bool is_ploy)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    lb_unit_set who = esr_changeable(view, group, is_ploy, option);

    return (struct deploy_facts){
        .leader = esr_leadership(view, esr_commander(battle, state, group), group),
        .fatigue = esr_fatigue(state, group),
        .thirds = state->group[group].mark[GROUP_SPENT] * 3 / 240,
        .nation = deploying_nation(view, group),
        .year = battle->side[0].figure[SIDE_FIGURE_YEAR],
        .terrain = ground_of_change(view, group, &who, is_ploy),
        .cavalry_only = (option & CHANGE_CAVALRY) != 0 || esr_is_cavalry(view, group),
        .rush = (option & CHANGE_RUSHED) != 0,
        .reserve = state->group[group].order.kind == ORDER_RESERVE,
    };
}

/* Fire. */

static void add_sections(const lb_battle *battle, uint32_t unit, struct score_facts *facts)
{
    int32_t sections = battle->unit[unit].figure[FIGURE_SECTIONS];

    switch (battle->unit[unit].figure[FIGURE_CALIBRE]) {
    case CALIBRE_3_4:
        facts->sections_3_4 += sections;
        break;
    case CALIBRE_6_8:
        facts->sections_6_8 += sections;
        break;
    case CALIBRE_9:
        facts->sections_9 += sections;
        break;
    default:
        facts->sections_12 += sections;
        break;
    }
}

/// True if a battalion is near enough to skirmish with somebody of a Formation.
static bool skirmishes_with(const lb_view *view, uint32_t unit, uint32_t target)
{
    int32_t range = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_SKIRMISH));
    lb_unit_set units = esr_units(view, target);

    LB_EACH (i, &units)
        if (lb_view_is_within(view, unit, i, range))
            return true;
    return false;
}

static void add_skirmishers(const lb_view *view, uint32_t unit, struct score_facts *facts)
{
    const lb_battle *battle = view->battle;

    if (esr_is(battle, unit, KIND_IRREGULAR))
        facts->irregular++;
    else if (esr_is(battle, unit, KIND_LIGHT))
        facts->light++;
    else
        facts->line++;
    if ((view->state->unit[unit].flags & UNIT_RIFLES) == 0)
        return;
    facts->rf1 += battle->unit[unit].figure[FIGURE_RIFLES] == 1;
    facts->rf2 += battle->unit[unit].figure[FIGURE_RIFLES] == 2;
    facts->rf3 += battle->unit[unit].figure[FIGURE_RIFLES] == 3;
}

/// esr.play.doctrine of a Formation: that of most of its deployed battalions.
static int32_t doctrine_of(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_deployed(view, group);
    int32_t effective = 0, all = 0;

    LB_EACH (i, &units)
        if (view->battle->unit[i].arm == LB_ARM_INFANTRY && esr_is_troops(view->battle, i)) {
            effective += esr_is(view->battle, i, KIND_EFFECTIVE);
            all++;
        }
    return 2 * effective >= all || lb_has_trait(view->battle->group[group].traits, LB_TRAIT_LIGHT)
               ? DOCTRINE_EFFECTIVE
               : DOCTRINE_INEFFECTIVE;
}

static bool is_attacking_cavalry(const lb_view *view, uint32_t group)
{
    return view->state->group[group].order.kind == ORDER_ATTACK && esr_is_fit(view->state, group) &&
           esr_is_cavalry(view, group);
}

struct score_facts esr_gather_score(lb_view *view, uint32_t firer, uint32_t target)
{
    const lb_battle *battle = view->battle;
    const lb_group *of = &view->state->group[firer];
    lb_unit_set units = esr_deployed(view, firer);
    bool skirmishes = esr_skirmish_aim(view, firer) == target;
    struct score_facts facts = {
        .artillery_fatigue = of->fatigue[LB_ARM_ARTILLERY],
        .infantry_fatigue = of->fatigue[LB_ARM_INFANTRY],
        .weather = esr_is_foul(battle, view->state->turn),
        .intense_guns = (of->flags & GROUP_GUNS) != 0,
        .intense_skirmish = (of->flags & GROUP_SKIRMISH) != 0,
        .vs_cavalry = is_attacking_cavalry(view, target),
        .doctrine = doctrine_of(view, firer),
    };

    LB_EACH (i, &units) {
        if (battle->unit[i].arm == LB_ARM_ARTILLERY) {
            if (view->state->unit[i].mark[MARK_GRAND] == 0 && esr_aim(view, i) == target)
                add_sections(battle, i, &facts);
        } else if (skirmishes && battle->unit[i].arm == LB_ARM_INFANTRY &&
                   esr_is_troops(battle, i) && skirmishes_with(view, i, target)) {
            add_skirmishers(view, i, &facts);
        }
    }
    return facts;
}

struct score_facts esr_gather_mass(lb_view *view, uint32_t leader, uint32_t target)
{
    const lb_battle *battle = view->battle;
    struct score_facts facts = {.weather = esr_is_foul(battle, view->state->turn)};

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_group *of = &view->state->group[view->state->unit[i].group];

        if (view->state->unit[i].mark[MARK_GRAND] != (int32_t)leader + 1 ||
            !lb_view_is_here(view, i))
            continue;
        facts.artillery_fatigue = lb_most(facts.artillery_fatigue, of->fatigue[LB_ARM_ARTILLERY]);
        facts.intense_guns |= (of->flags & GROUP_GUNS) != 0;
        if (esr_aim(view, i) == target)
            add_sections(battle, i, &facts);
    }
    return facts;
}

/* Combat. */

/// Enemies that touch a unit.
static int32_t opponents(const lb_view *view, uint32_t unit)
{
    lb_unit_set near = lb_view_near(view, view->box[unit], LB_CONTACT_TMM,
                                    lb_view_foes(view, lb_view_side(view, unit)));
    int32_t count = 0;

    LB_EACH (i, &near)
        count += lb_view_touch(view, unit, i);
    return count;
}

/// esr.combat.lost6
static bool is_supported(lb_view *view, uint32_t unit)
{
    lb_unit_set friends = esr_deployed(view, view->state->unit[unit].group);

    LB_EACH (i, &friends)
        if (i != unit && esr_is_troops(view->battle, i) && !lb_view_is_engaged(view, i) &&
            lb_view_is_within(view, unit, i,
                              LB_INCHES(VALUE_OF(view->battle, COMBAT_LOST6_SUPPORT))))
            return true;
    return false;
}

static struct combat_side side_of_combat(lb_view *view, uint32_t own, uint32_t other,
                                         bool is_defender)
{
    static const int32_t kinds[LB_ARM_COUNT] = {[LB_ARM_INFANTRY] = UNIT_KIND_INFANTRY,
                                                [LB_ARM_CAVALRY] = UNIT_KIND_CAVALRY,
                                                [LB_ARM_ARTILLERY] = UNIT_KIND_ARTILLERY};
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    const int16_t *mine = battle->unit[own].figure, *theirs = battle->unit[other].figure;
    uint32_t group = state->unit[own].group;
    bool engineers =
        (state->unit[own].flags & UNIT_SAPPERS) != 0 || esr_is(battle, own, KIND_ENGINEERS);

    return (struct combat_side){
        .kind = kinds[battle->unit[own].arm],
        .tr = esr_tactical(battle, state, esr_commander(battle, state, group)),
        .cr = mine[FIGURE_RATING],
        .fortified = is_defender && esr_is_fortified(view, own, other),
        .rear = lb_face_touched(&view->quad[own], &view->quad[other]) == LB_FACE_REAR &&
                !esr_is_in_buildings(view, own),
        .limbered = battle->unit[own].arm == LB_ARM_ARTILLERY &&
                    lb_view_formation(view, own) != FORMATION_UNLIMBERED,
        .broken = state->group[group].status == STATUS_BROKEN,
        .fatigue = esr_fatigue(state, group),
        .larger = mine[FIGURE_SIZE] > 0 && theirs[FIGURE_SIZE] > mine[FIGURE_SIZE],
        .multiple = opponents(view, own) > 1,
        .shock = (state->unit[own].flags & UNIT_FOUGHT) != 0 ? 0 : mine[FIGURE_SHOCK],
        .engineers =
            engineers && (esr_place_of(view, other) != PLACE_NONE ||
                          lb_view_ground_touches(view, &view->quad[other], LB_KIND(BRIDGE))),
        .dense = esr_is(battle, own, KIND_LIGHT | KIND_IRREGULAR) &&
                 esr_terrain(view, own) == TERRAIN_DENSE,
        .supported = is_supported(view, own),
    };
}

struct combat_facts esr_gather_combat(lb_view *view, uint32_t unit, uint32_t target)
{
    return (struct combat_facts){.a = side_of_combat(view, unit, target, false),
                                 .d = side_of_combat(view, target, unit, true)};
}

struct combat_facts esr_gather_area(lb_view *view, uint32_t unit, uint32_t target)
{
    struct combat_facts facts = {.a = side_of_combat(view, unit, unit, false),
                                 .d = side_of_combat(view, target, unit, false)};

    /* Who reforms stands nowhere: nothing counts of where the two are. */
    facts.a.rear = facts.d.rear = facts.a.engineers = facts.d.engineers = facts.d.multiple = false;
    facts.d.dense = facts.d.supported = facts.d.limbered = false;
    facts.d.broken = true;
    facts.a.larger = false;
    return facts;
}

/* Leaders. */

bool esr_is_in_danger(lb_view *view, uint32_t leader)
{
    const lb_battle *battle = view->battle;
    lb_point at = view->state->leader[leader].at;
    const lb_unit_set *foes = lb_view_foes(view, battle->leader[leader].side);

    LB_EACH (i, foes) {
        bool is_gun = battle->unit[i].arm == LB_ARM_ARTILLERY;
        int32_t inches =
            is_gun ? VALUE_OF(battle, FATE_WHO_GUNS) : VALUE_OF(battle, FATE_WHO_OTHERS);

        if (is_gun && lb_view_formation(view, i) != FORMATION_UNLIMBERED)
            inches = VALUE_OF(battle, FATE_WHO_OTHERS);
        if (lb_point_is_within(at, &view->quad[i], LB_INCHES(inches)))
            return true;
    }
    return false;
}

struct fate_facts esr_gather_fate(const lb_view *view, uint32_t leader)
{
    uint32_t traits = view->battle->leader[leader].traits;
    const lb_leader *of = &view->state->leader[leader];

    return (struct fate_facts){
        .personal = esr_is_higher(view->battle, leader) && of->mark[LEADER_LEADS] > 0,
        .traits =
            lb_has_trait(traits, LB_LEADER_TRAIT_WANDERED_OFF) ? FATE_TRAIT_WANDERED_OFF
            : (of->flags & LEADER_INVINCIBLE) != 0 || lb_has_trait(traits, LB_LEADER_TRAIT_CHARMED)
                ? FATE_TRAIT_CHARMED
            : lb_has_trait(traits, LB_LEADER_TRAIT_DATE_WITH_DEATH) ? FATE_TRAIT_DATE_WITH_DEATH
                                                                    : FATE_TRAIT_NONE};
}

/* Assessments. */

/// Counts the enemy batteries that bear on a Formation at short range, and those that rake it.
static void count_batteries(lb_view *view, uint32_t group, struct assess_facts *facts)
{
    const lb_battle *battle = view->battle;
    const lb_unit_set *foes = lb_view_foes(view, battle->group[group].side);
    lb_unit_set units = esr_units(view, group);
    lb_footprint box, part;
    lb_quad quad;

    if (!esr_box(view, group, &box))
        return;
    LB_EACH (i, foes) {
        bool is_near = false, bears = false;

        if (lb_view_formation(view, i) != FORMATION_UNLIMBERED)
            continue;
        LB_EACH (j, &units) {
            if (!esr_bears(view, i, j))
                continue;
            bears = true;
            is_near |=
                lb_view_is_within(view, i, j, LB_INCHES(VALUE_OF(battle, ASSESS_SHORT_RANGE)));
        }
        facts->short_ += is_near;
        part = esr_part_of_box(&box, view->pose[i].at);
        quad = lb_footprint_corners(&part);
        facts->enfilade += bears && lb_face_of_point(&quad, view->pose[i].at) != LB_FACE_FRONT;
    }
}

/// Counts friendly batteries in action of the Formation or near it.
static void count_friends(lb_view *view, uint32_t group, struct assess_facts *facts)
{
    const lb_battle *battle = view->battle;
    const lb_unit_set *own = &view->here[battle->group[group].side];
    lb_unit_set units = esr_units(view, group);

    LB_EACH (i, own) {
        uint32_t of = view->state->unit[i].group;
        bool is_near = of == group;

        if (lb_view_formation(view, i) != FORMATION_UNLIMBERED)
            continue;
        LB_EACH (j, &units)
            is_near |= lb_view_is_within(view, i, j,
                                         LB_INCHES(VALUE_OF(battle, ASSESS_FRIEND_GUNS_RANGE)));
        facts->friend_guns += is_near;
        facts->friend_intense += is_near && (view->state->group[of].flags & GROUP_GUNS) != 0;
    }
}

/// Friendly Formations near one that retreat or are broken.
static void look_at_friends(const lb_view *view, uint32_t group, struct assess_facts *facts)
{
    const lb_battle *battle = view->battle;
    const lb_unit_set *own = &view->here[battle->group[group].side];
    lb_unit_set units = esr_units(view, group);

    LB_EACH (i, own) {
        uint32_t of = view->state->unit[i].group;
        uint8_t status = view->state->group[of].status;

        if (of == group || (status != STATUS_RETREAT && status != STATUS_BROKEN))
            continue;
        LB_EACH (j, &units) {
            facts->friend_retreating |=
                status == STATUS_RETREAT &&
                lb_view_is_within(view, i, j,
                                  LB_INCHES(VALUE_OF(battle, ASSESS_FRIENDS_RETREATING_RANGE)));
            facts->friend_broken |=
                status == STATUS_BROKEN &&
                lb_view_is_within(view, i, j,
                                  LB_INCHES(VALUE_OF(battle, ASSESS_FRIENDS_BROKEN_RANGE)));
        }
    }
}

struct assess_facts esr_gather_assess(lb_view *view, uint32_t group, bool is_combat)
{
    static const int32_t statuses[] = {[STATUS_FIT] = ASSESS_STATUS_WORD_NORMAL,
                                       [STATUS_RALLY] = ASSESS_STATUS_WORD_RALLY,
                                       [STATUS_RETREAT] = ASSESS_STATUS_WORD_RETREAT,
                                       [STATUS_BROKEN] = ASSESS_STATUS_WORD_BROKEN};
    const lb_state *state = view->state;
    const lb_group *of = &state->group[group];
    bool is_fit = of->status == STATUS_FIT;
    bool defends = is_fit && (of->order.kind == ORDER_DEFEND || of->order.kind == ORDER_SUPPORT ||
                              of->order.kind == ORDER_RESERVE);
    struct assess_facts facts = {
        .leader = esr_leadership(view, esr_commander(view->battle, state, group), group),
        .outflanked = (of->flags & GROUP_REACHED) != 0 || esr_is_outflanked(view, group),
        .score = is_combat ? 0 : of->mark[GROUP_SCORE],
        .losses = is_combat ? of->mark[GROUP_LOSSES] : 0,
        .fatigue = esr_fatigue(state, group),
        .brittle = esr_has_trait(view, group, LB_TRAIT_BRITTLE),
        .determined = esr_has_trait(view, group, LB_TRAIT_DETERMINED),
        .stoic_defending = defends && esr_has_trait(view, group, LB_TRAIT_STOIC),
        .enthusiastic_attacking = is_fit && of->order.kind == ORDER_ATTACK &&
                                  esr_has_trait(view, group, LB_TRAIT_ENTHUSIASTIC),
        .status = statuses[of->status],
        .place = esr_place(view, group),
    };

    count_batteries(view, group, &facts);
    count_friends(view, group, &facts);
    look_at_friends(view, group, &facts);
    return facts;
}

struct status_facts esr_gather_status(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_deployed(view, group);
    int32_t deployed = 0;

    LB_EACH (i, &units)
        deployed += !esr_is(view->battle, i, KIND_ENGINEERS);
    if (deployed == 0)
        deployed = (int32_t)esr_count(view->battle, view->state, group);
    return (struct status_facts){.deployed = deployed, .fatigue = esr_fatigue(view->state, group)};
}
