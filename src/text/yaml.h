// SPDX-License-Identifier: MIT
// What every reader of our YAML files shares: opening hostile text safely, complaining with line
// and column, and taking scalars, numbers, words and lists out of it.
//
// Every function that returns bool has complained into the diag when it returns false; the caller
// just returns false too. `key` is where to complain when the value itself has no place.
#pragma once

#include "base/put.h"
#include "limber/status.h"

#include <libfyaml.h>
#include <stdbool.h>

enum {
    LB_YAML_FILE_MAX = 1 << 20,
    LB_YAML_KEY_MAX = 96,     ///< bytes of a key or a word, with its zero
    LB_YAML_ANCHORS = 64,     ///< more & than that is no file of ours, and slow to parse
    LB_YAML_NESTED = 32,      ///< brackets in brackets
    LB_YAML_BRACKETS = 16384, ///< in all: more than the largest scenario has
    LB_YAML_FIELDS_MAX = 32,  ///< keys of one mapping
    LB_FAULTS_MAX = 40        ///< faults of a file that are told
};

/// All faults of a file, for those who want to know every one and not the first only.
typedef struct lb_faults {
    uint32_t count; ///< may be more than there is room for
    lb_diag fault[LB_FAULTS_MAX];
} lb_faults;

/// Has the next file that this thread reads go on behind a fault where it can, and gathers its
/// faults in *faults; NULL ends that. Files that this file names are read as always.
void lb_yaml_gather(lb_faults *faults);

/// An open document.
typedef struct lb_yaml {
    lb_diag *diag;
    lb_faults *faults; ///< NULL: reading ends with the first
    struct fy_diag *collected;
    struct fy_document *document;
    struct fy_node *root;
} lb_yaml;

/// A text in memory, from lb_yaml_load; free(text) is the caller's.
typedef struct lb_yaml_text {
    char *text;
    size_t size;
} lb_yaml_text;

/// Reads a file of at most LB_YAML_FILE_MAX bytes and one more, so that one too large is noticed.
lb_status lb_yaml_load(const char *path, lb_yaml_text *text, lb_diag *diag);

/// Reads what a text says into `out`.
typedef lb_status lb_yaml_parser(const char *text, size_t size, void *out, lb_diag *diag);

/// Reads a file and has its text parsed into `out`; `diag` may be NULL.
lb_status lb_yaml_load_into(const char *path, lb_yaml_parser *parse, void *out, lb_diag *diag);

/// Parses. The text must outlive the document. After false there is nothing to close. `kind` is the
/// word after `limber:` that the file should have, for the complaint.
bool lb_yaml_open(lb_yaml *yaml, const char *text, size_t size, const char *kind, lb_diag *diag);
void lb_yaml_close(lb_yaml *yaml);

/// The word after `limber:`, whatever it is.
bool lb_yaml_kind(const lb_yaml *yaml, const char *kind, char *word, size_t room);

/// Is the file of this kind?
bool lb_yaml_check_kind(const lb_yaml *yaml, const char *kind);

/// Is `limber:` the first key of the file?
bool lb_yaml_check_first(const lb_yaml *yaml, const char *kind);

/// The line and column of a node, both from 1; 0 if it has none.
void lb_yaml_where(struct fy_node *node, int32_t *line, int32_t *column);

/// Starts a complaint at a node.
lb_put lb_yaml_complain(const lb_yaml *yaml, struct fy_node *node);

/// How many faults have been gathered; 0 if reading ends with the first.
uint32_t lb_yaml_faults(const lb_yaml *yaml);

/// After a part could not be read: gathers its fault, unless that was done since there were
/// `before`. False if reading ends with it.
bool lb_yaml_goes_on(const lb_yaml *yaml, uint32_t before);

/// Complains with one sentence; always false.
bool lb_yaml_refuse(const lb_yaml *yaml, struct fy_node *node, const char *sentence);

/// The text of a plain scalar of one line; otherwise complains that `what` is expected.
bool lb_yaml_scalar(const lb_yaml *yaml, struct fy_node *node, struct fy_node *key,
                    const char *what, char *text, size_t room);

/// A text of at most room - 1 bytes; the complaint names the key.
bool lb_yaml_text_value(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, char *text,
                        size_t room);

/// An id: lower-case letters and digits joined by single '-'.
bool lb_yaml_id(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, char *text,
                size_t room);

/// Reads digits with an optional sign; false, silently, for anything else.
bool lb_yaml_parse_int(const char *text, int32_t *number);

/// A whole number.
bool lb_yaml_int(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, int32_t lowest,
                 int32_t highest, int32_t *number);

/// Metres, whole or with one decimal, as decimetres.
bool lb_yaml_metres(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                    int32_t lowest_dm, int32_t highest_dm, int32_t *dm);

/// yes or no.
bool lb_yaml_flag(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, bool *flag);

/// One word of a list; the complaint offers the nearest.
bool lb_yaml_word(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                  const char *const *words, uint32_t count, uint8_t *number);

/// A list of words, or a single one, as bits; each at most once.
bool lb_yaml_words(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                   const char *const *words, uint32_t count, uint64_t *mask);

/// Calls `read` for each item of a sequence, of which there may be `most`.
bool lb_yaml_items(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, uint32_t most,
                   bool (*read)(void *context, struct fy_node *key, struct fy_node *item),
                   void *context);

/// Calls `read` for each pair of a mapping, of which there may be `most`; no key comes twice.
bool lb_yaml_pairs(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, uint32_t most,
                   bool (*read)(void *context, const char *name, struct fy_node *key,
                                struct fy_node *value),
                   void *context);

/// A key that a mapping may have.
typedef struct lb_yaml_field {
    const char *key;
    bool (*read)(void *context, struct fy_node *key, struct fy_node *value); ///< NULL: ignored
    bool is_required;
} lb_yaml_field;

/// Reads a mapping by its list of fields, in the order of the list, whatever the file's. Unknown,
/// repeated and missing keys are refused. `what` names the thing: "a unit".
bool lb_yaml_fields(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                    const char *what, const lb_yaml_field *fields, uint32_t count, void *context);

/// The value of a key of a mapping, or NULL.
struct fy_node *lb_yaml_find(struct fy_node *mapping, const char *key);
