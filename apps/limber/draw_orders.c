// SPDX-License-Identifier: MIT
// Orders and Reformation Areas of Formations, where a sheet has them.

#include "draw.h"

#include <stdio.h>
#include <string.h>

enum {
    AREA_WIDTH = 30,
    AREA_DEPTH = 20,
    TAG_HEIGHT = 17,
    LEAST_WAY = 40 ///< an order to a nearer place needs no line
};

static const draw_type tag_type = {draw_sans, 11.5, true, false, 0, DRAW_INK, 0};

/// The letters by which players write an order, and what they stand for.
static const struct {
    const char *letters, *word;
} orders[LB_SCENARIO_ORDER_COUNT] = {[LB_SCENARIO_ORDER_ATTACK] = {"A", "attack"},
                                     [LB_SCENARIO_ORDER_DEFEND] = {"D", "defend"},
                                     [LB_SCENARIO_ORDER_SUPPORT] = {"S", "support"},
                                     [LB_SCENARIO_ORDER_MOVE] = {"M", "march"},
                                     [LB_SCENARIO_ORDER_RESERVE] = {"R", "reserve"},
                                     [LB_SCENARIO_ORDER_BOMBARD] = {"B", "bombard"},
                                     [LB_SCENARIO_ORDER_RETIRE] = {"RT", "retire"},
                                     [LB_SCENARIO_ORDER_RETREAT] = {"RT", "retreats"},
                                     [LB_SCENARIO_ORDER_BROKEN] = {"BK", "broken"},
                                     [LB_SCENARIO_ORDER_RALLY] = {"RR", "rallies"}};

static const char *letters_of(const lb_group *group)
{
    return orders[group->order.kind].letters;
}

static bool is_here(const draw_picture *p, uint32_t unit, uint32_t group)
{
    return p->state->unit[unit].group == group &&
           p->state->unit[unit].presence == LB_PRESENCE_TABLE;
}

/// The middle of a group on the page, and its nation; false if nobody of it is on the table.
static bool middle_of(const draw_picture *p, uint32_t group, draw_point *at, uint8_t *nation)
{
    uint32_t count = 0;

    *at = (draw_point){0, 0};
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (is_here(p, i, group)) {
            draw_point place = draw_place(p, p->state->unit[i].at);

            if (count++ == 0)
                *nation = p->battle->unit[i].nation;
            at->x += place.x;
            at->y += place.y;
        }
    at->x /= count > 0 ? count : 1;
    at->y /= count > 0 ? count : 1;
    return count > 0;
}

bool draw_tag_of(const draw_picture *p, uint32_t group, draw_tag *tag)
{
    const lb_group *of = &p->state->group[group];
    const char *letters = letters_of(of);
    int fatigue = 0;

    for (uint32_t i = 0; i < LB_FATIGUES; i++)
        fatigue += of->fatigue[i];
    if (letters == NULL || !middle_of(p, group, &tag->at, &tag->nation))
        return false;
    if (fatigue > 0)
        snprintf(tag->text, sizeof tag->text, "%s %d", letters, fatigue);
    else
        snprintf(tag->text, sizeof tag->text, "%s", letters);
    tag->width = p->cairo != NULL ? draw_text_width(p, &tag_type, tag->text) + 10 : 20;
    tag->height = TAG_HEIGHT;
    return true;
}

void draw_tag_at(const draw_picture *p, const draw_tag *tag)
{
    cairo_rectangle(p->cairo, tag->at.x - tag->width / 2, tag->at.y - tag->height / 2, tag->width,
                    tag->height);
    draw_fill_edged(p, DRAW_HALO, draw_coat(tag->nation), 1.8);
    draw_text(p, &tag_type, (draw_point){tag->at.x, tag->at.y + 4}, 0.5, 0, tag->text);
}

