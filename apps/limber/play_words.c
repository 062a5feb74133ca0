// SPDX-License-Identifier: MIT
// Actions that people type: "move 3 forward 8in", "charge 5", "3 wheel left 30, as line". What is
// not named is filled in from the choices of the decision.

#include "play.h"
#include "text/nearest.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/// Reads a number with a decimal point if there is one, in thousandths.
static bool take_number(const char **text, int32_t *thousandths)
{
    const char *at = *text;
    int32_t number = 0, scale = 1000;

    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > 9999)
            return false;
    }
    number *= 1000;
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++) {
            scale /= 10;
            number += (*at - '0') * scale;
        }
    *thousandths = number;
    *text = at;
    return true;
}

/// Reads a length: 8, 8in, 8 in, 8", 20cm. Without a unit it is the sheet's.
static bool take_length(const lb_play *play, const char **text, int32_t *tmm)
{
    static const struct {
        const char *word;
        int32_t tmm;
    } units[] = {{"inches", LB_TMM_INCH}, {"inch", LB_TMM_INCH}, {"in", LB_TMM_INCH},
                 {"\"", LB_TMM_INCH},     {"cm", 100},           {"mm", 10}};
    const char *at = *text;
    int32_t amount, unit = play->length_tmm;

    if (!take_number(&at, &amount))
        return false;
    if (*at == ' ')
        words_skip(&at);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (words_take(&at, units[i].word)) {
            unit = units[i].tmm;
            break;
        }
    if (at[0] != '\0' && at == *text)
        return false;
    *tmm = (int32_t)((int64_t)amount * unit / 1000);
    *text = at;
    words_skip(text);
    return true;
}

/// Reads degrees into a binary angle.
static bool take_angle(const char **text, int32_t *angle)
{
    int32_t degrees;

    if (!take_number(text, &degrees) || degrees > 360000)
        return false;
    (void)words_take(text, "degrees");
    *angle = (int32_t)(((int64_t)degrees * 65536 + 180000) / 360000);
    words_skip(text);
    return true;
}

/// Reads a facing: degrees, or a word such as north-east.
static bool take_facing(const char **text, int32_t *angle)
{
    static const char *const winds[] = {
        "north", "north-north-east", "north-east", "east-north-east",
        "east",  "east-south-east",  "south-east", "south-south-east",
        "south", "south-south-west", "south-west", "west-south-west",
        "west",  "west-north-west",  "north-west", "north-north-west"};

    for (int i = 15; i >= 0; i--)
        if (words_take(text, winds[i])) {
            *angle = i * 4096;
            return true;
        }
    return take_angle(text, angle) && (*angle &= 65535, true);
}

/// Reads left or right as a sign.
static bool take_hand(const char **text, int32_t *sign)
{
    *sign = words_take(text, "left") ? -1 : words_take(text, "right") ? 1 : 0;
    return *sign != 0;
}

/// True if a text begins with a word that opens a step.
static bool opens_step(const char *text)
{
    static const char *const words[] = {"forward", "ahead", "advance", "back",  "wheel",
                                        "oblique", "turn",  "face",    "about", NULL};

    return words_take_any(&text, words);
}

/// True if a text begins with a step or with where a way leads.
static bool opens_way(const char *text)
{
    static const char *const words[] = {"to", "toward", "towards", NULL};
    const char *at = text;
    int32_t angle;

    return opens_step(text) || words_take_any(&at, words) ||
           (*text > '9' && take_facing(&text, &angle));
}

/// Reads one step of a move; false if there is none, or half of one.
static bool take_step(const lb_play *play, const char **text, lb_step *step)
{
    static const char *const ahead[] = {"forward", "ahead", "advance", NULL};
    static const char *const facing[] = {"turn", "face", NULL};
    int32_t sign = 1;

    *step = (lb_step){.kind = LB_STEP_STRAIGHT};
    if (words_take_any(text, ahead))
        return take_length(play, text, &step->tmm);
    if (words_take(text, "back")) {
        if (!take_length(play, text, &step->tmm))
            return false;
        step->tmm = -step->tmm;
        return true;
    }
    if (words_take(text, "wheel")) {
        step->kind = LB_STEP_WHEEL;
        if (!take_hand(text, &sign) || !take_angle(text, &step->angle))
            return false;
        step->angle *= sign;
        return true;
    }
    if (words_take(text, "oblique")) {
        step->kind = LB_STEP_OBLIQUE;
        if (!take_hand(text, &sign) || !take_angle(text, &step->angle) ||
            !take_length(play, text, &step->tmm))
            return false;
        step->angle *= sign;
        return true;
    }
    if (words_take_any(text, facing)) {
        step->kind = LB_STEP_TURN;
        (void)words_take(text, "to");
        return take_facing(text, &step->angle);
    }
    if (words_take(text, "about")) {
        step->kind = LB_STEP_ABOUT;
        (void)words_take(text, "turn");
        return true;
    }
    return false;
}

