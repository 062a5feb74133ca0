// SPDX-License-Identifier: MIT
// limber check: validates files of ours.

#include "cli.h"

#include <string.h>

int cmd_check(int argc, char **argv)
{
    static lb_house_rules house;
    int code = CLI_DONE;

    if (argc < 2)
        return cli_error("check needs a file");
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--", 2) == 0)
            return cli_unknown_option(cli_find_command("check"), argv[i]);
    for (int i = 1; i < argc; i++) {
        lb_diag diag;
        lb_status status;

        lb_house_rules_reset(&house);
        status = lb_house_rules_load(argv[i], &house, &diag);
        if (status == LB_OK) {
            printf("%s: good house rules, %u %s changed\n", cli_clean(argv[i]), house.changes,
                   house.changes == 1 ? "clause" : "clauses");
            continue;
        }
        cli_diag_error(argv[i], &diag);
        if (status == LB_ERROR_FILE || code == CLI_USAGE)
            code = CLI_USAGE;
        else
            code = CLI_REFUSED;
    }
    return code;
}
