// SPDX-License-Identifier: MIT
// Assessments, and what comes of them band by band; status checks.

#include "rules/esr/play.h"

enum { DICE = 2, BAND_EVERYBODY = 5, BAND_LAST = 6 };

void esr_note_reached(lb_run *run, uint32_t group)
{
    lb_unit_set touchers = esr_area_touchers(run->view, group);

    if (!lb_unit_set_is_empty(&touchers))
        lb_change_group_flags(run, CL_ASSESS_WHEN, group, GROUP_REACHED | GROUP_OWES, 0);
}

/* What a band says. */

static uint16_t clause_of(int32_t band)
{
    static const uint16_t clauses[] = {0,
                                       CL_ASSESS_BAND1,
                                       CL_ASSESS_BAND2,
                                       CL_ASSESS_BAND3,
                                       CL_ASSESS_BAND4,
                                       CL_ASSESS_BAND5,
                                       CL_ASSESS_BAND6};

    return clauses[band];
}

/// The total at which an irregular unit evades, or an impetuous one attacks; 0 for never.
static int32_t evade_total(const lb_run *run, int32_t band)
{
    return band == 2 ? V(BAND2_EVADE) : band == 3 ? V(BAND3_EVADE) : 0;
}

static int32_t attack_total(const lb_run *run, int32_t band)
{
    return band == 2   ? V(BAND2_ATTACK)
           : band == 3 ? V(BAND3_ATTACK)
           : band == 4 ? V(BAND4_ATTACK)
                       : 0;
}

static int32_t battery_dice(const lb_run *run, int32_t band)
{
    return band == 1   ? V(BAND1_BATTERY_DICE)
           : band == 2 ? V(BAND2_BATTERY_DICE)
           : band == 3 ? V(BAND3_BATTERY_DICE)
           : band == 4 ? V(BAND4_BATTERY_DICE)
                       : 0;
}

/// 2D6 of at most so much: 0 if they are.
static lb_roll at_most(uint16_t clause, int32_t total)
{
    return lb_roll_bands(clause, DICE, (int32_t[]){total + 1}, 1);
}

/// True of a unit of the Formation that is drawn up on the table and of a kind.
static bool is_concerned(const lb_run *run, int32_t unit, int32_t group, int32_t kind)
{
    return esr_is_of(run->state, (uint32_t)unit, (uint32_t)group) &&
           lb_view_is_here(run->view, (uint32_t)unit) && esr_is(run->battle, (uint32_t)unit, kind);
}

/// Casts a unit that suffers, and the enemy nearest to it who is the cause.
static void cast(lb_run *run, uint32_t unit)
{
    const lb_unit_set *foes = lb_view_foes(run->view, run->battle->unit[unit].side);

    lb_about(run, unit, lb_view_nearest(run->view, &run->view->quad[unit], foes));
}

/// Irregulars that have to evade, or are gone.
static void settle_irregulars(lb_run *run, uint32_t group, int32_t band)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if (!is_concerned(run, (int32_t)i, (int32_t)group, KIND_IRREGULAR))
            continue;
        cast(run, i);
        if (band >= BAND_EVERYBODY)
            esr_remove(run, clause_of(band), i);
        else
            esr_evade(run, clause_of(band), i);
    }
}

/// Cavalry of a Formation evades, routs or is gone.
static void settle_cavalry(lb_run *run, uint32_t group, int32_t band)
{
    bool is_cavalry = esr_is_cavalry(run->view, group);

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if (!esr_is_of(run->state, i, group) || run->battle->unit[i].arm != LB_ARM_CAVALRY ||
            (!lb_view_is_here(run->view, i) && (run->state->unit[i].flags & UNIT_REFORMING) == 0))
            continue;
        cast(run, i);
        if (band == BAND_LAST || (band == BAND_EVERYBODY && is_cavalry))
            esr_remove(run, clause_of(band), i);
        else if (band == BAND_EVERYBODY && lb_view_is_here(run->view, i))
            esr_rout(run, clause_of(band), i);
        else if (band < BAND_EVERYBODY && lb_view_is_here(run->view, i))
            esr_evade(run, clause_of(band), i);
    }
    if (band == BAND_EVERYBODY && is_cavalry)
        esr_set_status(run, clause_of(band), group, STATUS_BROKEN);
}

static bool has_cavalry_here(const lb_run *run, uint32_t group)
{
    lb_unit_set units = esr_units(run->view, group);

    LB_EACH (i, &units)
        if (run->battle->unit[i].arm == LB_ARM_CAVALRY)
            return true;
    return false;
}

/// Unlimbered batteries go to the reserve, those nearest to the enemy first.
static void retire_batteries(lb_run *run, uint32_t group, int32_t count)
{
    for (; count > 0; count--) {
        lb_unit_set units = esr_units(run->view, group);
        uint32_t nearest = LB_NOBODY;
        int32_t least = INT32_MAX;

        LB_EACH (i, &units) {
            uint32_t foe = lb_view_nearest_foe(run->view, i);
            int32_t distance = lb_mind_distance(run->view, i, foe);

            if (lb_view_formation(run->view, i) == FORMATION_UNLIMBERED &&
                (nearest == LB_NOBODY || distance < least)) {
                nearest = i;
                least = distance;
            }
        }
        if (nearest == LB_NOBODY)
            return;
        lb_about(run, nearest, LB_NOBODY);
        esr_retire_battery(run, CL_PLAY_RETIRE, nearest);
    }
}

