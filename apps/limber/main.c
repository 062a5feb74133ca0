// SPDX-License-Identifier: MIT
// The limber program: finds the command and runs it.

#include "cli.h"

#include "base/put.h"
#include "limber/files.h"
#include "limber/player.h"
#include "text/nearest.h"
#include "text/utf8.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const cli_command cli_commands[] = {
#define COMMAND(name, usage, summary, help)   {#name, usage, summary, help, cmd_##name, false},
#define DEVELOPER(name, usage, summary, help) {#name, usage, summary, help, cmd_##name, true},
#include "commands.def"
};

const size_t cli_command_count = sizeof cli_commands / sizeof cli_commands[0];

const cli_command *cli_find_command(const char *name)
{
    for (size_t i = 0; i < cli_command_count; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}

int cli_error(const char *format, ...)
{
    va_list arguments;

    fputs("limber: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return CLI_USAGE;
}

const char *cli_levels(void)
{
    static char words[128];
    lb_put put = lb_put_start(words, sizeof words);

    for (lb_level level = 0; level < LB_LEVEL_COUNT; level++) {
        lb_put_text(&put, level == 0 ? "" : ", ");
        lb_put_text(&put, lb_level_word(level));
    }
    return words;
}

const char *cli_clean(const char *text)
{
    static char clean[160];
    lb_diag diag;
    size_t length = strlen(text), kept = length < sizeof clean ? length : sizeof clean - 4;
    bool is_plain = lb_utf8_check(text, length, &diag) == LB_OK;

    for (size_t i = 0; i < kept; i++) {
        unsigned char c = (unsigned char)text[i];
        clean[i] = c < 0x20 || c == 0x7f || (c >= 0x80 && !is_plain) ? '?' : text[i];
    }
    snprintf(clean + kept, sizeof clean - kept, "%s", kept < length ? "..." : "");
    return clean;
}

bool cli_is_option(const char *word, const char *option)
{
    size_t length = strlen(option);

    return strncmp(word, option, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

bool cli_option_value(const char *option, int *at, int argc, char **argv, const char **value)
{
    const char *equals = strchr(argv[*at], '=');

    if (*value != NULL) {
        cli_error("%s is given twice", option);
        return false;
    }
    if (equals == NULL && *at + 1 == argc) {
        cli_error("%s needs a value behind it", option);
        return false;
    }
    *value = equals != NULL ? equals + 1 : argv[++*at];
    return true;
}

bool cli_read_line(char *line, size_t room)
{
    size_t length;

    if (fgets(line, (int)room, stdin) == NULL)
        return false;
    length = strcspn(line, "\n");
    if (line[length] != '\n' && !feof(stdin)) {
        int c;
        while ((c = getchar()) != EOF && c != '\n')
            ;
        snprintf(line, room, "?");
        return true;
    }
    line[length] = '\0';
    length = strcspn(line, "\r");
    line[length] = '\0';
    return true;
}

int cli_diag_error(const char *path, const lb_diag *diag)
{
    if (path == NULL)
        return cli_error("%s", diag->text);
    if (diag->line == 0)
        return cli_error("%s: %s", cli_clean(path), diag->text);
    return cli_error("%s:%d:%d: %s", cli_clean(path), (int)diag->line, (int)diag->column,
                     diag->text);
}

int cli_unknown(const char *what, const char *word, const char *(*words)(size_t number))
{
    lb_diag diag;
    lb_nearest search = lb_nearest_start(word);
    lb_put put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);
    const char *valid;

    lb_put_text(&put, "no ");
    lb_put_text(&put, what);
    lb_put_char(&put, ' ');
    lb_put_quoted(&put, word);
    for (size_t i = 0; (valid = words(i)) != NULL; i++)
        lb_nearest_offer(&search, valid);
    lb_nearest_put(&search, &put);
    if (search.best == NULL)
        for (size_t i = 0; (valid = words(i)) != NULL; i++) {
            lb_put_text(&put, i == 0 ? ": there is " : ", ");
            lb_put_text(&put, valid);
        }
    return cli_diag_error(NULL, &diag);
}

int cli_unknown_option(const cli_command *command, const char *option)
{
    static const char *const known[] = {
        "--threads", "--resume", "--plain",   "--brief",   "--full",    "--report",
        "--out",     "--as",     "--against", "--rules",   "--battles", "--as-levels",
        "--mirror",  "--record", "--csv",     "--clauses", "--to",      "--json",
        "--all",     "--roll",   "--seed",    "--dice",    "--house",   "--help"};
    lb_diag diag;
    lb_nearest search = lb_nearest_start(option);
    lb_put put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, command->name);
    lb_put_text(&put, " has no option ");
    lb_put_quoted(&put, option);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strstr(command->help, known[i]) != NULL || strstr(command->usage, known[i]) != NULL)
            lb_nearest_offer(&search, known[i]);
    lb_nearest_put(&search, &put);
    cli_diag_error(NULL, &diag);
    fprintf(stderr, "usage: limber %s\n", command->usage);
    return CLI_USAGE;
}

static const char *ruleset_word(size_t number)
{
    return number < lb_ruleset_count ? lb_rulesets[number]->id : NULL;
}

const lb_ruleset *cli_ruleset(const char *id)
{
    const lb_ruleset *rules = cli_find_ruleset(id);

    if (rules == NULL)
        cli_unknown("sheet", id, ruleset_word);
    return rules;
}

const lb_chart *cli_chart(const lb_ruleset *rules, const char *id)
{
    const lb_chart *chart = lb_chart_find(rules, id);
    lb_nearest search = lb_nearest_start(id);
    lb_diag diag;
    lb_put put;

    if (chart != NULL)
        return chart;
    put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, rules->id);
    lb_put_text(&put, " has no chart ");
    lb_put_quoted(&put, id);
    for (uint32_t i = 0; i < rules->chart_count; i++)
        lb_nearest_offer(&search, rules->charts[i].id);
    lb_nearest_put(&search, &put);
    for (uint32_t i = 0; search.best == NULL && i < rules->chart_count; i++) {
        lb_put_text(&put, i == 0 ? ": there is " : ", ");
        lb_put_text(&put, rules->charts[i].id);
    }
    cli_diag_error(NULL, &diag);
    return NULL;
}