static bool take_formation(const lb_play *play, const char **text, uint8_t *formation)
{
    for (uint8_t i = 0; play->formations[i].word != NULL; i++)
        if (words_take(text, play->formations[i].word)) {
            static const char *const more[] = {"column", "order", "line", NULL};

            (void)words_take_any(text, more);
            *formation = i;
            return true;
        }
    return false;
}

/// What the names of targets stand for; the options are read before the target.
static words_kind target_words(const game *g, const play_typed *typed)
{
    static const words_kind kinds[LB_TARGET_COUNT] = {[LB_TARGET_UNIT] = WORDS_UNIT,
                                                      [LB_TARGET_GROUP] = WORDS_GROUP,
                                                      [LB_TARGET_LEADER] = WORDS_LEADER,
                                                      [LB_TARGET_OBJECTIVE] = WORDS_OBJECTIVE,
                                                      [LB_TARGET_NOBODY] = WORDS_UNIT};
    const lb_play *play = g->battle.rules->play;

    return play->target_kind == NULL
               ? WORDS_UNIT
               : kinds[play->target_kind(&g->battle, g->side, &typed->action)];
}

/// Asks back if the words at `text` are a part of several names that could stand there. `typed` is
/// what was read before; NULL at the beginning of a line.
static bool asks_which(const game *g, const play_typed *typed, const char *text, lb_diag *diag)
{
    static const char *const before[] = {"at", "against", "on", "target", NULL};
    const lb_battle *battle = &g->battle;
    uint32_t uses = LB_USES_UNIT, own = g->side;

    if (typed != NULL)
        uses = battle->rules->play->verbs[typed->action.verb].uses;
    (void)words_take_any(&text, before);
    if ((uses & LB_USES_GROUP) != 0 && words_ask_which(battle, WORDS_GROUP, own, text, diag))
        return true;
    if ((uses & LB_USES_LEADER) != 0 && words_ask_which(battle, WORDS_LEADER, own, text, diag))
        return true;
    if ((uses & LB_USES_UNIT) != 0 &&
        words_ask_which(battle, WORDS_UNIT, (uses & LB_USES_TARGET) != 0 ? LB_SIDES : own, text,
                        diag))
        return true;
    return typed != NULL && (uses & LB_USES_TARGET) != 0 &&
           words_ask_which(battle, target_words(g, typed), LB_SIDES, text, diag);
}

/// Complains about the words at `text` with the nearest that could stand there.
static bool not_understood(const game *g, const play_typed *typed, const char *text, lb_diag *diag)
{
    const lb_play *play = g->battle.rules->play;
    lb_put put;
    char word[64];
    lb_nearest search;
    size_t length = strcspn(text, " ,");
    bool is_first = typed == NULL;

    if (asks_which(g, typed, text, diag))
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             text);
    search = lb_nearest_start(word);
    for (size_t i = 0; is_first && play_commands[i] != NULL; i++)
        lb_nearest_offer(&search, play_commands[i]);
    for (uint8_t i = 0; is_first && i < play->verb_count; i++)
        lb_nearest_offer(&search, play->verbs[i].word);
    for (const lb_synonym *row = play->synonyms; is_first && row != NULL && row->word != NULL;
         row++)
        lb_nearest_offer(&search, row->word);
    for (uint8_t i = 0; !is_first && play->formations[i].word != NULL; i++)
        lb_nearest_offer(&search, play->formations[i].word);
    lb_put_text(&put, "I do not understand ");
    lb_put_quoted(&put, text[0] != '\0' ? word : "that");
    lb_nearest_put(&search, &put);
    if (search.best == NULL)
        lb_put_text(&put, "; help lists what you can type");
    return false;
}

