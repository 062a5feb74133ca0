// SPDX-License-Identifier: MIT
// limber play: a battle in the terminal against the computer.
//
// Every decision lists what may be done by number; moves can be typed freely. The record is kept
// from the first answer on, so that a game can be saved, undone and proved.

#include "battle_log.h"
#include "lab/fight.h"
#include "text/dice_text.h"
#include "text/nearest.h"
#include "text/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512, UNDO_MAX = 64, ANSWERS_MAX = 20000 };

/// What was asked for.
typedef struct request {
    const char *scenario, *rules, *house, *side, *level, *dice, *seed_text;
    uint64_t seed;
} request;

/// A game being played.
typedef struct game {
    lb_battle battle;
    lb_state state;
    battle_log log;
    lb_dice dice, whim;
    lb_level level;
    uint8_t side; ///< the person's
    bool has_real_dice;
    bool is_over; ///< the person has left
    request asked;
    uint64_t start;
    struct {
        lb_state state;
        lb_dice dice, whim;
        uint32_t answers;
    } undo[UNDO_MAX];
    uint32_t undo_count;
    char *answer[ANSWERS_MAX]; ///< the record, line by line
    uint32_t answer_count;
} game;

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {
        {"--rules", &asked->rules, NULL}, {"--house", &asked->house, NULL},
        {"--as", &asked->side, NULL},     {"--against", &asked->level, NULL},
        {"--dice", &asked->dice, NULL},   {"--seed", &asked->seed_text, NULL}};
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->scenario, 1);

    if (words == 0)
        cli_error("play needs a scenario file");
    if (words <= 0)
        return false;
    if (asked->dice != NULL && strcmp(asked->dice, "real") != 0) {
        cli_error("--dice takes real: you throw and type every die");
        return false;
    }
    asked->seed = cli_fresh_seed();
    return asked->seed_text == NULL || cli_number("--seed", asked->seed_text, &asked->seed);
}

/// Which side the person plays: by number or by its name. False after complaining.
static bool find_side(game *g)
{
    const char *wanted = g->asked.side;

    if (wanted == NULL || strcmp(wanted, "1") == 0) {
        g->side = 0;
        return true;
    }
    if (strcmp(wanted, "2") == 0) {
        g->side = 1;
        return true;
    }
    for (uint8_t side = 0; side < 2; side++)
        if (strstr(g->battle.side_name[side], wanted) != NULL) {
            g->side = side;
            return true;
        }
    cli_error("--as takes 1 for %s or 2 for %s", g->battle.side_name[0], g->battle.side_name[1]);
    return false;
}

static bool find_level(game *g)
{
    g->level = LB_LEVEL_REGULAR;
    for (lb_level level = 0; g->asked.level != NULL && level <= LB_LEVEL_COUNT; level++) {
        if (level == LB_LEVEL_COUNT) {
            cli_error("--against takes recruit or regular");
            return false;
        }
        if (strcmp(lb_level_word(level), g->asked.level) == 0) {
            g->level = level;
            break;
        }
    }
    return true;
}

static void keep_answer(game *g, const char *line)
{
    if (g->answer_count < ANSWERS_MAX)
        g->answer[g->answer_count++] = strdup(line);
}

static void carry_out(game *g, const lb_action *action)
{
    lb_sink sink = {.emit = battle_log_emit, .context = &g->log};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    lb_record_put_action(g->battle.rules->play, action, &put);
    keep_answer(g, line);
    lb_run_act(&run, action);
}

/// Asks for real dice until the throw is complete; false at the end of the input.
static bool ask_dice(const game *g, const lb_roll *roll, uint8_t *faces, uint32_t *count)
{
    char line[LINE_BYTES];

    *count = 0;
    while (lb_roll_missing(roll, faces, *count) > 0) {
        char wanted[LB_DIAG_TEXT];
        lb_put put = lb_put_start(wanted, sizeof wanted);
        uint32_t before = *count;
        lb_diag diag;

        lb_roll_put_request(roll, faces, *count, &put);
        printf("Throw %s (%s): ", wanted, g->battle.rules->clauses[roll->clause].id);
        fflush(stdout);
        if (!cli_read_line(line, sizeof line))
            return false;
        if (lb_dice_parse(line, roll->sides, faces, count, LB_THROW_MAX, &diag) != LB_OK) {
            printf("%s.\n", diag.text);
        } else if (*count > before && lb_roll_missing(roll, faces, *count - 1) == 0) {
            puts("Those are too many.");
            *count = before;
        }
    }
    return true;
}