/// The clause by which the dice for batteries are thrown: those of a Formation without batteries in
/// action, which the order of dice keeps, are told as such.
static uint16_t batteries_clause(const lb_run *run, uint32_t group)
{
    lb_unit_set units = esr_units(run->view, group);

    LB_EACH (i, &units)
        if (lb_view_formation(run->view, i) == FORMATION_UNLIMBERED)
            return CL_PLAY_BANDS;
    return CL_PLAY_RETIRE;
}

/// The next unit behind one that a roll is made for; INT32_MAX if there is none.
static int32_t next_concerned(const lb_run *run, int32_t unit, int32_t group, int32_t kind)
{
    while (unit < run->battle->unit_count && !is_concerned(run, unit, group, kind))
        unit++;
    return unit < run->battle->unit_count ? unit : INT32_MAX;
}

/// The total at which units of a kind go.
static int32_t total_of(const lb_run *run, const struct tempers_facts *f)
{
    return f->kind == KIND_IRREGULAR ? evade_total(run, f->band) : attack_total(run, f->band);
}

LB_PROCEDURE(tempers)
{
    const struct tempers_facts *f = LB_FACTS;
    struct tempers_vars *v = LB_VARS;

    LB_BEGIN
    for (v->unit = 0; total_of(run, f) > 0; v->unit++) {
        v->unit = next_concerned(run, v->unit, f->group, f->kind);
        if (v->unit == INT32_MAX)
            break;
        LB_ABOUT(v->unit, LB_NOBODY);
        LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, f->kind == KIND_IRREGULAR ? -1 : 0,
                                at_most(clause_of(f->band), total_of(run, f))));
        if (LB_VALUE != 0)
            continue;
        if (f->kind == KIND_IRREGULAR)
            esr_evade(run, clause_of(f->band), (uint32_t)v->unit);
        else
            (void)esr_lunge(run, clause_of(f->band), (uint32_t)v->unit);
    }
    LB_RETURN(tempers, .nothing = 0);
    LB_END
}

/* What is around a Formation: the facts of its assessment that others may change, in one number. */

enum { AROUND_BITS = 5, AROUND_MOST = (1 << AROUND_BITS) - 1, AROUND_COUNTS = 4 };

static int32_t put_around(const struct assess_facts *facts)
{
    const int32_t counts[AROUND_COUNTS] = {facts->short_, facts->enfilade, facts->friend_guns,
                                           facts->friend_intense};
    int32_t around = facts->outflanked | facts->friend_retreating << 1 | facts->friend_broken << 2;

    for (uint32_t i = 0; i < AROUND_COUNTS; i++)
        around |= lb_least(counts[i], AROUND_MOST) << (3 + i * AROUND_BITS);
    return around;
}

static void take_around(struct assess_facts *facts, int32_t around)
{
    int32_t *const counts[AROUND_COUNTS] = {&facts->short_, &facts->enfilade, &facts->friend_guns,
                                            &facts->friend_intense};

    facts->outflanked = around & 1;
    facts->friend_retreating = around >> 1 & 1;
    facts->friend_broken = around >> 2 & 1;
    for (uint32_t i = 0; i < AROUND_COUNTS; i++)
        *counts[i] = around >> (3 + i * AROUND_BITS) & AROUND_MOST;
}

LB_PROCEDURE(assessment)
{
    const struct assessment_facts *f = LB_FACTS;
    struct assessment_vars *v = LB_VARS;
    const struct assess_effect *effect = LB_EFFECT;
    uint32_t group = (uint32_t)f->group;
    struct assess_facts facts;

    LB_BEGIN
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    facts = esr_gather_assess(run->view, group, f->is_combat != 0);
    take_around(&facts, f->around);
    LB_CALL_ON(1, assess, &facts);
    v->band = effect->band;
    if (effect->result != ASSESS_RESULT_RETREAT)
        esr_tire(run, clause_of(v->band), group, esr_main_arm(run->battle, run->state, group),
                 effect->result - ASSESS_RESULT_NO_EFFECT);
    LB_CALL(2, tempers, .group = f->group, .band = v->band, .kind = KIND_IRREGULAR);
    if (v->band >= 4)
        settle_irregulars(run, group, v->band);
    LB_CALL(3, tempers, .group = f->group, .band = v->band, .kind = KIND_IMPETUOUS);
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    if (v->band >= 4) {
        settle_cavalry(run, group, v->band);
    } else if (v->band > 1 && has_cavalry_here(run, group)) {
        LB_ASK(4, LB_QUESTION(EVADE, run->battle->group[f->group].side, .group = f->group));
        if (LB_VALUE == VERB_YES)
            settle_cavalry(run, group, v->band);
    }
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    if (v->band >= BAND_EVERYBODY) {
        retire_batteries(run, group, INT32_MAX);
    } else if (battery_dice(run, v->band) > 0) {
        LB_ROLL(
            5, lb_thrown_by(run, LB_ROLE_ACTOR, -1,
                            lb_roll_sum(batteries_clause(run, group), battery_dice(run, v->band))));
        retire_batteries(run, group,
                         v->band == 3
                             ? (LB_VALUE + V(BAND3_BATTERY_DIVISOR) - 1) / V(BAND3_BATTERY_DIVISOR)
                             : LB_VALUE);
    }
    if (v->band == BAND_LAST && !esr_goes_back(run->state, group)) {
        lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
        esr_set_status(run, CL_ASSESS_BAND6, group, STATUS_RETREAT);
        esr_fall_back(run, CL_PLAY_FALLBACK, group);
    }
    LB_RETURN(assessment, .nothing = 0);
    LB_END
}