/// Says that nobody goes by the name or number at `text`, where one must stand: a number, words
/// behind "at", or a brigade or leader. False if none must stand there.
static bool lacks_name(const game *g, const play_typed *typed, const char *text, lb_diag *diag)
{
    static const char *const before[] = {"at", "against", "on", "target", NULL};
    uint32_t uses = g->battle.rules->play->verbs[typed->action.verb].uses;
    bool is_target = words_take_any(&text, before) && (uses & LB_USES_TARGET) != 0;
    bool is_actor = *text >= '0' && *text <= '9' && (typed->given & LB_USES_UNIT) == 0 &&
                    (uses & LB_USES_UNIT) != 0;
    bool is_group = (uses & LB_USES_GROUP) != 0 && (typed->given & LB_USES_GROUP) == 0;
    bool is_leader = (uses & LB_USES_LEADER) != 0 && (typed->given & LB_USES_LEADER) == 0;
    char word[64];

    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " ,"), text);
    if (!is_target && !is_actor && !is_group && !is_leader)
        return false;
    words_name_unknown(&g->battle,
                       is_target   ? target_words(g, typed)
                       : is_group  ? WORDS_GROUP
                       : is_leader ? WORDS_LEADER
                                   : WORDS_UNIT,
                       is_group || is_leader ? word : text, diag);
    return true;
}

/// The first verb by which a unit goes a way, or by which it stays and turns; verb_count for none.
static uint8_t verb_of_way(const lb_play *play, bool is_move)
{
    for (uint8_t i = 0; i < play->verb_count; i++)
        if ((play->verbs[i].uses & LB_USES_UNIT) != 0 &&
            (play->verbs[i].uses & LB_USES_PATH) != 0 &&
            ((play->verbs[i].uses & LB_MOVES_UNIT) != 0) == is_move)
            return i;
    return play->verb_count;
}

/// The verb that a unit and a step alone mean.
static uint8_t verb_of_moving(const lb_play *play)
{
    return verb_of_way(play, true);
}

/// A way without a verb that only turns is no move where the sheet has a verb for turning.
static void prefer_turning(const lb_play *play, play_typed *typed)
{
    uint8_t verb = verb_of_way(play, false);

    for (uint32_t i = 0; i < typed->action.path.count; i++)
        if (typed->action.path.step[i].kind != LB_STEP_TURN &&
            typed->action.path.step[i].kind != LB_STEP_ABOUT)
            return;
    if (typed->action.path.count > 0 && verb < play->verb_count)
        typed->action.verb = verb;
}

/// Reads a brigade by the name of its commander.
static bool take_group_by_leader(const game *g, const char **text, uint16_t *group)
{
    const char *behind = *text;
    uint16_t leader;

    if ((**text >= '0' && **text <= '9') ||
        !words_take_own(&g->battle, WORDS_LEADER, g->side, &behind, &leader) ||
        g->battle.leader[leader].group == LB_NOBODY)
        return false;
    *group = g->battle.leader[leader].group;
    *text = behind;
    return true;
}

/// Reads a name that stands alone: who acts, then whom it concerns.
static bool take_who(const game *g, uint32_t uses, const char **text, play_typed *typed)
{
    words_kind kind = (uses & LB_USES_GROUP) != 0    ? WORDS_GROUP
                      : (uses & LB_USES_LEADER) != 0 ? WORDS_LEADER
                      : (uses & LB_USES_UNIT) != 0   ? WORDS_UNIT
                                                     : target_words(g, typed);
    uint32_t actor = uses & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER);
    uint16_t number;

    bool is_own = kind != WORDS_UNIT && (uses & (LB_USES_GROUP | LB_USES_LEADER)) != 0;

    if (!words_take_own(&g->battle, kind, is_own ? g->side : LB_SIDES, text, &number) &&
        (kind != WORDS_GROUP || !take_group_by_leader(g, text, &number)))
        return false;
    if (actor != 0 && (typed->given & actor) == 0) {
        typed->action.unit = number;
        typed->given |= actor;
        return true;
    }
    if ((uses & LB_USES_TARGET) == 0 || (typed->given & LB_USES_TARGET) != 0)
        return false;
    typed->action.target = number;
    typed->given |= LB_USES_TARGET;
    return true;
}

/// Refuses further units for a verb that takes one; always false.
static bool refuse_members(const game *g, const play_typed *typed, lb_diag *diag)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, g->battle.rules->play->verbs[typed->action.verb].word);
    lb_put_text(&put, " takes one unit at a time");
    return false;
}