static void throw_dice(game *g)
{
    lb_sink sink = {.emit = battle_log_emit, .context = &g->log};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);
    uint8_t faces[LB_THROW_MAX];
    char line[4 * LB_THROW_MAX];
    lb_put put = lb_put_start(line, sizeof line);
    uint32_t count;

    if (g->has_real_dice) {
        if (!ask_dice(g, &g->state.machine.node.roll, faces, &count)) {
            g->is_over = true;
            return;
        }
    } else {
        count = lb_dice_throw(&g->dice, &g->state.machine.node.roll, faces);
    }
    lb_record_put_faces(faces, count, &put);
    keep_answer(g, line);
    lb_run_throw(&run, faces, count);
}

/* The person's words. */

static void show_choices(const game *g, const lb_action *choice, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char line[LB_RECORD_LINE];
        lb_put put = lb_put_start(line, sizeof line);

        battle_put_action(&g->battle, &choice[i], &put);
        printf("%4u  ", i + 1);
        term_wrap(line, 6, 8);
    }
}

static void look(const game *g)
{
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        term_heading(g->battle.side_name[side]);
        for (uint32_t i = 0; i < g->battle.unit_count; i++) {
            char line[LB_DIAG_TEXT];
            lb_put put = lb_put_start(line, sizeof line);

            if (g->battle.unit[i].side != side)
                continue;
            battle_put_unit(&g->battle, &g->state, i, &put);
            fputs("  ", stdout);
            term_wrap(line, 2, 4);
        }
    }
}

/// The odds of a choice that fires, assaults, rallies or activates.
static void show_odds(const game *g, const lb_action *action)
{
    lb_query query = {.what = g->battle.rules->play->verbs[action->verb].word,
                      .unit = action->unit,
                      .target = action->target,
                      .option = action->option};
    lb_situation situation;
    lb_reason reason;
    chart_answer answer;

    memcpy(query.helper, action->helper, sizeof query.helper);
    if (!g->battle.rules->play->gather(&g->battle, &g->state, &query, &situation, &reason)) {
        printf("No odds for that: %s (%s).\n", reason.why,
               g->battle.rules->clauses[reason.clause].id);
        return;
    }
    answer = (chart_answer){.rules = g->battle.rules,
                            .chart = situation.chart,
                            .house = &g->battle.house,
                            .inputs = lb_inputs_start(situation.chart)};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return;
    chart_show_modifiers(&answer);
    chart_show_odds(&answer, false);
    chart_answer_free(&answer);
}

static void save(const game *g, const char *path)
{
    FILE *file = path[0] != '\0' ? fopen(path, "w") : NULL;

    if (file == NULL) {
        printf("%s cannot be written.\n",
               path[0] != '\0' ? cli_clean(path) : "A file without a name");
        return;
    }
    fprintf(file,
            "limber record 1\nscenario %s\nrules %s\nplayers %s %s\nseed %" PRIu64
            "\nstart %016" PRIx64 "\n",
            g->asked.scenario, g->battle.rules->id,
            g->side == 0 ? "person" : lb_level_word(g->level),
            g->side == 1 ? "person" : lb_level_word(g->level), g->asked.seed, g->start);
    for (uint32_t i = 0; i < g->answer_count; i++)
        fprintf(file, "%s\n", g->answer[i]);
    if (g->state.machine.node.kind == LB_NODE_END)
        fprintf(file, "end winner %u turn %u hash %016" PRIx64 "\n", g->state.winner, g->state.turn,
                lb_state_hash(&g->state));
    printf(fclose(file) == 0 ? "Saved %s.\n" : "%s could not be written to its end.\n",
           cli_clean(path));
}

static void remember(game *g)
{
    if (g->undo_count == UNDO_MAX) {
        memmove(&g->undo[0], &g->undo[1], (UNDO_MAX - 1) * sizeof g->undo[0]);
        g->undo_count--;
    }
    g->undo[g->undo_count].state = g->state;
    g->undo[g->undo_count].dice = g->dice;
    g->undo[g->undo_count].whim = g->whim;
    g->undo[g->undo_count++].answers = g->answer_count;
}

static bool undo(game *g)
{
    if (g->undo_count == 0) {
        puts("There is nothing to take back.");
        return false;
    }
    g->undo_count--;
    g->state = g->undo[g->undo_count].state;
    g->dice = g->undo[g->undo_count].dice;
    g->whim = g->undo[g->undo_count].whim;
    while (g->answer_count > g->undo[g->undo_count].answers)
        free(g->answer[--g->answer_count]);
    return true;
}

