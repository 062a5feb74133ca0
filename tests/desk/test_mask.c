// SPDX-License-Identifier: MIT
// Nobody sees what he may not: battles by every sheet in which one thing is changed that a reader
// may not see give the reader the same state, the same documents and the same telling.

#include "../unit/check.h"

#include "desk/desk.h"
#include "limber/limber.h"
#include "limber/text.h"
#include "rules/kit/marks.h"
#include "text/roll_text.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 800, AFTERWARDS = 12, READERS = 3 };

static const uint32_t readers[READERS] = {0, 1, LB_READER_SPECTATOR};
static const char *root;
static char text[2][LB_DESK_TEXT];

/// A battle that is looked at by readers.
typedef struct table {
    lb_battle battle;
    lb_state state;
    lb_desk desk;
    lb_dice dice;
    lb_player *player;
    uint32_t compared, told, altered, later; ///< how often something was
    _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
} table;

/* Comparing. */

static void compare_states(table *t, const lb_state *a, const lb_state *b, uint32_t reader)
{
    static lb_state x, y;

    x = *a;
    y = *b;
    lb_desk_mask(&t->battle, &x, reader);
    lb_desk_mask(&t->battle, &y, reader);
    /* A hash does not cover what a machine waits for, which follows from the rest of a whole one.
     */
    assert_memory_equal(&x.machine.node, &y.machine.node, sizeof x.machine.node);
    if (lb_state_hash(&x) != lb_state_hash(&y))
        fail_msg("%s, turn %u: reader %u sees the difference in the state", t->battle.rules->id,
                 a->turn, reader);
    assert_true(lb_desk_state(&t->desk, a, reader, text[0], LB_DESK_TEXT) > 0);
    assert_true(lb_desk_state(&t->desk, b, reader, text[1], LB_DESK_TEXT) > 0);
    assert_string_equal(text[0], text[1]);
    if (x.machine.node.kind == LB_NODE_DECISION) {
        assert_true(lb_desk_choices(&t->desk, &x, text[0], LB_DESK_TEXT) > 0);
        assert_true(lb_desk_choices(&t->desk, &y, text[1], LB_DESK_TEXT) > 0);
        assert_string_equal(text[0], text[1]);
    }
    t->compared++;
}

/// True if what everybody sees of two states is not the same: it waits for another thing or other
/// dice, or a card has been shown. That somebody is asked at all cannot be hidden, nor how he
/// throws.
static bool is_plain_to_see(const table *t, const lb_state *a, const lb_state *b)
{
    const lb_marks *marks = t->battle.rules->play->marks;
    const lb_node *x = &a->machine.node, *y = &b->machine.node;

    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t m = 0; m < LB_SIDE_MARKS; m++)
            if ((marks->secret_side_marks >> m & 1) == 0 &&
                a->side[s].mark[m] != b->side[s].mark[m])
                return true;
    return a->phase != b->phase || a->turn != b->turn || x->kind != y->kind ||
           (x->kind == LB_NODE_DECISION &&
            (x->question.id != y->question.id || x->question.side != y->question.side)) ||
           (x->kind == LB_NODE_ROLL && memcmp(&x->roll, &y->roll, sizeof x->roll) != 0);
}

/// Answers the open nodes of two states alike: nothing is done, and every die shows the same. False
/// if one of them does not take that.
static bool go_on(table *t, lb_state *a, lb_state *b)
{
    lb_state *both[] = {a, b};
    lb_action pass = lb_action_of(0);
    uint8_t faces[LB_THROW_MAX];
    lb_dice dice;
    uint32_t count;

    lb_dice_seed(&dice, 5);
    count = a->machine.node.kind == LB_NODE_ROLL
                ? lb_dice_throw(&dice, &a->machine.node.roll, faces)
                : 0;
    for (uint32_t i = 0; i < 2; i++) {
        lb_run run = lb_battle_run(&t->battle, both[i], NULL);

        if (both[i]->machine.node.kind == LB_NODE_ROLL
                ? !lb_run_throw(&run, faces, count)
                : !lb_battle_check(&t->battle, both[i], &t->desk.view, &pass, NULL) ||
                      !lb_run_act(&run, &pass))
            return false;
    }
    return true;
}