/// Reads a brigade of one's own by its name.
static bool take_brigade(const game *g, const char **text, uint16_t *group)
{
    if (**text >= '0' && **text <= '9' && strchr(" ,", (*text)[strspn(*text, "0123456789")]))
        return false;
    return words_take_own(&g->battle, WORDS_GROUP, g->side, text, group);
}

/// Adds a unit to those who act: the first acts, the others take part.
static void add_actor(play_typed *typed, uint16_t unit)
{
    if ((typed->given & LB_USES_UNIT) == 0) {
        typed->action.unit = unit;
        typed->given |= LB_USES_UNIT;
    } else if (unit != typed->action.unit) {
        lb_unit_set_add(&typed->action.members, unit);
        typed->given |= LB_USES_MEMBERS;
    }
}

/// Reads a brigade as all its units on the table. False, with nothing taken, if there is none.
static bool take_units_of_brigade(const game *g, const char **text, play_typed *typed)
{
    uint16_t group, unit;
    const char *behind = *text, *other = *text;

    /* A unit whose name has more of the words is meant before a brigade. */
    if (!take_brigade(g, &behind, &group) ||
        (words_take_name(&g->battle, WORDS_UNIT, &other, &unit) && other >= behind))
        return false;
    for (uint32_t i = 0; i < g->battle.group[group].unit_count; i++) {
        unit = (uint16_t)(g->battle.group[group].first_unit + i);
        if (g->state.unit[unit].presence == LB_PRESENCE_TABLE)
            add_actor(typed, unit);
    }
    *text = behind;
    return true;
}

/// Reads the others who take part: "and 4, 5".
static bool take_members(const game *g, const char **text, play_typed *typed, lb_diag *diag)
{
    uint16_t unit;

    if (!take_units_of_brigade(g, text, typed)) {
        if (!words_take_own(&g->battle, WORDS_UNIT, g->side, text, &unit)) {
            words_name_unknown(&g->battle, WORDS_UNIT, *text, diag);
            return false;
        }
        add_actor(typed, unit);
    }
    return true;
}

/// True if the words at `text` add units to those who act: "and 6", "with 6", or 6 behind a comma.
static bool opens_members(const game *g, const char **text)
{
    static const char *const words[] = {"and", "with", "together with", NULL};
    const char *at = *text;
    uint16_t unit;

    if (words_take_any(text, words))
        return true;
    return words_take_name(&g->battle, WORDS_UNIT, &at, &unit) &&
           g->battle.unit[unit].side == g->side;
}

/// Reads more units before the verb: "4 and 6 south 5cm".
static void take_more_actors(const game *g, const char **text, play_typed *typed)
{
    const char *at = *text;
    lb_diag unread;

    while (opens_members(g, &at) && take_members(g, &at, typed, &unread))
        *text = at;
}

static const char *const as_words[] = {"as", "into", "in", NULL};

/// True if a formation follows: "into square".
static bool opens_formation(const lb_play *play, const char *text)
{
    uint8_t formation;

    return words_take_any(&text, as_words) && take_formation(play, &text, &formation);
}

/// The verb by which a unit takes another formation; the number of verbs if there is none.
static uint8_t verb_of_forming(const lb_play *play)
{
    const uint32_t uses = LB_USES_UNIT | LB_USES_FORMATION;
    uint8_t verb = 0;

    while (verb < play->verb_count && (play->verbs[verb].uses & uses) != uses)
        verb++;
    return verb;
}

/// Reads who acts and what: a verb, or a unit before it. False if the line begins otherwise.
static bool take_beginning(const game *g, const char **text, play_typed *typed, bool *is_bare)
{
    const lb_play *play = g->battle.rules->play;

    *is_bare = false;
    if (words_take_verb(play, text, &typed->action.verb))
        return true;
    *is_bare = true;
    if (opens_step(*text)) {
        typed->action.verb = verb_of_moving(play);
        return typed->action.verb < play->verb_count;
    }
    if (!take_units_of_brigade(g, text, typed)) {
        if (!words_take_name(&g->battle, WORDS_UNIT, text, &typed->action.unit))
            return false;
        typed->given |= LB_USES_UNIT;
    }
    take_more_actors(g, text, typed);
    *is_bare = !words_take_verb(play, text, &typed->action.verb);
    if (!*is_bare)
        return true;
    typed->action.verb =
        opens_formation(play, *text) ? verb_of_forming(play) : verb_of_moving(play);
    return (opens_way(*text) || opens_formation(play, *text)) &&
           typed->action.verb < play->verb_count;
}