/// The line from a Formation to the place of its order: whole to attack, else in dashes.
static void draw_aim(const draw_picture *p, uint32_t group)
{
    const lb_order *order = &p->state->group[group].order;
    draw_point from, to;
    uint8_t nation;
    double length;

    if (!order->is_placed && order->objective >= p->battle->objective_count)
        return;
    if ((order->kind != LB_SCENARIO_ORDER_ATTACK && order->kind != LB_SCENARIO_ORDER_MOVE) ||
        !middle_of(p, group, &from, &nation))
        return;
    to = draw_place(p, order->is_placed ? order->place : p->battle->objective[order->objective].at);
    length = draw_distance(from, to);
    if (length < LEAST_WAY)
        return;
    if (order->kind == LB_SCENARIO_ORDER_MOVE)
        draw_dashes(p, 9, 6);
    draw_segment(p, from.x, from.y, to.x, to.y);
    draw_ink(p, draw_coat(nation), 0.45);
    cairo_set_line_width(p->cairo, 2.4);
    cairo_stroke(p->cairo);
    draw_solid(p);
    draw_disc(p, to.x, to.y, 5);
    draw_ink(p, draw_coat(nation), 0.55);
    cairo_set_line_width(p->cairo, 2.2);
    cairo_stroke(p->cairo);
}

void draw_area_at(const draw_picture *p, draw_point at, uint8_t nation, uint32_t reforming)
{
    char text[8];

    cairo_rectangle(p->cairo, at.x - AREA_WIDTH / 2.0, at.y - AREA_DEPTH / 2.0, AREA_WIDTH,
                    AREA_DEPTH);
    cairo_save(p->cairo);
    draw_ink(p, DRAW_HALO, 0.6);
    cairo_fill_preserve(p->cairo);
    cairo_restore(p->cairo);
    draw_dashes(p, 4, 3);
    draw_stroke(p, draw_coat(nation), 1.6);
    draw_solid(p);
    if (reforming == 0)
        return;
    snprintf(text, sizeof text, "%u", reforming % 100);
    draw_text(p, &tag_type, (draw_point){at.x, at.y + 4}, 0.5, 0, text);
}

/// Units of a group that reform in its Area.
static uint32_t count_reforming(const draw_picture *p, uint32_t group)
{
    uint32_t reforming = 0;

    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        reforming += p->state->unit[i].group == group &&
                     p->state->unit[i].presence == LB_PRESENCE_AWAY &&
                     lb_has_trait(lb_battle_unit(p->battle, p->state, i).states,
                                  LB_SCENARIO_STATE_REFORMING);
    return reforming;
}

/// True if the Area of a group is drawn.
static bool has_area(const draw_picture *p, uint32_t group, uint8_t *nation)
{
    draw_point middle;

    *nation = p->battle->side[p->battle->group[group].side].nation;
    return (middle_of(p, group, &middle, nation) || count_reforming(p, group) > 0) &&
           p->state->group[group].has_area;
}

void draw_orders(const draw_picture *p)
{
    for (uint32_t g = 0; g < p->battle->group_count; g++) {
        uint8_t nation;

        draw_aim(p, g);
        if (has_area(p, g, &nation))
            draw_area_at(p, draw_place(p, p->state->group[g].area), nation, count_reforming(p, g));
    }
}

bool draw_has_areas(const draw_picture *p)
{
    uint8_t nation;

    for (uint32_t g = 0; g < p->battle->group_count; g++)
        if (has_area(p, g, &nation))
            return true;
    return false;
}

bool draw_put_orders(const draw_picture *p, lb_put *put)
{
    bool has_order[LB_SCENARIO_ORDER_COUNT] = {false}, has_fatigue = false;
    size_t start = put->length;
    draw_tag tag;

    for (uint32_t g = 0; g < p->battle->group_count; g++)
        if (draw_tag_of(p, g, &tag)) {
            has_order[p->state->group[g].order.kind] = true;
            has_fatigue = has_fatigue || strchr(tag.text, ' ') != NULL;
        }
    for (uint32_t i = 0; i < LB_SCENARIO_ORDER_COUNT; i++)
        if (has_order[i]) {
            lb_put_text(put, put->length == start ? "order (" : ", ");
            lb_put_text(put, orders[i].letters);
            lb_put_char(put, ' ');
            lb_put_text(put, orders[i].word);
        }
    if (put->length > start)
        lb_put_text(put, has_fatigue ? ") and fatigue" : ")");
    return put->length > start;
}