/// Gives two answers to one node, which differ only in what others may not see.
static void compare_answers(table *t, const char *one, const char *other, uint32_t side)
{
    static lb_state a, b;

    for (uint32_t r = 0; r < READERS; r++) {
        lb_desk_story story = {.reader = readers[r]}, same = {.reader = readers[r]};

        if (readers[r] == side)
            continue;
        a = b = t->state;
        assert_true(lb_desk_answer(&t->desk, &a, &story, one, text[0], LB_DESK_TEXT) > 0);
        assert_true(lb_desk_answer(&t->desk, &b, &same, other, text[1], LB_DESK_TEXT) > 0);
        assert_non_null(strstr(text[0], "\"ok\":true"));
        assert_non_null(strstr(text[1], "\"ok\":true"));
        if (is_plain_to_see(t, &a, &b))
            continue;
        assert_string_equal(text[0], text[1]);
        compare_states(t, &a, &b, readers[r]);
        t->told++;
        for (uint32_t i = 0; i < AFTERWARDS && a.machine.node.kind != LB_NODE_END; i++) {
            if (!go_on(t, &a, &b) || is_plain_to_see(t, &a, &b))
                break;
            compare_states(t, &a, &b, readers[r]);
            t->later++;
        }
    }
}

/* What may differ. */

/// Two orders that are given in secret.
static void try_secret_orders(table *t)
{
    static lb_action found[LB_CHOICES_MAX];
    const lb_play *play = t->battle.rules->play;
    uint32_t count = lb_battle_choices(&t->battle, &t->state, &t->desk.view, found, LB_CHOICES_MAX);
    char one[LB_TEXT_ACTION], other[LB_TEXT_ACTION];
    const lb_action *first = NULL;

    for (uint32_t i = 0; i < count; i++) {
        if ((play->verbs[found[i].verb].uses & LB_IS_SECRET) == 0)
            continue;
        if (first != NULL && (found[i].verb != first->verb || found[i].unit != first->unit)) {
            lb_action_write(play, first, one, sizeof one);
            lb_action_write(play, &found[i], other, sizeof other);
            compare_answers(t, one, other, t->state.machine.node.question.side);
            return;
        }
        first = first == NULL ? &found[i] : first;
    }
}

/// Two cards that are drawn.
static void try_cards(table *t)
{
    const lb_roll *roll = &t->state.machine.node.roll;

    if (roll->sides < 2)
        return;
    compare_answers(t, "roll 1", "roll 2", roll->side);
    if (roll->sides > 4)
        compare_answers(t, "roll 3", "roll 5", roll->side);
}

/// Cards change places between hand and deck, and orders on their way say something else.
static void try_altered(table *t)
{
    static lb_state other;
    const lb_marks *marks = t->battle.rules->play->marks;

    for (uint32_t side = 0; side < LB_SIDES; side++) {
        uint32_t first = LB_SIDE_MARKS;
        bool is_other = false;

        other = t->state;
        for (uint32_t m = 0; m < LB_SIDE_MARKS; m++) {
            int16_t *mark = other.side[side].mark;

            if ((marks->secret_side_marks >> m & 1) == 0)
                continue;
            if (first < LB_SIDE_MARKS && mark[first] != 0 && mark[m] != 0) {
                int16_t one = (int16_t)(mark[first] & -mark[first]);
                int16_t two = (int16_t)(mark[m] & -mark[m]);

                mark[first] = (int16_t)((mark[first] & ~one) | two);
                mark[m] = (int16_t)((mark[m] & ~two) | one);
                is_other = one != two;
            }
            first = m;
        }
        for (uint32_t g = 0; marks->hides_pending && g < t->battle.group_count; g++) {
            if (t->battle.group[g].side != side)
                continue;
            other.group[g].pending = (lb_order){.kind = (uint8_t)(1 + g % 3),
                                                .objective = LB_NOBODY,
                                                .group = LB_NOBODY,
                                                .delay = (uint8_t)(g % 4)};
            other.group[g].flags ^= marks->secret_group_flags;
            is_other = true;
        }
        for (uint32_t r = 0; is_other && r < READERS; r++)
            if (readers[r] != side) {
                compare_states(t, &t->state, &other, readers[r]);
                t->altered++;
            }
    }
}

