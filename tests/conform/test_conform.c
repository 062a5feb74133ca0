// SPDX-License-Identifier: MIT
// What must hold at every node of every battle, whatever the sheet: the conformance kit.
//
// Battles are fought by random choices. At each node: the choices of a decision are there, unique
// and accepted, and read back from a record as themselves; the values of a roll have positive
// weights that add up; a copy goes on alike; silence changes nothing; whatever changes is told,
// with who caused it; units stand on the table and not on each other; random actions are refused
// without a trace or leave all this true. A battle written down and read again ends with the same
// hash.

#include "../unit/check.h"

#include "stray.h"
#include "told.h"

#include "core/modifier.h"
#include "limber/fight.h"
#include "limber/files.h"
#include "limber/record.h"
#include "limber/tell.h"
#include "rules/kit/ask.h"
#include "text/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_MAX = 20000,
    RECORD_MAX = 4 << 20,
    LARGE = 1000 ///< subject.every from which on a scenario is fought by regulars alone
};

/// A sheet and a scenario, and how thoroughly they are looked at.
typedef struct subject {
    const lb_ruleset *rules;
    const char *scenario;
    int battles;
    int stray; ///< actions of any kind at each decision
    int every; ///< all choices are judged at each so-many-th decision
} subject;

static const char *root = ".";
static lb_battle battle;
static lb_action room[LB_CHOICES_MAX];
static lb_view view; ///< for answers that are drawn, and to be lent
static lb_state copy, aside;
static uint32_t heard, strays, wounds, choices;
static told_state told;           ///< how the battle stands as far as it was told
static const lb_action *answered; ///< the action that is being carried out

/// Who suffers a loss or is lost, suffers it from somebody else.
static void check_cause(const lb_event *event)
{
    bool is_worse = (event->what == LB_CHANGE_LOSSES && event->after > event->before) ||
                    (event->what == LB_CHANGE_PRESENCE && event->after == LB_PRESENCE_GONE);

    assert_true(event->who.kind != LB_ACTOR_NONE);
    assert_false(event->at.kind == event->who.kind && event->at.id == event->who.id);
    if (!is_worse)
        return;
    wounds++;
    if (event->at.kind == LB_ACTOR_NONE)
        fail_msg("%s: nobody is said to have caused a loss",
                 battle.rules->clauses[event->clause].id);
}

/// A choice names whoever its action does, else somebody of the side that was asked.
static void check_actor(const lb_event *event)
{
    uint32_t uses = battle.rules->play->verbs[answered->verb].uses;
    uint8_t kind = (uses & LB_USES_GROUP) != 0    ? LB_ACTOR_GROUP
                   : (uses & LB_USES_LEADER) != 0 ? LB_ACTOR_LEADER
                   : (uses & LB_USES_UNIT) != 0   ? LB_ACTOR_UNIT
                                                  : LB_ACTOR_NONE;

    choices++;
    assert_int_equal(event->value, answered->verb);
    assert_true(event->who.kind != LB_ACTOR_NONE);
    if (kind != LB_ACTOR_NONE) {
        assert_int_equal(event->who.kind, kind);
        assert_int_equal(event->who.id, answered->unit);
    } else {
        assert_int_equal(lb_actor_side(&battle, event->who), event->side);
    }
    if ((uses & LB_USES_TARGET) != 0 && battle.rules->play->target_kind == NULL) {
        assert_int_equal(event->at.kind, LB_ACTOR_UNIT);
        assert_int_equal(event->at.id, answered->target);
    }
}

static void hear(void *context, const lb_event *event)
{
    (void)context;
    assert_true(event->clause < battle.rules->clause_count);
    heard++;
    if (!lb_teller_knows(&battle, event))
        fail_msg("%s: tells.def has no words for this event (kind %d, change %d)",
                 battle.rules->clauses[event->clause].id, (int)event->kind, (int)event->what);
    if (event->kind == LB_EVENT_CHANGE) {
        told_change(&told, event);
        check_cause(event);
    } else if (event->kind == LB_EVENT_CHOICE) {
        check_actor(event);
    }
}