bool cli_house(const char *path, lb_house_rules *house)
{
    lb_diag diag;

    lb_house_rules_reset(house);
    if (path == NULL)
        return true;
    if (lb_house_rules_load(path, house, &diag) == LB_OK)
        return true;
    cli_diag_error(path, &diag);
    return false;
}

void cli_show_house(const lb_house_rules *house)
{
    if (house->changes > 0)
        printf("By house rules%s%s.\n", house->name[0] != '\0' ? ": " : "", house->name);
}

bool cli_house_fits(const lb_house_rules *house, const lb_ruleset *rules)
{
    if (lb_house_rules_fit(house, rules))
        return true;
    cli_error("the house rules are for another sheet than %s", rules->id);
    return false;
}

/// Reads one option at argv[*at]. False after complaining.
static bool read_option(int *at, int argc, char **argv, const cli_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_bare = strcmp(argv[*at], options[i].name) == 0;
        bool has_value =
            options[i].value != NULL && (!is_bare || (*at + 1 < argc && argv[*at + 1][0] != '-'));

        if (options[i].flag != NULL && is_bare && !has_value) {
            *options[i].flag = true;
            return true;
        }
        if (options[i].value != NULL && cli_is_option(argv[*at], options[i].name))
            return cli_option_value(options[i].name, at, argc, argv, options[i].value);
    }
    cli_unknown_option(cli_find_command(argv[0]), argv[*at]);
    return false;
}

int cli_options(int argc, char **argv, const cli_option *options, size_t count, const char **word,
                int most)
{
    int words = 0;

    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!read_option(&i, argc, argv, options, count))
                return -1;
        } else if (words == most) {
            cli_error("%s takes no more than: %s", argv[0], cli_find_command(argv[0])->usage);
            return -1;
        } else {
            word[words++] = argv[i];
        }
    }
    return words;
}

int cli_words(int argc, char **argv, int most, const char **word, lb_house_rules *house)
{
    const char *house_path = NULL;
    const cli_option options[] = {{"--house", &house_path, NULL}};
    int words = cli_options(argc, argv, options, 1, word, most);

    return words >= 0 && cli_house(house_path, house) ? words : -1;
}

bool cli_number(const char *option, const char *text, uint64_t *number)
{
    char *end = NULL;

    errno = 0;
    if (text[0] >= '0' && text[0] <= '9')
        *number = strtoull(text, &end, 10);
    if (end == NULL || *end != '\0' || errno != 0) {
        lb_diag diag;
        lb_put put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, option);
        lb_put_text(&put, " takes a whole number of at most 64 bits, not ");
        lb_put_quoted(&put, text);
        cli_diag_error(NULL, &diag);
        return false;
    }
    return true;
}

static const char *command_word(size_t number)
{
    return number < cli_command_count ? cli_commands[number].name : NULL;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/// Runs the command; argv[0] is its name.
static int dispatch(int argc, char **argv)
{
    const cli_command *command = cli_find_command(argv[0]);

    if (strcmp(argv[0], "--version") == 0) {
        if (argc > 1)
            return cli_error("--version stands alone");
        puts("limber " LB_VERSION);
        return CLI_DONE;
    }
    if (command == NULL) {
        cli_unknown("command", argv[0], command_word);
        fputs("limber help lists the commands\n", stderr);
        return CLI_USAGE;
    }
    if ((strcmp(command->name, "complete") != 0 || argc == 2) && asks_for_help(argc, argv)) {
        cli_print_help(command);
        return CLI_DONE;
    }
    return command->run(argc, argv);
}

int cli_run(int argc, char **argv)
{
    int code = dispatch(argc, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        /* A reader that has seen enough (head, less) is no failure of ours. */
        if (errno == EPIPE)
            return code;
        return cli_error("cannot write the answer: %s", strerror(errno));
    }
    return code;
}

int main(int argc, char **argv)
{
    char help[] = "help";
    char *help_alone[] = {help, NULL};

    cli_hold_standard_files();
    setlocale(LC_CTYPE, "");
    /* Writing says so itself if nobody reads, or if a file may not grow. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (argc == 1 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return cli_run(1, help_alone);
    return cli_run(argc - 1, argv + 1);
}