/// Reads where a way leads: "to The Farm", "toward 5", "north 6in". False with the diag.
static bool take_goal(const game *g, const char **text, play_typed *typed, lb_diag *diag)
{
    static const char *const to[] = {"to", "toward", "towards", NULL};
    const lb_play *play = g->battle.rules->play;
    const char *behind = *text;
    int32_t angle, tmm;
    bool is_known = (typed->given & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER)) != 0;
    lb_point from = is_known ? play_actor_place(g, &typed->action) : (lb_point){0, 0};

    if (words_take_any(&behind, to)) {
        if (!play_take_place(g, is_known ? &from : NULL, &behind, &typed->goal, diag))
            return false;
        /* So far toward it and no farther. */
        if (is_known && *behind >= '0' && *behind <= '9' && take_length(play, &behind, &tmm)) {
            typed->goal = lb_point_towards(from, lb_heading_to(from, typed->goal), tmm);
            typed->goal_tmm = tmm;
        }
    } else if (!take_facing(&behind, &angle) || !take_length(play, &behind, &tmm)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "how far? Say for instance north 6");
        lb_put_text(&put, play->length_word);
        return false;
    } else if (!is_known) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "which unit? Say its number before the way: 3 north 6");
        lb_put_text(&put, play->length_word);
        return false;
    } else {
        typed->goal = lb_point_towards(from, (uint16_t)angle, tmm);
        typed->goal_tmm = tmm;
    }
    typed->has_goal = true;
    typed->given |= LB_USES_PATH;
    *text = behind;
    return true;
}

/// Reads the place that an order names: "to Poppel", "at the ridge", "north 12in". Nothing is taken
/// if there is none.
static bool take_spot(const game *g, const char **text, play_typed *typed, lb_diag *diag)
{
    static const char *const to[] = {"to", "toward", "towards", "at", "on", "for", NULL};
    const lb_play *play = g->battle.rules->play;
    bool is_known = (typed->given & (LB_USES_UNIT | LB_USES_GROUP)) != 0;
    lb_point from = is_known ? play_actor_place(g, &typed->action) : (lb_point){0, 0};
    const char *behind = *text;
    int32_t angle, tmm;

    if (words_take_any(&behind, to)) {
        if (!play_take_place(g, is_known ? &from : NULL, &behind, &typed->action.place, diag))
            return false;
    } else if (is_known && *behind > '9' && take_facing(&behind, &angle) &&
               take_length(play, &behind, &tmm)) {
        typed->action.place = lb_point_towards(from, (uint16_t)angle, tmm);
    } else {
        return true;
    }
    typed->given |= LB_USES_PLACE;
    *text = behind;
    return true;
}

/// Says of a line that names who acts, and nothing else, that it lacks a verb; always false.
static bool lacks_verb(const game *g, const play_typed *typed, lb_diag *diag)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, "What is ");
    lb_put_text(&put, g->battle.unit[typed->action.unit].name);
    lb_put_text(&put, " to do? Say a verb or a way behind it, such as forward 6");
    lb_put_text(&put, g->battle.rules->play->length_word);
    return false;
}

