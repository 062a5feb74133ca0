// SPDX-License-Identifier: MIT
// Places that people name: "to the farm", "toward 5", "map the ridge". Several pieces of ground can
// have one name, and a kind of ground will do for a name.

#include "play.h"
#include "words.h"

#include <string.h>

/// Words for kinds of ground; a piece is of the kind of a row with its number.
static const struct {
    const char *word;
    lb_terrain_kind kind;
} kind_words[] = {{"rough ground", LB_TERRAIN_ROUGH},  {"wood", LB_TERRAIN_WOOD},
                  {"wood", LB_TERRAIN_DENSE_WOOD},     {"woods", LB_TERRAIN_WOOD},
                  {"woods", LB_TERRAIN_DENSE_WOOD},    {"forest", LB_TERRAIN_WOOD},
                  {"forest", LB_TERRAIN_DENSE_WOOD},   {"village", LB_TERRAIN_BUILT_WOODEN},
                  {"village", LB_TERRAIN_BUILT_STONE}, {"town", LB_TERRAIN_BUILT_WOODEN},
                  {"town", LB_TERRAIN_BUILT_STONE},    {"houses", LB_TERRAIN_BUILT_WOODEN},
                  {"houses", LB_TERRAIN_BUILT_STONE},  {"hill", LB_TERRAIN_HILL},
                  {"ridge", LB_TERRAIN_HILL},          {"height", LB_TERRAIN_HILL},
                  {"heights", LB_TERRAIN_HILL},        {"stream", LB_TERRAIN_STREAM},
                  {"brook", LB_TERRAIN_STREAM},        {"river", LB_TERRAIN_RIVER},
                  {"ford", LB_TERRAIN_FORD},           {"bridge", LB_TERRAIN_BRIDGE},
                  {"road", LB_TERRAIN_ROAD},           {"road", LB_TERRAIN_HIGHWAY},
                  {"wall", LB_TERRAIN_WALL},           {"hedge", LB_TERRAIN_HEDGE},
                  {"works", LB_TERRAIN_WORKS_HASTY},   {"works", LB_TERRAIN_WORKS_PREPARED},
                  {"marsh", LB_TERRAIN_MARSH}};

enum { NAMES_SHOWN = 8 };

/// What a name may stand for, by different names.
typedef struct candidates {
    const char *behind; ///< where the text goes on
    uint32_t count;
    const char *name[NAMES_SHOWN]; ///< the first of them
    lb_point at[NAMES_SHOWN];
} candidates;

static int64_t distance_from(const lb_point *from, lb_point to)
{
    int64_t x, y;

    if (from == NULL)
        return 0;
    x = to.x - from->x;
    y = to.y - from->y;
    return x * x + y * y;
}

/// Adds a place; of two with one name the nearer stays.
static void add_place(candidates *all, const lb_point *from, const char *name, lb_point at)
{
    for (uint32_t i = 0; i < all->count && i < NAMES_SHOWN; i++)
        if (strcmp(all->name[i], name) == 0) {
            if (distance_from(from, at) < distance_from(from, all->at[i]))
                all->at[i] = at;
            return;
        }
    if (all->count < NAMES_SHOWN) {
        all->name[all->count] = name;
        all->at[all->count] = at;
    }
    all->count++;
}

/// Of several places the one whose whole name was typed, if there is one.
static void prefer_whole(candidates *all, const char *text)
{
    for (uint32_t i = 0; all->count > 1 && i < all->count && i < NAMES_SHOWN; i++) {
        const char *behind = text, *name = all->name[i];

        (void)words_take(&name, "the");
        if (!words_take(&behind, name))
            continue;
        all->name[0] = all->name[i];
        all->at[0] = all->at[i];
        all->count = 1;
    }
}

/// Finds objectives and ground by a part of the name: the longest that fits.
static candidates find_ground(const game *g, const lb_point *from, const char *text)
{
    const lb_battle *battle = &g->battle;
    words_matches goals = words_find(battle, WORDS_OBJECTIVE, LB_SIDES, text);
    words_matches pieces = words_find(battle, WORDS_PIECE, LB_SIDES, text);
    candidates all = {.behind = goals.behind};
    uint32_t goal_count;

    if (all.behind == NULL || (pieces.behind != NULL && pieces.behind > all.behind))
        all.behind = pieces.behind;
    for (uint32_t i = 0; goals.behind == all.behind && i < goals.count && i < WORDS_MATCHES; i++)
        add_place(&all, from, battle->objective[goals.number[i]].name,
                  battle->objective[goals.number[i]].at);
    goal_count = all.count;
    for (uint32_t i = 0; pieces.behind == all.behind && i < pieces.count && i < WORDS_MATCHES;
         i++) {
        const char *name = battle->piece_name[pieces.number[i]];
        bool is_goal = false;

        /* The objective says which place of its ground counts. */
        for (uint32_t k = 0; k < goal_count && k < NAMES_SHOWN; k++)
            is_goal |= strcmp(all.name[k], name) == 0;
        for (uint32_t k = 0; !is_goal && k < battle->piece_count; k++)
            if (strcmp(battle->piece_name[k], name) == 0)
                add_place(&all, from, name, play_middle_of_piece(g, k));
    }
    prefer_whole(&all, text);
    return all;
}

