// SPDX-License-Identifier: MIT
// Filling the numbers in force into a clause's meaning. See clause_text.h.

#include "text/clause_text.h"

#include <string.h>

void lb_value_put(uint8_t measure, int32_t value, lb_put *put)
{
    switch ((lb_measure)measure) {
    case LB_MEASURE_MOD:
        lb_put_signed(put, value);
        return;
    case LB_MEASURE_SWITCH:
        lb_put_text(put, value ? "on" : "off");
        return;
    case LB_MEASURE_INCH:
        lb_put_int(put, value);
        lb_put_char(put, '"');
        return;
    case LB_MEASURE_CM:
        lb_put_int(put, value);
        lb_put_text(put, " cm");
        return;
    case LB_MEASURE_DEGREE:
        lb_put_int(put, value / 10);
        if (value % 10 != 0) {
            lb_put_char(put, '.');
            lb_put_int(put, value % 10);
        }
        lb_put_text(put, " degrees");
        return;
    case LB_MEASURE_NUMBER:
    case LB_MEASURE_FACE:
    case LB_MEASURE_TOTAL:
    case LB_MEASURE_DICE:
    case LB_MEASURE_TIMES:
    case LB_MEASURE_DIVISOR:
    case LB_MEASURE_PERCENT:
    case LB_MEASURE_TURNS:
    case LB_MEASURE_COUNT:
        break;
    }
    lb_put_int(put, value);
}

uint16_t lb_value_find(const lb_ruleset *rules, uint16_t clause, const char *part)
{
    for (uint16_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause && strcmp(rules->values[i].part, part) == 0)
            return i;
    return UINT16_MAX;
}

const char *lb_value_key(const lb_ruleset *rules, uint16_t value, char *text)
{
    lb_put put = lb_put_start(text, LB_VALUE_KEY_MAX);

    lb_put_text(&put, rules->clauses[rules->values[value].clause].id);
    if (rules->values[value].part[0] != '\0') {
        lb_put_char(&put, ' ');
        lb_put_text(&put, rules->values[value].part);
    }
    return text;
}

/// The end of a part in braces, or NULL.
static const char *find_close(const char *text)
{
    while (*text != '\0' && *text != '}')
        text++;
    return *text == '}' ? text : NULL;
}

void lb_clause_put(const lb_ruleset *rules, const int32_t *values, uint16_t clause, lb_put *put)
{
    for (const char *c = rules->clauses[clause].meaning; *c != '\0'; c++) {
        char part[LB_VALUE_KEY_MAX];
        const char *close = find_close(c);
        uint16_t value = UINT16_MAX;

        if (*c == '{' && close != NULL && (size_t)(close - c) <= sizeof part) {
            memcpy(part, c + 1, (size_t)(close - c - 1));
            part[close - c - 1] = '\0';
            value = lb_value_find(rules, clause, part);
        }
        if (value == UINT16_MAX) {
            lb_put_char(put, *c);
            continue;
        }
        lb_value_put(rules->values[value].measure, values[value], put);
        c = close;
    }
}
