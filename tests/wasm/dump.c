// SPDX-License-Identifier: MIT
// Prints a line for each of N random inputs of every chart: what compare.mjs makes of the
// WebAssembly.

#include "wasm/exports.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A whole charge is three or four tests, one behind the other: fewer of them do.
static uint32_t inputs_of(uint32_t sheet, uint32_t chart, uint32_t count)
{
    const char *id = lbx_chart_id(sheet, chart);

    return strcmp(id, "advance") == 0 || strcmp(id, "bayonet") == 0 ? (count + 19) / 20 : count;
}

int main(int argc, char **argv)
{
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 10;

    if (lbx_workspace(320u << 20) != 0)
        return 1;
    for (uint32_t sheet = 0; sheet < lbx_sheets(); sheet++)
        for (uint32_t chart = 0; chart < lbx_charts(sheet); chart++)
            for (uint32_t seed = 0; seed < inputs_of(sheet, chart, count); seed++) {
                int32_t outcomes;

                lbx_presets(sheet, chart);
                if (seed > 0)
                    lbx_random_facts(sheet, chart, seed);
                outcomes = lbx_odds(sheet, chart);
                printf("%s %s %" PRIu32 " %" PRId32 " %" PRIu32 " %016" PRIx64 " %s\n",
                       lbx_sheet_id(sheet), lbx_chart_id(sheet, chart), seed, outcomes, lbx_nodes(),
                       lbx_digest(), lbx_outcome_p(0));
            }
    return 0;
}