/// How often a Formation is assessed; esr.play.assess.
static int32_t assessments_of(const lb_group *of, bool is_combat)
{
    if ((of->flags & GROUP_GONE) != 0)
        return 0;
    return ((of->flags & GROUP_OWES) != 0) + (is_combat ? 0 : of->mark[GROUP_MISSIONS]);
}

/// esr.play.assess: once whatever the causes, and once more for each Fire Mission. What is around
/// each Formation counts as it was when the step began.
LB_PROCEDURE(assessing)
{
    const struct assessing_facts *f = LB_FACTS;
    struct assessing_vars *v = LB_VARS;
    struct assess_facts facts;

    LB_BEGIN
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if (assessments_of(&run->state->group[g], f->is_combat != 0) > 0) {
            facts = esr_gather_assess(run->view, g, f->is_combat != 0);
            v->around[g] = put_around(&facts);
        }
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        for (v->group = 0; v->group < run->battle->group_count; v->group++) {
            if (run->battle->group[v->group].side !=
                (v->side == 0 ? run->battle->first_side : 1 - run->battle->first_side))
                continue;
            v->missions = assessments_of(&run->state->group[v->group], f->is_combat != 0);
            while (v->missions > 0 && (run->state->group[v->group].flags & GROUP_GONE) == 0) {
                v->missions--;
                LB_CALL(1, assessment, .group = v->group, .is_combat = f->is_combat,
                        .around = v->around[v->group]);
            }
        }
    LB_RETURN(assessing, .nothing = 0);
    LB_END
}

/* Status. */

/// Tells by what fatigue a Formation breaks or goes into retreat, and for how many units.
static void tell_status(lb_run *run, uint32_t group, uint16_t clause)
{
    struct status_facts facts;
    lb_event event;

    if (run->sink == NULL)
        return;
    facts = esr_gather_status(run->view, group);
    event = lb_event_of(run, LB_EVENT_SET, clause, LB_ROLE_ACTOR);
    event.value = facts.fatigue;
    event.before = facts.deployed;
    run->sink->emit(run->sink->context, &event);
}

/// What a status check does to a Formation.
static void take_status(lb_run *run, uint32_t group, int32_t result)
{
    uint8_t now = run->state->group[group].status;
    lb_unit_set here = esr_units(run->view, group);
    bool is_broken = result == STATUS_RESULT_BROKEN;

    if (lb_unit_set_is_empty(&here) && result == STATUS_RESULT_NORMAL)
        result = STATUS_RESULT_RETREAT;
    if (result == STATUS_RESULT_NORMAL || now == STATUS_BROKEN ||
        (now == STATUS_RETREAT && !is_broken))
        return;
    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    tell_status(run, group, is_broken ? CL_STATUS_CHECK_BREAK : CL_STATUS_CHECK_RETREAT);
    esr_set_status(run, is_broken ? CL_STATUS_CHECK_BREAK : CL_STATUS_CHECK_RETREAT, group,
                   is_broken ? STATUS_BROKEN : STATUS_RETREAT);
    for (uint32_t i = 0; is_broken && i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && run->battle->unit[i].arm == LB_ARM_CAVALRY &&
            (lb_view_is_here(run->view, i) || (run->state->unit[i].flags & UNIT_REFORMING) != 0))
            esr_remove(run, CL_STATUS_CHECK_BREAK, i);
    esr_fall_back(run, CL_PLAY_FALLBACK, group);
}

/// esr.play.status: of those who have been assessed for combat.
LB_PROCEDURE(statuses)
{
    struct statuses_vars *v = LB_VARS;
    struct status_facts facts;

    LB_BEGIN
    for (v->group = 0; v->group < run->battle->group_count; v->group++) {
        if ((run->state->group[v->group].flags & (GROUP_OWES | GROUP_GONE)) != GROUP_OWES)
            continue;
        LB_ABOUT(LB_CAST_GROUP | v->group, LB_NOBODY);
        facts = esr_gather_status(run->view, (uint32_t)v->group);
        LB_CALL_ON(1, status, &facts);
        take_status(run, (uint32_t)v->group, ((const struct status_effect *)LB_EFFECT)->result);
    }
    LB_RETURN(statuses, .nothing = 0);
    LB_END
}
