// SPDX-License-Identifier: MIT
// What the commands of the program share.
#pragma once

#include "limber/battle.h"
#include "limber/files.h"
#include "limber/limber.h"
#include "limber/record.h"
#include "text/chart_text.h"
#include "text/input_text.h"
#include "text/yaml.h"

#include "text/json.h"

#include <stdbool.h>
#include <stdio.h>

/// How the program ends, whatever the command: docs/exit-codes.md has the whole table.
typedef enum exit_code {
    CLI_DONE = 0,
    CLI_REFUSED = 1,      ///< the answer is no: by the rules, or by what a file was checked for
    CLI_USAGE = 2,        ///< bad usage or input, or an output that cannot be written
    CLI_INTERRUPTED = 130 ///< by Control-C, as shells say it
} exit_code;

/// A command of the program; see commands.def.
typedef struct cli_command {
    const char *name;
    const char *usage;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv); ///< argv[0] is the command's name
    bool is_for_developers;            ///< not in the list of limber help
} cli_command;

extern const cli_command cli_commands[];
extern const size_t cli_command_count;

const cli_command *cli_find_command(const char *name);
void cli_print_help(const cli_command *command);

/// Runs a command, writes out what it printed, and gives the exit code; argv[0] is its name.
int cli_run(int argc, char **argv);

/// Prints the questions about odds that each sheet answers, or one, with how they are asked.
void cli_print_questions(void);
void cli_print_questions_of(const lb_ruleset *rules);

/// cmd_explain.c: prints a clause of a sheet in full, or lists those that begin so. False if there
/// is none.
bool cli_explain(const lb_ruleset *rules, const lb_house *house, const char *id);

/// Writes a clause with its numbers as JSON.
void cli_write_clause(lb_json *json, const lb_ruleset *rules, const lb_house *house,
                      uint16_t clause);

#define COMMAND(name, usage, summary, help)   int cmd_##name(int argc, char **argv);
#define DEVELOPER(name, usage, summary, help) int cmd_##name(int argc, char **argv);
#include "commands.def"

/// "limber: …" on standard error; returns CLI_USAGE.
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The same for a diag, with the file's name before it if there is one.
int cli_diag_error(const char *path, const lb_diag *diag);

/// Complains about a word with the nearest valid one; `words` yields them by number until NULL.
int cli_unknown(const char *what, const char *word, const char *(*words)(size_t number));

/// Complains about an option that the command does not have.
int cli_unknown_option(const cli_command *command, const char *option);

/// True if the word is this option, alone or as --option=value.
bool cli_is_option(const char *word, const char *option);

/// The value of the option at argv[*at], from behind = or from the next word. False after
/// complaining that it is missing or given twice.
bool cli_option_value(const char *option, int *at, int argc, char **argv, const char **value);

/// A text from outside made fit for a terminal, cut if it is long; lives until the next call.
const char *cli_clean(const char *text);

/// The levels of computer players, for a message.
const char *cli_levels(void);

/* find.c: what is named instead of given by its path. */

enum { CLI_PATH = 1024, CLI_NAME = 64 };

/// The file of a scenario: itself, or `name` in one of the usual folders. False, with the name as
/// the path, if there is none.
bool cli_find_scenario(const char *name, char path[CLI_PATH]);

/// The file of a scenario, an army or house rules: itself, or `name` in one of the usual folders,
/// written into `path`; the name if there is none.
const char *cli_find_file(const char *name, char path[CLI_PATH]);

/// Puts the armies that a bundle's scenario names into the bundle: from beside the scenario, or
/// from beside the usual folders. What cannot be found stays out.
void cli_stock_armies(lb_bundle *files);

/// Reads a scenario with armies from wherever they are; `faults` gathers all faults, or is NULL.
lb_status cli_load_scenario(const char *path, lb_scenario *scenario, lb_faults *faults,
                            lb_diag *diag);