static void help(void)
{
    puts("Type the number of a choice, or:\n"
         "  list           the choices again\n"
         "  map, look      the table as a picture, or unit by unit\n"
         "  odds N         the exact odds of choice N\n"
         "  move 3 forward 8 [wheel left 30] [as line]\n"
         "                 a move of your own; also retreat, double, assault 3 at 7 forward 6;\n"
         "                 steps: forward, back, wheel left|right, turn DEGREES, about\n"
         "  undo           take your last decision back\n"
         "  save FILE      write the record\n"
         "  quit           leave");
}

/// Reads one step of a typed move; false if there is none at `*text`.
static bool read_step(char **text, lb_step *step)
{
    static const struct {
        const char *word;
        uint8_t kind;
        int8_t sign;
    } steps[] = {{"forward ", LB_STEP_STRAIGHT, 1},  {"back ", LB_STEP_STRAIGHT, -1},
                 {"wheel left ", LB_STEP_WHEEL, -1}, {"wheel right ", LB_STEP_WHEEL, 1},
                 {"turn ", LB_STEP_TURN, 1},         {"about", LB_STEP_ABOUT, 1}};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        size_t length = strlen(steps[i].word);
        double amount;
        char *end;

        if (strncmp(*text, steps[i].word, length) != 0)
            continue;
        *step = (lb_step){.kind = steps[i].kind};
        *text += length;
        if (steps[i].kind == LB_STEP_ABOUT)
            return true;
        amount = strtod(*text, &end);
        if (end == *text || !(amount >= 0 && amount < 1000))
            return false;
        *text = end;
        if (steps[i].kind == LB_STEP_STRAIGHT)
            step->tmm = steps[i].sign * (int32_t)(amount * LB_TMM_INCH);
        else
            step->angle = steps[i].sign * (int32_t)(amount * 65536 / 360);
        if (strncmp(*text, "in", 2) == 0)
            *text += 2;
        else if (**text == '"')
            ++*text;
        return true;
    }
    return false;
}

static void skip_blanks(char **text)
{
    while (**text == ' ' || **text == ',')
        ++*text;
}

/// Reads "move 3 forward 8 wheel left 30 as line". False if it is nothing of the kind.
static bool read_move(const game *g, char *text, lb_action *action)
{
    const lb_play *play = g->battle.rules->play;
    size_t length = strcspn(text, " ");
    unsigned long unit;
    char *end;

    memset(action, 0, sizeof *action);
    memset(action->helper, LB_NOBODY, sizeof action->helper);
    action->verb = play->verb_count;
    for (uint8_t i = 0; i < play->verb_count; i++)
        if (strlen(play->verbs[i].word) == length &&
            strncmp(play->verbs[i].word, text, length) == 0 &&
            (play->verbs[i].uses & LB_USES_PATH) != 0 && (play->verbs[i].uses & LB_USES_UNIT) != 0)
            action->verb = i;
    if (action->verb == play->verb_count)
        return false;
    unit = strtoul(text + length, &end, 10);
    if (end == text + length || unit >= g->battle.unit_count)
        return false;
    action->unit = (uint8_t)unit;
    if ((play->verbs[action->verb].uses & LB_USES_FORMATION) != 0)
        action->formation = g->state.unit[unit].formation;
    for (text = end; skip_blanks(&text), *text != '\0';) {
        if (strncmp(text, "at ", 3) == 0) {
            action->target = (uint8_t)strtoul(text + 3, &end, 10);
            text = end;
        } else if (strncmp(text, "as ", 3) == 0) {
            bool found = false;
            for (uint8_t i = 0; play->formations[i].word != NULL; i++) {
                size_t word = strlen(play->formations[i].word);
                if (strncmp(text + 3, play->formations[i].word, word) == 0 &&
                    (text[3 + word] == ' ' || text[3 + word] == '\0')) {
                    action->formation = i;
                    text += 3 + word;
                    found = true;
                    break;
                }
            }
            if (!found)
                return false;
        } else if (action->path.count == LB_PATH_STEPS_MAX ||
                   !read_step(&text, &action->path.step[action->path.count++])) {
            return false;
        }
    }
    return true;
}