static void load(const subject *on)
{
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, on->scenario);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
    if (lb_battle_muster(&battle, on->rules, NULL, &scenario, &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
    lb_view_start(&view);
}

static void assert_table_is_sound(const lb_state *state)
{
    const char *fault = stray_fault(&battle, state);

    if (fault != NULL)
        fail_msg("turn %d, after %s: %s", state->turn,
                 battle.rules->play->verbs[state->action.verb].word, fault);
}

static void assert_reads_back(const lb_action *action)
{
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    lb_action back;
    lb_diag diag = {0};

    lb_record_put_action(battle.rules->play, action, &put);
    if (lb_record_parse_action(battle.rules->play, line, &back, &diag) != LB_OK)
        fail_msg("%s: %s", line, diag.text);
    assert_true(lb_action_is_same(&back, action));
}

/// A view for a question, now and then none: with or without one the answer is the same.
static lb_view *lent(void)
{
    enum { WITHOUT = 8 };
    static uint32_t asked;

    return ++asked % WITHOUT == 0 ? NULL : &view;
}

/// Members that a verb does not use must be empty.
static void assert_is_proper(const lb_state *state, const lb_action *choice)
{
    uint32_t uses = battle.rules->play->verbs[choice->verb].uses;
    lb_reason reason;

    for (int i = 0; i < 5; i++) {
        static const uint32_t bits[] = {LB_USES_OPTION, LB_USES_TARGET, LB_USES_FORMATION,
                                        LB_USES_HELPERS, LB_USES_PATH};
        lb_action action = *choice;

        if ((uses & bits[i]) != 0)
            continue;
        action.option = i == 0 ? 1 : action.option;
        action.target = i == 1 ? 1 : action.target;
        action.formation = i == 2 ? 1 : action.formation;
        action.helper[0] = i == 3 ? 1 : action.helper[0];
        action.path.count = i == 4 ? 1 : action.path.count;
        assert_false(lb_battle_check(&battle, state, lent(), &action, &reason));
    }
}

/// cmocka's own comparison looks at every byte, of tens of thousands of pairs.
static bool are_same_bytes(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static uint32_t check_choices(const lb_state *state)
{
    uint64_t before = lb_state_hash(state);
    uint32_t count = lb_battle_choices(&battle, state, lent(), room, LB_CHOICES_MAX);
    lb_reason reason;

    assert_true(count > 0);
    assert_true(lb_state_hash(state) == before);
    for (uint32_t i = 0; i < count; i++) {
        if (!lb_battle_check(&battle, state, lent(), &room[i], &reason))
            fail_msg("a choice is refused: %s", reason.why);
        assert_reads_back(&room[i]);
        assert_is_proper(state, &room[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_false(are_same_bytes(&room[i], &room[k], sizeof room[i]));
    }
    return count;
}

static uint32_t next_word(void *context)
{
    return pick_below(context, UINT32_MAX);
}

/// Throws actions of any kind at the check; those that it takes are carried out on a copy. Returns
/// how many it took.
static uint32_t try_stray_actions(const lb_state *state, lb_dice *dice, int tries, uint32_t count)
{
    uint64_t before = lb_state_hash(state);
    uint32_t taken = 0;

    for (int i = 0; i < tries; i++) {
        lb_action action = stray_action(&battle, room, count, next_word, dice);
        lb_reason reason;

        if (lb_battle_check(&battle, state, lent(), &action, &reason)) {
            lb_run run = lb_battle_run(&battle, &aside, NULL);
            aside = *state;
            run.view = lent();
            lb_run_act(&run, &action);
            assert_table_is_sound(&aside);
            taken++;
        } else {
            assert_non_null(reason.why);
            assert_true(reason.clause < battle.rules->clause_count);
        }
    }
    assert_true(lb_state_hash(state) == before);
    return taken;
}

/// All values of a roll, each with a positive weight, together the denominator.
static void check_roll(const lb_roll *roll)
{
    static lb_spread spread;
    lb_fraction sum = {0};

    assert_true(lb_roll_is_possible(roll));
    lb_roll_spread(roll, &spread);
    assert_true(spread.count > 0);
    for (uint32_t i = 0; i < spread.count; i++) {
        lb_fraction one = {spread.chance[i].weight, spread.denominator};

        assert_true(one.numerator.used > 0);
        assert_true(i == 0 || spread.chance[i].value > spread.chance[i - 1].value);
        assert_true(lb_fraction_add(&sum, &one));
    }
    assert_true(lb_fraction_is_one(&sum));
}

static uint32_t next_below(void *context, uint32_t bound)
{
    return pick_below(context, bound);
}

/// A legal answer as recruits draw it, without a list of all.
static void draw(const lb_state *state, lb_dice *dice, lb_action *action)
{
    lb_asked asked = {&battle, state, &view, &state->machine.node.question};

    lb_view_sync(&view, &battle, state);
    lb_ask_draw(&asked, next_below, dice, room, LB_CHOICES_MAX, action);
    room[0] = *action;
}

/// Answers the node of `state` loudly and that of its copy silently; both must come out the same.
static void answer(const subject *on, lb_state *state, lb_dice *dice, int nodes)
{
    lb_sink sink = {.emit = hear};
    lb_run loud = lb_battle_run(&battle, state, &sink);
    lb_run silent = lb_battle_run(&battle, &copy, NULL);
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;

    loud.view = &view;
    silent.view = lent();
    copy = *state;
    told = told_start(&battle, state);
    assert_true(lb_state_hash(&copy) == lb_state_hash(state));
    if (state->machine.node.kind == LB_NODE_ROLL) {
        check_roll(&state->machine.node.roll);
        count = lb_dice_throw(dice, &state->machine.node.roll, faces);
        lb_run_throw(&loud, faces, count);
        lb_run_throw(&silent, faces, count);
    } else {
        lb_action action;

        count = 1;
        if (nodes % on->every == 0) {
            count = check_choices(state);
            assert_true(count > 0);
            action = room[pick_below(dice, count)];
        } else {
            draw(state, dice, &action);
        }
        strays += try_stray_actions(state, dice, on->stray, count);
        answered = &action;
        lb_run_act(&loud, &action);
        lb_run_act(&silent, &action);
    }
    assert_true(lb_state_hash(&copy) == lb_state_hash(state));
    assert_all_is_told(&battle, &told, state);
}

static void holds_at_every_node(void **context)
{
    const subject *on = *context;
    static lb_state state;

    load(on);
    heard = strays = wounds = choices = 0;
    for (int b = 0; b < on->battles; b++) {
        lb_dice dice;
        int nodes = 0;

        lb_dice_seed(&dice, (uint64_t)b + 100);
        lb_battle_start(&battle, &state, NULL);
        assert_table_is_sound(&state);
        while (state.machine.node.kind != LB_NODE_END) {
            assert_true(++nodes < NODES_MAX);
            answer(on, &state, &dice, nodes);
            assert_table_is_sound(&state);
        }
        assert_true(state.winner < LB_SIDES || state.winner == LB_NO_SIDE);
    }
    assert_true(heard > 100 && strays > 20 && wounds > 0 && choices > 20);
}

/// The same seed gives the same battle, whatever the player has in mind.
static void a_seed_is_a_battle(void **context)
{
    const subject *on = *context;
    static lb_state state;

    load(on);
    for (lb_level level = 0; level < LB_LEVEL_COUNT; level++) {
        lb_player *player, *fresh;
        lb_fight_result first, second;
        lb_fight_plan plan = {.battle = &battle, .seed = 7, .level = {level, level}};

        if (on->every >= LARGE && level != LB_LEVEL_REGULAR)
            continue;
        player = lb_player_create();
        fresh = lb_player_create();
        assert_true(lb_fight(&plan, player, &state, &first));
        assert_int_equal(first.unreckoned, 0);
        plan.seed = 8;
        assert_true(lb_fight(&plan, player, &state, &second));
        /* Those who never move may have no dice to throw. */
        assert_true(level == LB_LEVEL_STILL || first.hash != second.hash);
        assert_true(lb_fight(&plan, fresh, &state, &first));
        assert_true(first.hash == second.hash);
        assert_int_equal(first.nodes, second.nodes);
        lb_player_destroy(player);
        lb_player_destroy(fresh);
    }
}

/// Odds for which there is no room are counted, and the battle comes to its end.
static void too_large_odds_are_seen(void **context)
{
    const subject *on = *context;
    static _Alignas(64) unsigned char narrow[64];
    static lb_state state;
    static lb_player player;
    lb_fight_plan plan = {.battle = &battle, .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR}};
    lb_fight_result result;

    load(on);
    lb_player_start(&player, narrow, sizeof narrow);
    assert_true(lb_fight(&plan, &player, &state, &result));
    assert_true(result.unreckoned > 0);
}

/* Through a record. */

static void write_action(void *context, const lb_state *state, const lb_action *action)
{
    lb_recorder_action(context, state, action);
}

static void write_roll(void *context, const lb_state *state, const uint8_t *faces, uint32_t count)
{
    lb_recorder_roll(context, state, faces, count);
}

static void write_end(void *context, const lb_state *state)
{
    lb_recorder_end(context, state);
}

/// Counts answers.
static void count_answer(void *context, size_t offset, uint64_t sum)
{
    (void)offset;
    (void)sum;
    ++*(uint32_t *)context;
}

/// A battle written down and played again has the same hash; so has each half of it.
static void a_record_is_a_battle(void **context)
{
    const subject *on = *context;
    static lb_state state, again;
    lb_player *player = lb_player_create();
    static char text[RECORD_MAX], work[RECORD_MAX];
    lb_fight_result result;
    lb_recorder recorder;
    lb_fight_plan plan = {.battle = &battle,
                          .seed = 11,
                          .on_action = write_action,
                          .on_roll = write_roll,
                          .on_end = write_end,
                          .context = &recorder};
    uint32_t lines = 0;
    lb_replay_watch watch = {.on_answer = count_answer, .context = &lines};
    lb_record_head head;
    lb_diag diag = {0};
    bool is_complete;

    load(on);
    memset(text, 0, sizeof text);
    recorder = lb_recorder_start(fmemopen(text, sizeof text, "w"), &battle, false);
    assert_non_null(recorder.file);
    lb_battle_start(&battle, &state, NULL);
    lb_recorder_head(&recorder,
                     &(lb_record_head){.scenario = on->scenario,
                                       .rules = on->rules->id,
                                       .players = "recruit recruit",
                                       .seed = "11"},
                     lb_battle_digest(&battle, &state));
    assert_true(lb_fight(&plan, player, &state, &result));
    lb_player_destroy(player);
    fclose(recorder.file);
    memcpy(work, text, sizeof text);
    assert_int_equal(lb_record_read_head(work, &head, &diag), LB_OK);
    if (lb_record_play(&head, &battle, &again, &watch, &is_complete, &diag) != LB_OK)
        fail_msg("line %d: %s", (int)diag.line, diag.text);
    assert_true(is_complete);
    assert_int_equal(lines, result.nodes);
    assert_true(lb_state_hash(&again) == lb_state_hash(&state));
    /* Cut in the middle of a line: what is whole is played. */
    memcpy(work, text, sizeof text);
    work[strlen(work) / 2] = '\0';
    (void)lb_record_drop_torn(work);
    assert_int_equal(lb_record_read_head(work, &head, &diag), LB_OK);
    lines = 0;
    assert_int_equal(lb_record_play(&head, &battle, &again, &watch, &is_complete, &diag), LB_OK);
    assert_false(is_complete);
    assert_in_range(lines, 1, result.nodes - 1);
}

static void tables_are_whole(void **context)
{
    const subject *on = *context;
    const char *fault = lb_play_fault(on->rules);

    if (fault != NULL)
        fail_msg("%s", fault);
}

/// Adds a test of a subject.
static void add_test(struct CMUnitTest *test, char *name, subject *on, const char *what,
                     CMUnitTestFunction function)
{
    snprintf(name, 96, "%s, %s: %s", on->rules->id, on->scenario, what);
    *test = (struct CMUnitTest){.name = name, .test_func = function, .initial_state = on};
}

int main(int argc, char **argv)
{
    static subject subjects[64];
    static struct CMUnitTest tests[192];
    static char names[192][96];
    static const struct {
        const char *scenario;
        int battles, stray, every;
    } scenarios[] = {{"two-brigades", 6, 40, 1},      {"vimeiro", 1, 12, 2},
                     {"quatre-bras", 1, 8, 4},        {"auerstedt", 1, 8, 16},
                     {"austerlitz-pratzen", 1, 8, 8}, {"salamanca", 1, 2, 256},
                     {"waterloo", 1, 1, 2048}};
    size_t count = 0, subject_count = 0;

    if (argc > 1)
        root = argv[1];
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (size_t s = 0; s < sizeof scenarios / sizeof scenarios[0]; s++) {
            subject *on = &subjects[subject_count];

            if (lb_rulesets[r]->play == NULL)
                continue;
            subject_count++;
            *on = (subject){lb_rulesets[r], scenarios[s].scenario, scenarios[s].battles,
                            scenarios[s].stray, scenarios[s].every};
            add_test(&tests[count], names[count], on, "every node", holds_at_every_node);
            count++;
            if (s == 0) {
                add_test(&tests[count], names[count], on, "its tables are whole", tables_are_whole);
                count++;
                add_test(&tests[count], names[count], on, "odds that are too large",
                         too_large_odds_are_seen);
                count++;
            }
            add_test(&tests[count], names[count], on, "a seed is a battle", a_seed_is_a_battle);
            count++;
            add_test(&tests[count], names[count], on, "a record is a battle", a_record_is_a_battle);
            count++;
        }
    return _cmocka_run_group_tests("conform", tests, count, NULL, NULL);
}