/// The names of the scenarios that are in the usual folders, sorted. They live until the next call.
const char (*cli_scenario_names(size_t *count))[CLI_NAME];

/// Finds a folder or file of the program: beside the program, or where Limber is installed. False
/// if it is nowhere.
bool cli_find_data(const char *name, char path[CLI_PATH]);

/// Prints the scenarios that are in the usual folders.
void cli_list_scenarios(void);

/// The sheet with this id, its initials (vf) or its id without hyphens (esr50); NULL for none.
const lb_ruleset *cli_find_ruleset(const char *word);

/// The sheet that is played if none is named.
const lb_ruleset *cli_usual_ruleset(void);

/// The ruleset with this id or a short name, or NULL after complaining.
const lb_ruleset *cli_ruleset(const char *id);

/// The chart of a ruleset, or NULL after complaining.
const lb_chart *cli_chart(const lb_ruleset *rules, const char *id);

/// An option of a command: with a value behind it, or a flag, or a flag that may have a value.
typedef struct cli_option {
    const char *name;
    const char **value; ///< or NULL
    bool *flag;         ///< or NULL
} cli_option;

/// Reads options and up to `most` words. The number of words, or -1 after complaining.
int cli_options(int argc, char **argv, const cli_option *options, size_t count, const char **word,
                int most);

/// Reads up to `most` words and --house FILE. The number of words, or -1 after complaining.
int cli_words(int argc, char **argv, int most, const char **word, lb_house_rules *house);

/// Reads house rules, or the sheets as printed for a NULL path. False after complaining.
bool cli_house(const char *path, lb_house_rules *house);

/// Says that house rules are in force, if they are.
void cli_show_house(const lb_house_rules *house);

/// True if the house rules are for this sheet; otherwise complains.
bool cli_house_fits(const lb_house_rules *house, const lb_ruleset *rules);

/// Reads a whole number of 64 bits. False after complaining about the option.
bool cli_number(const char *option, const char *text, uint64_t *number);

/* cli_files.c */

/// Opens what is closed of standard input, output and error, so that no other file takes its place.
/// Reading from it or writing to it fails.
void cli_hold_standard_files(void);

/// A whole text file, closed by a zero; the caller frees it. NULL after complaining.
char *cli_read_file(const char *path, size_t most);

/// The same of a record. Zeros at its end, and the line that they cut off, are left out as a crash
/// leaves them; it says so.
char *cli_read_record(const char *path);

/// A file that is being written. What takes the place of another file is written beside it first,
/// so that the old one is lost only when the new one is whole. A link stays: the file that it leads
/// to is replaced.
typedef struct cli_output {
    FILE *file;
    char path[4096];   ///< of the file itself, behind all links
    char beside[4128]; ///< where it is written; "" if that is its own place
    bool is_new;       ///< there was nothing before
} cli_output;

/// Opens a file to write to. A plain file that is there already is overwritten only by force. False
/// with errno; EEXIST: it is there and nothing forces.
bool cli_output_open(cli_output *to, const char *path, bool is_forced);

/// The same for what is made anew again and again: it also takes the place of a file that is empty
/// or begins like one of its kind. Complains.
bool cli_output_renew(cli_output *to, const char *path, bool is_forced, const char *const *starts,
                      size_t count);

/// Closes it and puts it in its place if all of it was written and `is_good`; otherwise nothing is
/// left of it. False with errno.
bool cli_output_close(cli_output *to, bool is_good);

/// Closes a file that was written. False after complaining if not all of it has been.
bool cli_close_file(FILE *file, const char *path);

/// Reads a scenario and musters it by a sheet. False after complaining.
bool cli_battle(const char *path, const char *rules_id, const char *house_path, lb_battle *battle);

/// The same; `files` holds what it was read from then, and the caller clears it.
bool cli_battle_of(lb_bundle *files, const char *path, const char *rules_id, const char *house_path,
                   lb_battle *battle);

/// Reads the head of a record. CLI_DONE, or how to end after complaining.
int cli_read_head(const char *path, char *text, lb_record_head *head);

