// SPDX-License-Identifier: MIT
// A chart's inputs as text: key=value, and back.
#pragma once

#include "base/put.h"
#include "limber/ruleset.h"

enum { LB_KEY_MAX = 64 };

/// Inputs being read: presets until something is given.
typedef struct lb_inputs {
    const lb_chart *chart;
    int32_t facts[LB_INPUTS_MAX];
    bool is_given[LB_INPUTS_MAX];
} lb_inputs;

/// Starts with the presets.
lb_inputs lb_inputs_start(const lb_chart *chart);

/// Reads one "key=value". On error `inputs` is untouched and the diag says what is wrong with which
/// key.
lb_status lb_inputs_read(lb_inputs *inputs, const char *pair, lb_diag *diag);

/// Refuses combinations that the chart does not take.
lb_status lb_inputs_check(const lb_inputs *inputs, lb_diag *diag);

/// Reads the value of one input.
lb_status lb_input_parse(const lb_input *input, const char *key, const char *text, int32_t *value,
                         lb_diag *diag);

/// Writes a value as it would be typed.
void lb_input_put(const lb_input *input, int32_t value, lb_put *put);

/// Writes what an input takes: "1 to 9", "yes or no", "none, soft or hard".
void lb_input_put_range(const lb_input *input, lb_put *put);

/// Writes the key of a cell with its prefix; text has room for LB_KEY_MAX.
const char *lb_input_key(const lb_chart *chart, uint32_t cell, char *text);

/// True if the value of the input is a number in JSON.
bool lb_input_is_number(const lb_input *input, int32_t value);
