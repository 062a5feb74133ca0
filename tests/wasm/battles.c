// SPDX-License-Identifier: MIT
// Fights a scenario with many seeds and prints the hash each battle ends with, and that of the
// sentences that tell it; writes the scenario's bytes for battles.mjs, which does the same as
// WebAssembly: battles SCENARIO.yaml BYTES
// N

#include "limber/files.h"
#include "wasm/exports.h"

#include "limber/limber.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    lb_diag diag = {0};
    FILE *bytes;
    uint32_t count;

    if (argc != 4 || lb_scenario_load(argv[1], lbx_scenario(), &diag) != LB_OK) {
        fprintf(stderr, "%s\n", diag.text);
        return 1;
    }
    count = (uint32_t)strtoul(argv[3], NULL, 10);
    bytes = fopen(argv[2], "wb");
    if (bytes == NULL || fwrite(lbx_scenario(), lbx_scenario_size(), 1, bytes) != 1 ||
        fclose(bytes) != 0)
        return 1;
    for (uint32_t sheet = 0; sheet < lbx_sheets(); sheet++) {
        if (lbx_muster(sheet) != 0)
            continue;
        for (uint32_t seed = 1; seed <= count; seed++)
            printf("%s %" PRIu32 " %016" PRIx64 " %016" PRIx64 "\n", lbx_sheet_id(sheet), seed,
                   lbx_fight(seed, seed % 2, 1), lbx_story(seed, seed % 3));
    }
    return 0;
}