/// The battle of a record: from the files that it carries, or from those that an early one names;
/// then house_path takes the place of its house rules if it is given. CLI_DONE, or how to end after
/// complaining.
int cli_record_battle(lb_record_head *head, const char *house_path, lb_battle *battle);

/* terminal.c */

/// Columns to write in.
int term_width(void);

/// True if standard output is a terminal that shows UTF-8.
bool term_is_rich(void);

/// Prints text wrapped to the width, every line but the first indented; returns nothing. The cursor
/// stands at `column` when it is called.
void term_wrap(const char *text, int column, int indent);

/// True if standard output is a terminal with colours, and nobody has said NO_COLOR.
bool term_has_colour(void);

/// Prints a heading.
void term_heading(const char *text);

/// Prints a bar of `width` columns for the whole and as many as are due for the part, after a gap.
void term_bar(uint64_t part, uint64_t whole, int gap, int width);

/// The columns a UTF-8 text takes, reckoned as one a character.
int term_columns(const char *text);

/// Prints text and fills up to `width` columns.
void term_pad(const char *text, int width);

/// Writes a probability as a percentage such as 12.34 % into text (16 bytes).
const char *term_percent(const lb_fraction *p, char *text);

/* chart_odds.c */

/// Everything worked out for a chart and its inputs.
typedef struct chart_answer {
    const lb_ruleset *rules;
    const lb_chart *chart;
    const lb_house *house;
    lb_inputs inputs;
    bool is_gathered; ///< the inputs come from the table, which may go beyond their ranges
    lb_odds odds;
    uint32_t *order;  ///< numbers of outcomes sorted by their fields
    uint64_t *chance; ///< of each outcome, in parts of 2^32
    void *workspace;
} chart_answer;

/// Works the odds out. False after complaining.
bool chart_solve(chart_answer *answer);
void chart_answer_free(chart_answer *answer);
lb_chart_modifiers chart_find_modifiers(const chart_answer *answer);

/// Reads a line into `line` of `room` bytes without its end. False at the end of the input; a line
/// that does not fit is dropped whole and read as "?".
bool cli_read_line(char *line, size_t room);

/// Writes an outcome field as text (a word, or a number into `text` of 16 bytes).
const char *chart_field_text(const lb_effect_field *field, int32_t value, char *text);

/* chart_show.c, chart_json.c, chart_roll.c */
void chart_show_inputs(const lb_chart *chart);

/// The command line that asks the same of the chart.
void chart_show_facts(const chart_answer *answer);
void chart_show_modifiers(const chart_answer *answer);
void chart_show_odds(const chart_answer *answer, bool show_all);

/// Modifiers and odds in sentences, for a screen reader.
void chart_say(const chart_answer *answer);

/// Writes the first fields of the odds in a line: "hits: 1.20 on average; state: routed 4.10 %".
/// `most`: how many of them.
void chart_put_brief(const chart_answer *answer, uint32_t most, lb_put *put);

/// cmd_compare.c: the same for an action on the table, with its first field only if `is_short`.
/// False if no dice hang on it.
bool compare_put_odds(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      bool is_short, lb_put *put);
/// inputs_name: the key that the inputs stand under, "inputs" or "facts".
void chart_write_json(const chart_answer *answer, const char *inputs_name);
void chart_write_head(lb_json *json, const chart_answer *answer, const char *inputs_name);
void chart_write_result(lb_json *json, const lb_chart *chart, const int32_t *field);

/// Where the dice of one run through a chart come from.
typedef struct dice_source {
    bool is_seeded; ///< thrown by the program
    uint64_t seed;
    const char *typed; ///< or typed: those given, more are asked for
} dice_source;

/// Rolls the chart once and shows every die. Returns an exit code.
int chart_roll(const chart_answer *answer, const dice_source *source, bool as_json);

/// A number that nobody chose.
uint64_t cli_fresh_seed(void);
