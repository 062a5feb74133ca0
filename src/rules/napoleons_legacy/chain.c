// SPDX-License-Identifier: MIT
// The chain of a row: its units in the order in which hits fall on them (nl.play.hits).
//
// A chain is a list of integers, so that facts and variables can hold it: see nl_link in local.h.

#include "rules/napoleons_legacy/local.h"

int32_t nl_chain_lose(const int32_t chain[NL_CHAIN], const int32_t hits[NL_CHAIN],
                      int32_t after[NL_CHAIN])
{
    int32_t left[NL_CHAIN], all = 0, passed = 0;

    for (int i = 0; i < NL_CHAIN; i++)
        left[i] = chain[i];
    /* Once round the chain, and once more for what has passed its end. */
    for (int i = 0; i < 2 * NL_CHAIN && (i < NL_CHAIN || passed > 0); i++) {
        int at = i % NL_CHAIN;
        int32_t bases = nl_link_bases(left[at]), each = nl_link_hits(left[at]);
        int32_t borne = nl_link_prior(left[at]) + passed + (i < NL_CHAIN ? hits[at] : 0), lost;

        if (bases == 0) {
            passed += i < NL_CHAIN ? hits[at] : 0;
            continue;
        }
        lost = lb_least(bases, borne / each);
        passed = lost == bases ? borne - bases * each : 0;
        left[at] = lost == bases ? 0 : nl_link(bases - lost, each, borne - lost * each);
        all += lost;
    }
    for (int i = 0; i < NL_CHAIN && after != NULL; i++)
        after[i] = left[i];
    return all;
}

int32_t nl_fatal_hits(const int32_t chain[NL_CHAIN])
{
    int32_t fatal = 0;

    for (int i = 0; i < NL_CHAIN; i++)
        fatal += nl_link_bases(chain[i]) * nl_link_hits(chain[i]);
    return fatal;
}
