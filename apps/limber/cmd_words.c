// SPDX-License-Identifier: MIT
// limber words: the words that scenarios, armies and positions know, with what they mean.

#include "base/put.h"
#include "cli.h"
#include "text/scenario_words.h"

#include <string.h>

typedef struct row {
    const char *word, *meaning;
} row;

#define ROW(name, text, about)            {text, about},
#define CLASS_ROW(name, text, arm, about) {text, about},

static const row arms[] = {LB_ARMS(ROW){NULL, NULL}};
static const row classes[] = {LB_TROOP_CLASSES(CLASS_ROW){NULL, NULL}};
static const row qualities[] = {LB_QUALITIES(ROW){NULL, NULL}};
static const row traits[] = {LB_TRAITS(ROW){NULL, NULL}};
static const row nations[] = {LB_NATIONS(ROW){NULL, NULL}};
static const row abilities[] = {LB_ABILITIES(ROW){NULL, NULL}};
static const row inspirations[] = {LB_INSPIRATIONS(ROW){NULL, NULL}};
static const row leader_traits[] = {LB_LEADER_TRAITS(ROW){NULL, NULL}};
static const row staffs[] = {LB_STAFFS(ROW){NULL, NULL}};
static const row formations[] = {LB_SCENARIO_FORMATIONS(ROW){NULL, NULL}};
static const row terrains[] = {LB_SCENARIO_TERRAINS(ROW){NULL, NULL}};
static const row states[] = {LB_SCENARIO_STATES(ROW){NULL, NULL}};
static const row brigade_states[] = {LB_SCENARIO_BRIGADE_STATES(ROW){NULL, NULL}};
static const row commander_states[] = {LB_SCENARIO_COMMANDER_STATES(ROW){NULL, NULL}};
static const row orders[] = {LB_SCENARIO_ORDERS(ROW){NULL, NULL}};
static const row statuses[] = {LB_SCENARIO_STATUSES(ROW){NULL, NULL}};

static const struct kind {
    const char *word, *about;
    const row *rows;
} kinds[] = {{"arms", "arms of units", arms},
             {"classes", "kinds of troops: class", classes},
             {"qualities", "quality of units", qualities},
             {"traits", "traits of units and brigades", traits},
             {"nations", "nation of sides and units", nations},
             {"abilities", "ability of commanders", abilities},
             {"inspirations", "inspiration of commanders", inspirations},
             {"leader-traits", "traits of commanders", leader_traits},
             {"staffs", "staff of sides", staffs},
             {"formations", "formation of units", formations},
             {"terrain", "kind of a piece of terrain", terrains},
             {"states", "states of units in a position", states},
             {"brigade-states", "states of brigades in a position", brigade_states},
             {"commander-states", "states of commanders in a position", commander_states},
             {"orders", "order of brigades", orders},
             {"statuses", "status of brigades in a position", statuses}};

static const char *kind_word(size_t number)
{
    return number < sizeof kinds / sizeof kinds[0] ? kinds[number].word : NULL;
}

static void show_rows(const struct kind *kind)
{
    term_heading(kind->about);
    for (const row *at = kind->rows; at->word != NULL; at++) {
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);
        const char *other;

        lb_put_text(&put, at->meaning);
        for (uint32_t i = 0; (other = lb_other_word(at->word, i)) != NULL; i++) {
            lb_put_text(&put, i == 0 ? "; also " : ", ");
            lb_put_text(&put, other);
        }
        printf("  %-18s", at->word);
        term_wrap(line, 20, 20);
    }
}

int cmd_words(int argc, char **argv)
{
    const char *asked = NULL;
    int words = cli_options(argc, argv, NULL, 0, &asked, 1);

    if (words < 0)
        return CLI_USAGE;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (words == 0)
            printf("  %-16s %s\n", kinds[i].word, kinds[i].about);
        else if (strcmp(asked, kinds[i].word) == 0) {
            show_rows(&kinds[i]);
            return CLI_DONE;
        }
    return words == 0 ? CLI_DONE : cli_unknown("list of words", asked, kind_word);
}