/// An action that was typed in full: a move, or a line of a record. True if it was carried out.
static bool try_typed(game *g, char *line)
{
    lb_action action;
    lb_reason reason;
    lb_diag diag;

    if (!read_move(g, line, &action) &&
        lb_record_parse_action(g->battle.rules->play, line, &action, &diag) != LB_OK) {
        printf("I do not understand that; help lists what you can type. (%s)\n", diag.text);
        return false;
    }
    if (!lb_battle_check(&g->battle, &g->state, &action, &reason)) {
        printf("No: %s (%s).\n", reason.why, g->battle.rules->clauses[reason.clause].id);
        return false;
    }
    remember(g);
    carry_out(g, &action);
    return true;
}

/// Asks the person once; returns when a decision has been made, taken back or the game left.
static void ask_person(game *g)
{
    static lb_action choice[LB_CHOICES_MAX];
    uint32_t count = g->battle.rules->play->choices(&g->battle, &g->state, choice, LB_CHOICES_MAX);
    char line[LINE_BYTES];

    printf("%s decide (%s):\n", g->battle.side_name[g->side],
           g->battle.rules->clauses[g->state.machine.node.question.clause].id);
    show_choices(g, choice, count);
    for (;;) {
        char *end;
        unsigned long number;

        fputs("> ", stdout);
        fflush(stdout);
        if (!cli_read_line(line, sizeof line) || strcmp(line, "quit") == 0) {
            g->is_over = true;
            return;
        }
        number = strtoul(line, &end, 10);
        if (line[0] >= '0' && line[0] <= '9' && *end == '\0' && number >= 1 && number <= count) {
            remember(g);
            carry_out(g, &choice[number - 1]);
            return;
        }
        if (strncmp(line, "odds ", 5) == 0) {
            number = strtoul(line + 5, &end, 10);
            if (number >= 1 && number <= count)
                show_odds(g, &choice[number - 1]);
            else
                puts("odds takes the number of a choice.");
        } else if (strcmp(line, "list") == 0) {
            show_choices(g, choice, count);
        } else if (strcmp(line, "map") == 0) {
            battle_show_map(&g->battle, &g->state);
        } else if (strcmp(line, "look") == 0) {
            look(g);
        } else if (strcmp(line, "help") == 0 || line[0] == '\0') {
            help();
        } else if (strncmp(line, "save ", 5) == 0) {
            save(g, line + 5);
        } else if (strcmp(line, "undo") == 0) {
            if (undo(g))
                return;
        } else if (try_typed(g, line)) {
            return;
        }
    }
}

static int play(game *g)
{
    static lb_action room[LB_CHOICES_MAX];
    lb_sink sink = {.emit = battle_log_emit, .context = &g->log};

    g->log = battle_log_start(&g->battle, &g->state);
    lb_dice_seed(&g->dice, g->asked.seed);
    lb_dice_seed(&g->whim, ~g->asked.seed);
    printf("%s by %s. You are %s. Type help at any question. (seed %" PRIu64 ")\n", g->battle.title,
           g->battle.rules->title, g->battle.side_name[g->side], g->asked.seed);
    battle_show_map(&g->battle, &g->state);
    lb_battle_start(&g->battle, &g->state, &sink);
    g->start = lb_state_hash(&g->state);
    while (g->state.machine.node.kind != LB_NODE_END && !g->is_over) {
        if (g->state.machine.node.kind == LB_NODE_ROLL) {
            throw_dice(g);
        } else if (g->state.machine.node.question.side == g->side + 1) {
            ask_person(g);
        } else {
            lb_action action;
            lb_player_choose(g->level, &g->battle, &g->state, &g->whim, room, &action);
            carry_out(g, &action);
        }
    }
    if (g->state.machine.node.kind == LB_NODE_END)
        printf("The battle is over: %s.\n",
               g->state.winner == LB_NOBODY ? "a draw" : g->battle.side_name[g->state.winner]);
    return CLI_DONE;
}

int cmd_play(int argc, char **argv)
{
    game *g = calloc(1, sizeof *g);
    int code = CLI_USAGE;

    if (g == NULL)
        return cli_error("out of memory");
    if (read_request(&g->asked, argc, argv) &&
        cli_battle(g->asked.scenario, g->asked.rules, g->asked.house, &g->battle) && find_side(g) &&
        find_level(g)) {
        g->has_real_dice = g->asked.dice != NULL;
        g->battle.rules->play->deploy(&g->battle, &g->state);
        code = play(g);
    }
    while (g->answer_count > 0)
        free(g->answer[--g->answer_count]);
    free(g);
    return code;
}
