// SPDX-License-Identifier: MIT
// limber help

#include "cli.h"

#include <string.h>

void cli_print_help(const cli_command *command)
{
    printf("usage: limber %s\n\n%s", command->usage, command->help);
    if (command->run == cmd_odds)
        cli_print_questions();
}

static const char *command_word(size_t number)
{
    return number < cli_command_count ? cli_commands[number].name : NULL;
}

int cmd_help(int argc, char **argv)
{
    const cli_command *command;

    if (argc > 2)
        return cli_error("help takes one command");
    if (argc == 2) {
        command = cli_find_command(argv[1]);
        if (command == NULL)
            return cli_unknown("command", argv[1], command_word);
        cli_print_help(command);
        return CLI_DONE;
    }
    term_wrap("Limber " LB_VERSION ": Napoleonic miniature battles by published reference sheets.",
              0, 0);
    putchar('\n');
    puts("usage: limber COMMAND ...\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        if (cli_commands[i].is_for_developers)
            continue;
        printf("  %-9s ", cli_commands[i].name);
        term_wrap(cli_commands[i].summary, 12, 12);
    }
    putchar('\n');
    fputs("For developers:", stdout);
    for (size_t i = 0; i < cli_command_count; i++)
        if (cli_commands[i].is_for_developers)
            printf(" %s", cli_commands[i].name);
    puts(".\n");
    term_wrap(
        "limber COMMAND --help says more; limber --version names the version. It ends with 0 when "
        "done, 1 when refused, 2 on bad usage or input.",
        0, 0);
    return CLI_DONE;
}