/// Reads one part of an action behind its verb.
static bool take_part(const game *g, const char **text, play_typed *typed, lb_diag *diag)
{
    static const char *const at_words[] = {"at", "against", "on", "target", NULL};
    static const char *const with_words[] = {"with", "supported by", NULL};
    const lb_play *play = g->battle.rules->play;
    const lb_verb *verb = &play->verbs[typed->action.verb];
    lb_path *path = &typed->action.path;
    const char *behind = *text;

    if (words_take_option(play, verb->word, text, &typed->action.option)) {
        typed->given |= LB_USES_OPTION;
        return true;
    }
    if ((verb->uses & LB_USES_PLACE) != 0 && (typed->given & LB_USES_PLACE) == 0 &&
        ((verb->uses & LB_USES_TARGET) == 0 || (typed->given & LB_USES_TARGET) != 0)) {
        if (!take_spot(g, text, typed, diag))
            return false;
        if ((typed->given & LB_USES_PLACE) != 0)
            return true;
    }
    if (words_take_any(&behind, at_words) &&
        words_take_name(&g->battle, target_words(g, typed), &behind, &typed->action.target)) {
        typed->given |= LB_USES_TARGET;
        *text = behind;
        return true;
    }
    /* "card any": which, is asked back. */
    if ((verb->uses & LB_USES_OPTION) != 0 && (verb->uses & LB_USES_UNIT) == 0 &&
        words_take(text, "any"))
        return true;
    behind = *text;
    if ((words_take_any(&behind, as_words) || (verb->uses & LB_USES_FORMATION) != 0) &&
        take_formation(play, &behind, &typed->action.formation)) {
        typed->given |= LB_USES_FORMATION;
        *text = behind;
        return true;
    }
    if ((verb->uses & LB_USES_HELPERS) != 0 && words_take_any(text, with_words)) {
        typed->given |= LB_USES_HELPERS;
        return words_take_helpers(&g->battle, text, typed->action.helper, diag);
    }
    behind = *text;
    if ((typed->given & LB_USES_UNIT) != 0 && (verb->uses & LB_USES_UNIT) != 0 &&
        opens_members(g, &behind)) {
        if ((verb->uses & LB_USES_MEMBERS) == 0)
            return refuse_members(g, typed, diag);
        *text = behind;
        return take_members(g, text, typed, diag);
    }
    if ((typed->given & LB_USES_UNIT) == 0 && (verb->uses & LB_USES_UNIT) != 0 &&
        take_units_of_brigade(g, text, typed))
        return (verb->uses & LB_USES_MEMBERS) != 0 ||
               lb_unit_set_is_empty(&typed->action.members) || refuse_members(g, typed, diag);
    if ((verb->uses & LB_USES_PATH) != 0 && opens_step(*text)) {
        typed->given |= LB_USES_PATH;
        if (path->count < LB_PATH_STEPS_MAX && take_step(play, text, &path->step[path->count])) {
            path->count++;
            return true;
        }
        {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
            lb_put_text(&put, "a step is forward 8in, back 2in, wheel left 30, oblique right 30 "
                              "4in, turn north-east, or about");
        }
        return false;
    }
    if ((verb->uses & LB_USES_PATH) != 0 && !typed->has_goal && path->count == 0 &&
        opens_way(*text))
        return take_goal(g, text, typed, diag);
    behind = *text;
    if (take_who(g, verb->uses, &behind, typed)) {
        *text = behind;
        return true;
    }
    if (verb->uses == 0) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_quoted(&put, *text);
        lb_put_text(&put, " is too much: the question says whom it is about");
        return false;
    }
    return !lacks_name(g, typed, *text, diag) && not_understood(g, typed, *text, diag);
}

bool play_read(const game *g, const char *line, play_typed *typed, lb_diag *diag)
{
    bool is_bare;
    uint32_t uses;

    *typed = (play_typed){.action.helper = {LB_NOBODY, LB_NOBODY, LB_NOBODY}};
    words_skip(&line);
    if (!take_beginning(g, &line, typed, &is_bare))
        return *line == '\0' && (typed->given & LB_USES_UNIT) != 0
                   ? lacks_verb(g, typed, diag)
                   : not_understood(g, NULL, line, diag);
    uses = g->battle.rules->play->verbs[typed->action.verb].uses;
    while (*line != '\0')
        if (!take_part(g, &line, typed, diag))
            return false;
    if ((uses & LB_USES_MEMBERS) == 0 && !lb_unit_set_is_empty(&typed->action.members))
        return refuse_members(g, typed, diag);
    if (is_bare)
        prefer_turning(g->battle.rules->play, typed);
    /* An enemy alone is not who acts but whom it concerns. */
    if ((uses & LB_USES_UNIT) != 0 && (uses & LB_USES_TARGET) != 0 &&
        (typed->given & (LB_USES_UNIT | LB_USES_TARGET)) == LB_USES_UNIT &&
        g->battle.unit[typed->action.unit].side != g->side) {
        typed->action.target = typed->action.unit;
        typed->action.unit = 0;
        typed->given ^= LB_USES_UNIT | LB_USES_TARGET;
    }
    return true;
}

/* What was not named. */

static int64_t distance_of(const game *g, uint32_t a, uint32_t b)
{
    int64_t x = g->state.unit[a].at.x - g->state.unit[b].at.x;
    int64_t y = g->state.unit[a].at.y - g->state.unit[b].at.y;

    return x * x + y * y;
}

/// The unit of a side on the table that is nearest to another; LB_NOBODY for none.
static uint32_t nearest_of(const game *g, uint32_t side, uint32_t unit)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < g->battle.unit_count; i++)
        if (g->battle.unit[i].side == side && g->state.unit[i].presence == LB_PRESENCE_TABLE &&
            (best == LB_NOBODY || distance_of(g, i, unit) < distance_of(g, best, unit)))
            best = i;
    return best;
}

