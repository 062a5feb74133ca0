// SPDX-License-Identifier: MIT
// Plays a battle by every sheet and prints what the desk says on the way, for desk.mjs, which does
// the same as WebAssembly, and for test_desk.py, which holds it against docs/schema:
// desk SCENARIO.yaml BYTES ANSWERS SEED
//
//     sheet 0 valour-fortitude
//     line fire unit 3 target 9 option 0
//     odds:0 812 {…}
//     state:0 2310 {"turn":1,…}

#include "wasm/exports.h"

#include "desk/desk.h"
#include "limber/limber.h"
#include "limber/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVERY = 7, ///< so often all documents are asked for
    UNITS = 12 ///< of so many units
};

static bool write_bytes(const char *path)
{
    FILE *bytes = fopen(path, "wb");

    return bytes != NULL && fwrite(lbx_scenario(), lbx_scenario_size(), 1, bytes) == 1 &&
           fclose(bytes) == 0;
}

static void print(const char *name, uint32_t number, int32_t length)
{
    printf("%s:%u %d %s\n", name, (unsigned)number, (int)length, length >= 0 ? lbx_text() : "");
}

static void print_documents(void)
{
    for (uint32_t reader = 0; reader < LB_READER_COUNT; reader++)
        print("state", reader, lbx_desk_state(reader));
    print("choices", 0, lbx_desk_choices());
    for (uint32_t unit = 0; unit < UNITS; unit++)
        print("unit", unit, lbx_desk_unit(unit));
}

static uint32_t put_in(const char *line)
{
    size_t length = strlen(line);

    memcpy(lbx_input(), line, length);
    return (uint32_t)length;
}

/// What can be asked about an action: its odds and, if it goes somewhere, where it could go
/// besides.
static void print_ways(const char *line)
{
    char start[LB_TEXT_ACTION];
    const char *path = strstr(line, " path ");

    printf("line %s\n", line);
    print("odds", 0, lbx_desk_odds(put_in(line)));
    if (path == NULL)
        return;
    snprintf(start, sizeof start, "%.*s", (int)(path - line), line);
    printf("line %s\n", start);
    print("reach", 0, lbx_desk_reach(put_in(start)));
    print("go", 9000, lbx_desk_go(put_in(start), 9000, 9000, -1));
    print("face", 4000, lbx_desk_go(put_in(start), 4000, 4000, 16384));
}

/// The sheet itself: all of it, a clause, and every chart at its presets.
static void print_sheet(uint32_t sheet)
{
    const lb_ruleset *rules = lb_rulesets[sheet];

    print("sheet", sheet, lbx_desk_sheet(sheet));
    printf("line %s\n", rules->clauses[0].id);
    print("clause", sheet, lbx_desk_clause(sheet, put_in(rules->clauses[0].id)));
    for (uint32_t i = 0; i < rules->chart_count; i++) {
        printf("line %s\n", rules->charts[i].id);
        print("chart", sheet, lbx_desk_chart(sheet, put_in(rules->charts[i].id)));
        print("chartodds", sheet, lbx_desk_chart_odds(sheet, put_in(rules->charts[i].id)));
    }
}

/// Answers the open node as a computer player would, and prints what is said of it.
static void answer(const lb_battle *battle, lb_dice *dice, lb_player *player, uint32_t number)
{
    static lb_state state;
    char line[LB_TEXT_ACTION];

    memcpy(&state, lbx_desk_bytes(), sizeof state);
    if (state.machine.node.kind == LB_NODE_ROLL) {
        uint8_t faces[LB_THROW_MAX];
        uint32_t count = lb_dice_throw(dice, &state.machine.node.roll, faces);
        size_t length = (size_t)snprintf(line, sizeof line, "roll");

        for (uint32_t i = 0; i < count; i++)
            length += (size_t)snprintf(line + length, sizeof line - length, " %u", faces[i]);
    } else {
        lb_action action;

        lb_player_choose(number % 3 == 0 ? LB_LEVEL_RECRUIT : LB_LEVEL_REGULAR, battle, &state,
                         dice, player, &action);
        lb_action_write(battle->rules->play, &action, line, sizeof line);
        print_ways(line);
        printf("line %s\n", line);
        print("check", 0, lbx_desk_check(put_in(line)));
    }
    printf("line %s\n", line);
    print("answer", 0, lbx_desk_answer(put_in(line)));
}

/// The bytes of the state and how large what is handed over is: WebAssembly takes them as they are.
static void print_state(void)
{
    const unsigned char *bytes = lbx_desk_bytes();

    printf("sizes %u %u %u\n", (unsigned)lbx_scenario_size(), (unsigned)lbx_house_size(),
           (unsigned)lbx_state_size());
    fputs("bytes ", stdout);
    for (uint32_t i = 0; i < lbx_state_size(); i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

static bool is_over(void)
{
    const lb_state *state = lbx_desk_bytes();

    return state->machine.node.kind == LB_NODE_END;
}

static void play(uint32_t sheet, uint32_t answers, uint64_t seed)
{
    static lb_battle battle;
    lb_player *player = lb_player_create();
    lb_dice dice;

    if (player == NULL ||
        lb_battle_muster(&battle, lb_rulesets[sheet], NULL, lbx_scenario(), NULL) != LB_OK)
        exit(1);
    lb_dice_seed(&dice, seed);
    lbx_house_reset(sheet);
    printf("sheet %u %s\n", (unsigned)sheet, lbx_sheet_id(sheet));
    print("load", sheet, lbx_desk_load(sheet));
    print("battle", 0, lbx_desk_battle());
    print_sheet(sheet);
    print("begin", 0, lbx_desk_begin(LB_READER_ALL, seed % 2));
    print_documents();
    for (uint32_t i = 0; i < answers && !is_over(); i++) {
        answer(&battle, &dice, player, i);
        if (i % EVERY == 0 || is_over())
            print_documents();
    }
    print("account", 0, lbx_desk_account());
    print_state();
    printf("hash %llx\n", (unsigned long long)lbx_desk_hash());
    lb_player_destroy(player);
}

int main(int argc, char **argv)
{
    lb_diag diag = {0};

    if (argc != 5 || lb_scenario_load(argv[1], lbx_scenario(), &diag) != LB_OK ||
        !write_bytes(argv[2])) {
        fprintf(stderr, "usage: desk SCENARIO BYTES ANSWERS SEED %s\n", diag.text);
        return 1;
    }
    for (uint32_t sheet = 0; sheet < lbx_sheets(); sheet++)
        if (lb_rulesets[sheet]->play != NULL)
            play(sheet, (uint32_t)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    return 0;
}