/// What is a reader's own stays as it is.
static void check_own(const table *t)
{
    static lb_state masked;

    for (uint32_t side = 0; side < LB_SIDES; side++) {
        masked = t->state;
        lb_desk_mask(&t->battle, &masked, side);
        assert_memory_equal(&masked.side[side], &t->state.side[side], sizeof(lb_side));
        for (uint32_t g = 0; g < t->battle.group_count; g++)
            if (t->battle.group[g].side == side)
                assert_int_equal(masked.group[g].pending.kind, t->state.group[g].pending.kind);
        if (t->state.machine.node.kind == LB_NODE_DECISION &&
            t->state.machine.node.question.side == side)
            assert_true(lb_machine_is_equal(&masked.machine, &t->state.machine));
    }
    masked = t->state;
    lb_desk_mask(&t->battle, &masked, LB_READER_ALL);
    assert_true(lb_state_hash(&masked) == lb_state_hash(&t->state));
}

/* A battle. */

static void step(table *t, uint32_t number)
{
    lb_run run = lb_battle_run(&t->battle, &t->state, NULL);
    uint8_t faces[LB_THROW_MAX];
    lb_action action;

    if (t->state.machine.node.kind == LB_NODE_ROLL) {
        if (lb_roll_is_card(&t->battle, &t->state.machine.node.roll))
            try_cards(t);
        lb_run_throw(&run, faces, lb_dice_throw(&t->dice, &t->state.machine.node.roll, faces));
        return;
    }
    if (t->battle.rules->play->marks->hides_pending)
        try_secret_orders(t);
    lb_player_choose(number % 4 == 0 ? LB_LEVEL_RECRUIT : LB_LEVEL_REGULAR, &t->battle, &t->state,
                     &t->dice, t->player, &action);
    lb_run_act(&run, &action);
}

static void play(const lb_ruleset *rules, const char *name)
{
    table *t = aligned_alloc(64, (sizeof *t + 63) / 64 * 64);
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    assert_non_null(t);
    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, name);
    assert_int_equal(lb_scenario_load(path, &scenario, &diag), LB_OK);
    assert_int_equal(lb_battle_muster(&t->battle, rules, NULL, &scenario, &diag), LB_OK);
    t->compared = t->told = t->altered = t->later = 0;
    t->player = lb_player_create();
    lb_desk_start(&t->desk, &t->battle, t->room, sizeof t->room);
    lb_dice_seed(&t->dice, 11);
    lb_battle_start(&t->battle, &t->state, NULL);
    for (uint32_t i = 0; i < ANSWERS && t->state.machine.node.kind != LB_NODE_END; i++) {
        try_altered(t);
        check_own(t);
        step(t, i);
    }
    /* Where a sheet has secrets, they have been put to the test. */
    print_message("# %s, %s: %u states, %u tellings and %u later states compared\n", name,
                  rules->id, t->compared, t->told, t->later);
    if (rules->play->marks->hides_pending || rules->play->marks->secret_side_marks != 0) {
        assert_true(t->told > 4);
        assert_true(t->altered > 100);
    }
    lb_player_destroy(t->player);
    free(t);
}

static void test_secrets_are_kept(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i]->play != NULL) {
            play(lb_rulesets[i], "two-brigades");
            play(lb_rulesets[i], "vimeiro");
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_secrets_are_kept)};

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