/// Finds ground by its kind: those with names, or the nearest if only one name is among them.
static candidates find_kind(const game *g, const lb_point *from, const char *text)
{
    candidates all = {0};

    for (size_t row = 0; row < sizeof kind_words / sizeof kind_words[0]; row++) {
        const char *behind = text;

        if (!words_take(&behind, kind_words[row].word))
            continue;
        all.behind = behind;
        for (uint32_t i = 0; i < g->battle.piece_count; i++)
            if (g->battle.piece[i].kind == kind_words[row].kind)
                add_place(&all, from, g->battle.piece_name[i], play_middle_of_piece(g, i));
    }
    if (all.count == 2 && (all.name[0][0] == '\0' || all.name[1][0] == '\0')) {
        if (distance_from(from, all.at[1]) < distance_from(from, all.at[0]))
            all.at[0] = all.at[1];
        all.count = 1;
    }
    return all;
}

static void ask_which(const candidates *all, lb_diag *diag)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    const char *between = "";

    lb_put_text(&put, "Which do you mean: ");
    for (uint32_t i = 0; i < all->count && i < NAMES_SHOWN; i++) {
        if (all->name[i][0] == '\0')
            continue;
        lb_put_text(&put, between);
        lb_put_text(&put, all->name[i]);
        between = i + 2 == all->count ? " or " : ", ";
    }
    lb_put_text(&put, all->count > NAMES_SHOWN ? ", …?" : "?");
}

/// Takes the only candidate. False with the diag if there are several.
static bool take_only(const candidates *all, const char **text, lb_point *place, lb_diag *diag)
{
    if (all->count > 1) {
        ask_which(all, diag);
        return false;
    }
    *place = all->at[0];
    *text = all->behind;
    words_skip(text);
    return true;
}

/// The place of a unit. False with the diag if it is not on the table.
static bool place_of_unit(const game *g, uint16_t unit, lb_point *place, lb_diag *diag)
{
    lb_put put;

    *place = g->state.unit[unit].at;
    if (g->state.unit[unit].presence == LB_PRESENCE_TABLE)
        return true;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, g->battle.unit[unit].name);
    lb_put_text(&put, " is not on the table");
    return false;
}

/// Takes a leader on the table.
static bool take_leader(const game *g, const char **text, lb_point *place)
{
    const char *behind = *text;
    uint16_t number;

    if (!words_take_name(&g->battle, WORDS_LEADER, &behind, &number) ||
        g->state.leader[number].presence != LB_PRESENCE_TABLE)
        return false;
    *place = g->state.leader[number].at;
    *text = behind;
    return true;
}

/// Takes what is called by a noun and a number, or a unit by a number alone.
static bool take_number(const game *g, const char **text, lb_point *place, bool *is_number,
                        lb_diag *diag)
{
    static const char *const nouns[] = {"unit", "objective", "leader", "ground"};
    static const words_kind kinds[] = {WORDS_UNIT, WORDS_OBJECTIVE, WORDS_LEADER, WORDS_PIECE};
    const char *at = *text;
    words_kind kind = WORDS_UNIT;
    uint16_t number;

    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++)
        if (words_take(&at, nouns[i])) {
            kind = kinds[i];
            break;
        }
    *is_number = *at >= '0' && *at <= '9' && strchr(" ,", at[strspn(at, "0123456789")]) != NULL;
    if (!*is_number)
        return false;
    if (!words_take_name(&g->battle, kind, &at, &number)) {
        words_name_unknown(&g->battle, kind, at, diag);
        return false;
    }
    *text = at;
    if (kind == WORDS_UNIT)
        return place_of_unit(g, number, place, diag);
    *place = kind == WORDS_OBJECTIVE ? g->battle.objective[number].at
             : kind == WORDS_LEADER  ? g->state.leader[number].at
                                     : play_middle_of_piece(g, number);
    return true;
}

/// Says that there is no such place, or asks which unit is meant.
static bool is_unknown(const game *g, const char *text, lb_diag *diag)
{
    lb_put put;

    if (words_ask_which(&g->battle, WORDS_UNIT, LB_SIDES, text, diag) ||
        words_ask_which(&g->battle, WORDS_LEADER, LB_SIDES, text, diag))
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    if (*text == '\0') {
        lb_put_text(&put, "where to? Name a place, or a unit");
        return false;
    }
    lb_put_text(&put, "no place ");
    lb_put_quoted(&put, text);
    lb_put_text(&put, "; name a unit, a leader, an objective or ground on the map");
    return false;
}

bool play_take_place(const game *g, const lb_point *from, const char **text, lb_point *place,
                     lb_diag *diag)
{
    const char *unit_end = *text, *leader_end = *text, *at = *text;
    bool is_number, has_article = words_take(&at, "the"), is_unit;
    candidates ground;
    lb_point leader_at;
    uint16_t unit;

    if (take_number(g, text, place, &is_number, diag))
        return true;
    if (is_number)
        return false;
    ground = find_ground(g, from, at);
    is_unit = words_take_name(&g->battle, WORDS_UNIT, &unit_end, &unit);
    /* Ground goes before people who have no more of the words in their names. */
    if (ground.count > 0) {
        words_skip(&ground.behind);
        if (!is_unit || unit_end <= ground.behind)
            return take_only(&ground, text, place, diag);
    }
    if (!has_article && take_leader(g, &leader_end, &leader_at) &&
        (!is_unit || leader_end > unit_end)) {
        *place = leader_at;
        *text = leader_end;
        return true;
    }
    ground = find_kind(g, from, at);
    if (ground.count > 0 && (!is_unit || unit_end <= ground.behind))
        return take_only(&ground, text, place, diag);
    if (!is_unit)
        return is_unknown(g, at, diag);
    *text = unit_end;
    return place_of_unit(g, unit, place, diag);
}