uint32_t play_nearest_own(const game *g, uint32_t unit)
{
    return nearest_of(g, g->side, unit);
}

static bool fits(const play_typed *typed, uint32_t uses, const lb_action *choice)
{
    const lb_action *wanted = &typed->action;
    uint32_t actor = LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER;

    return choice->verb == wanted->verb &&
           ((typed->given & actor) == 0 || choice->unit == wanted->unit) &&
           ((typed->given & LB_USES_TARGET) == 0 || choice->target == wanted->target) &&
           ((typed->given & LB_USES_FORMATION) == 0 || (uses & LB_USES_FORMATION) == 0 ||
            choice->formation == wanted->formation) &&
           ((typed->given & LB_USES_OPTION) == 0 || choice->option == wanted->option) &&
           ((typed->given & LB_USES_PLACE) == 0 ||
            (choice->place.x == wanted->place.x && choice->place.y == wanted->place.y)) &&
           ((typed->given & LB_USES_MEMBERS) == 0 ||
            memcmp(&choice->members, &wanted->members, sizeof wanted->members) == 0) &&
           ((typed->given & LB_USES_HELPERS) == 0 ||
            memcmp(choice->helper, wanted->helper, sizeof wanted->helper) == 0);
}

/// True if nothing that the verb needs is missing.
static bool is_whole(const play_typed *typed, uint32_t uses)
{
    uint32_t needed = uses & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER | LB_USES_TARGET);

    if ((uses & LB_USES_TARGET) != 0 && (uses & LB_USES_UNIT) == 0)
        needed &= ~(uint32_t)LB_USES_TARGET;
    needed |= uses & LB_USES_PLACE;
    return (typed->given & needed) == needed &&
           ((uses & LB_USES_PATH) == 0 || (typed->given & (LB_USES_PATH | LB_USES_FORMATION)) != 0);
}

/// How natural a choice is, less is more: near the target, without helpers, without options.
static int64_t strangeness(const game *g, const play_typed *typed, uint32_t uses,
                           const lb_action *choice)
{
    int64_t rank = 0;

    if ((uses & LB_USES_UNIT) != 0 && (uses & LB_USES_TARGET) != 0)
        rank = distance_of(g, choice->unit, choice->target) * 8;
    for (int i = 0; (typed->given & LB_USES_HELPERS) == 0 && i < LB_HELPERS_MAX; i++)
        rank += choice->helper[i] != LB_NOBODY;
    return rank + ((typed->given & LB_USES_OPTION) == 0 && choice->option != 0 ? 4 : 0);
}

/// The unit that all choices with a unit are about; LB_NOBODY if there are several, or none.
static uint16_t only_actor(const game *g)
{
    uint16_t unit = LB_NOBODY;

    for (uint32_t i = 0; i < g->choice_count; i++) {
        if ((g->battle.rules->play->verbs[g->choice[i].verb].uses & LB_USES_UNIT) == 0)
            continue;
        if (unit != LB_NOBODY && unit != g->choice[i].unit)
            return LB_NOBODY;
        unit = g->choice[i].unit;
    }
    return unit;
}

/// A way without who goes it: the only one who can. False with a diag if there are several.
static bool find_walker(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag)
{
    action->unit = only_actor(g);
    if (action->unit == LB_NOBODY) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "which unit? Say its number before the way: 3 wheel left 30");
        return false;
    }
    if ((typed->given & LB_USES_FORMATION) == 0)
        action->formation = g->state.unit[action->unit].formation;
    return true;
}

