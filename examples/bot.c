// SPDX-License-Identifier: MIT
// A player of your own. A battle is a machine that stops at nodes: it needs dice, it asks a side
// for a decision, or it has ended. Here the first side is played by a bot that prefers what brings
// it to grips with the enemy; the second side is a computer player of the library.
//
//     cc bot.c $(pkg-config --cflags --libs limber) -o bot
//     ./bot scenarios/two-brigades.yaml valour-fortitude

#include <limber/limber.h>

#include <stdio.h>

enum { MY_SIDE = 0 };

static lb_scenario scenario;
static lb_battle battle;
static lb_state state;

/// The bot: of all choices it takes one that has a target if there is any, otherwise the last one.
/// `choices` lists legal actions only; lb_battle_check judges any other that you think of.
static lb_action decide(void)
{
    static lb_action choice[LB_CHOICES_MAX];
    const lb_play *play = battle.rules->play;
    uint32_t count = lb_battle_choices(&battle, &state, NULL, choice, LB_CHOICES_MAX);

    for (uint32_t i = 0; i < count; i++)
        if ((play->verbs[choice[i].verb].uses & LB_USES_TARGET) != 0)
            return choice[i];
    return choice[count - 1];
}

/// Answers nodes until the battle ends. Returns the number of decisions that the bot has made.
static uint32_t play_battle(lb_player *opponent)
{
    lb_run run = lb_battle_run(&battle, &state, NULL);
    lb_dice dice, whims;
    uint32_t decisions = 0;

    lb_dice_seed(&dice, 1);
    lb_dice_seed(&whims, 2);
    lb_battle_start(&battle, &state, NULL);
    while (state.machine.node.kind != LB_NODE_END) {
        if (state.machine.node.kind == LB_NODE_ROLL) {
            uint8_t faces[LB_THROW_MAX];
            uint32_t count = lb_dice_throw(&dice, &state.machine.node.roll, faces);

            lb_run_throw(&run, faces, count);
        } else {
            lb_action action;

            if (state.machine.node.question.side == MY_SIDE) {
                action = decide();
                decisions++;
            } else {
                lb_player_choose(LB_LEVEL_REGULAR, &battle, &state, &whims, opponent, &action);
            }
            lb_run_act(&run, &action);
        }
    }
    return decisions;
}

int main(int argc, char **argv)
{
    lb_diag diag = {0};
    const lb_ruleset *rules = argc > 2 ? lb_ruleset_find(argv[2]) : NULL;
    lb_player *opponent = lb_player_create();
    uint32_t decisions;

    if (rules == NULL || opponent == NULL) {
        fprintf(stderr, "usage: bot SCENARIO SHEET\n");
        return 2;
    }
    if (lb_scenario_load(argv[1], &scenario, &diag) != LB_OK ||
        lb_battle_muster(&battle, rules, NULL, &scenario, &diag) != LB_OK) {
        fprintf(stderr, "%s:%d:%d: %s\n", argv[1], (int)diag.line, (int)diag.column, diag.text);
        return 1;
    }
    decisions = play_battle(opponent);
    printf("%s, led by the bot, %s after %u turns and %u decisions\n", battle.side[MY_SIDE].name,
           state.winner == MY_SIDE      ? "won"
           : state.winner == LB_NO_SIDE ? "drew"
                                        : "lost",
           (unsigned)state.turn, (unsigned)decisions);
    lb_player_destroy(opponent);
    return 0;
}