bool play_complete(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag)
{
    uint32_t uses = g->battle.rules->play->verbs[typed->action.verb].uses;
    const lb_action *best = NULL;

    *action = typed->action;
    if ((uses & LB_USES_FORMATION) != 0 && (typed->given & LB_USES_FORMATION) == 0 &&
        (typed->given & LB_USES_UNIT) != 0)
        action->formation = g->state.unit[action->unit].formation;
    if (is_whole(typed, uses) && ((typed->given & LB_USES_PATH) != 0 ||
                                  lb_battle_check(&g->battle, &g->state, NULL, action, NULL)))
        return true;
    if ((uses & LB_USES_UNIT) != 0 &&
        (typed->given & (LB_USES_UNIT | LB_USES_PATH)) == LB_USES_PATH)
        return find_walker(g, typed, action, diag);
    for (uint32_t i = 0; i < g->choice_count; i++)
        if (fits(typed, uses, &g->choice[i]) &&
            (best == NULL ||
             strangeness(g, typed, uses, &g->choice[i]) < strangeness(g, typed, uses, best)))
            best = &g->choice[i];
    if (best != NULL) {
        *action = *best;
        return true;
    }
    if (is_whole(typed, uses))
        return true;
    /* Nothing fits: the nearest unit shall say why. */
    if ((uses & LB_USES_UNIT) != 0 && (typed->given & LB_USES_UNIT) == 0 &&
        (typed->given & LB_USES_TARGET) != 0)
        action->unit = (uint16_t)play_nearest_own(g, typed->action.target);
    if ((uses & LB_USES_UNIT) != 0 && (uses & LB_USES_TARGET) != 0 &&
        (typed->given & (LB_USES_UNIT | LB_USES_TARGET)) == LB_USES_UNIT &&
        target_words(g, typed) == WORDS_UNIT)
        action->target = (uint16_t)nearest_of(g, 1u - g->side, action->unit);
    if (action->unit != LB_NOBODY && (typed->given != 0 || uses == 0))
        return true;
    {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, "none of the choices is that: ");
        lb_put_text(&put, g->battle.rules->play->verbs[typed->action.verb].word);
        lb_put_text(&put, " whom, or which?");
    }
    return false;
}

/* Words that could come next. */

static void offer_names(const game *g, play_offer offer, void *context)
{
    const lb_battle *battle = &g->battle;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (g->state.unit[i].presence == LB_PRESENCE_TABLE)
            offer(context, battle->unit[i].name);
    for (uint32_t i = 0; i < battle->group_count; i++)
        offer(context, battle->group[i].name);
    for (uint32_t i = 0; i < battle->leader_count; i++)
        offer(context, battle->leader[i].name);
    for (uint32_t i = 0; i < battle->objective_count; i++)
        offer(context, battle->objective[i].name);
    for (uint32_t i = 0; i < battle->piece_count; i++)
        if (battle->piece_name[i][0] != '\0')
            offer(context, battle->piece_name[i]);
}

static void offer_rest(const game *g, play_offer offer, void *context)
{
    static const char *const words[] = {
        "at",          "as",           "into",          "to",         "toward",
        "with",        "and",          "forward",       "back",       "wheel left",
        "wheel right", "oblique left", "oblique right", "turn",       "about",
        "north",       "north-east",   "east",          "south-east", "south",
        "south-west",  "west",         "north-west"};
    const lb_play *play = g->battle.rules->play;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        offer(context, words[i]);
    for (uint32_t i = 0; play->formations[i].word != NULL; i++)
        offer(context, play->formations[i].word);
    for (const lb_option_phrase *row = play->options; row != NULL && row->phrase != NULL; row++)
        offer(context, row->phrase);
    for (uint8_t i = 0; i < play->verb_count; i++)
        offer(context, play->verbs[i].word);
    for (const lb_verb *row = play->queries; row->word != NULL; row++)
        offer(context, row->word);
}

void play_offer_verbs(const game *g, play_offer offer, void *context)
{
    const lb_play *play = g->battle.rules->play;

    for (uint8_t i = 0; i < play->verb_count; i++)
        offer(context, play->verbs[i].word);
    for (const lb_synonym *row = play->synonyms; row != NULL && row->word != NULL; row++)
        offer(context, row->word);
}

void play_offer_commands(const game *g, play_offer offer, void *context)
{
    (void)g;
    for (size_t i = 0; play_commands[i] != NULL; i++)
        offer(context, play_commands[i]);
}

void play_offer_openings(const game *g, play_offer offer, void *context)
{
    play_offer_commands(g, offer, context);
    play_offer_verbs(g, offer, context);
}

void play_offer_words(const game *g, const char *line, bool is_first, play_offer offer,
                      void *context)
{
    if (!is_first && words_take(&line, "explain")) {
        for (uint32_t i = 0; i < g->battle.rules->clause_count; i++)
            offer(context, g->battle.rules->clauses[i].id);
        return;
    }
    offer_names(g, offer, context);
    if (!is_first) {
        offer_rest(g, offer, context);
        return;
    }
    play_offer_openings(g, offer, context);
}
