// SPDX-License-Identifier: MIT
// See yaml.h. libfyaml does the parsing; what it takes badly is refused before or left out: bytes
// that are not text, directives, several documents, many anchors, and its own search for repeated
// keys, which takes the square of their number (lb_yaml_fields and lb_yaml_pairs search instead).

#include "text/yaml.h"

#include "text/file.h"
#include "text/nearest.h"
#include "text/scenario_words.h"
#include "text/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8, DIGITS_MAX = 9 };

/* Opening. */

lb_status lb_yaml_load(const char *path, lb_yaml_text *text, lb_diag *diag)
{
    return lb_file_read(path, LB_YAML_FILE_MAX, &text->text, &text->size, diag);
}

lb_status lb_yaml_load_into(const char *path, lb_yaml_parser *parse, void *out, lb_diag *diag)
{
    lb_yaml_text file;
    lb_diag unread;
    lb_status status;

    if (diag == NULL)
        diag = &unread;
    status = lb_yaml_load(path, &file, diag);
    if (status == LB_OK) {
        status = parse(file.text, file.size, out, diag);
        free(file.text);
    }
    return status;
}

static lb_put complain_kind(lb_diag *diag, int32_t line, int32_t column, const char *kind)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, line, column);

    lb_put_text(&put, "not a file of ours: it should begin with  limber: ");
    lb_put_text(&put, kind);
    return put;
}

/// Takes the first message of the YAML parser.
static void report_syntax(struct fy_diag *from, const char *kind, lb_diag *diag)
{
    void *at = NULL;
    struct fy_diag_error *error = fy_diag_errors_iterate(from, &at);
    lb_put put;

    if (error == NULL) {
        complain_kind(diag, 1, 1, kind);
        return;
    }
    put = lb_diag_start(diag, LB_ERROR_INPUT, error->line, error->column);
    for (const char *c = error->msg; *c != '\0' && *c != '\n'; c++)
        lb_put_char(&put, *c);
}

/// True if one of the marks that open or close a YAML document stands at `at`.
static bool is_document_mark(const char *text, size_t size, size_t at)
{
    return size - at >= 3 && (memcmp(text + at, "---", 3) == 0 || memcmp(text + at, "...", 3) == 0);
}

static bool refuse_at(lb_diag *diag, int32_t line, const char *sentence)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, line, 1);

    lb_put_text(&put, sentence);
    return false;
}

/// Brackets that were opened: how many in all, and how many are open if all of them count. Those in
/// quotes count too; a file that plays with that is stopped by the number of all.
typedef struct brackets {
    uint32_t all, open;
} brackets;

/// Counts a byte. False if there are too many brackets.
static bool count_bracket(brackets *count, char byte)
{
    if (byte == '[' || byte == '{') {
        count->all++;
        count->open++;
    } else if ((byte == ']' || byte == '}') && count->open > 0) {
        count->open--;
    }
    return count->open <= LB_YAML_NESTED && count->all <= LB_YAML_BRACKETS;
}

/// The parser may not come to an end on a line that begins with %, reads the first of several
/// documents only, takes the square of the number of anchors, and reads all brackets that are open
/// before it looks how deep they are; no file of ours has any of them.
static bool check_lines(const char *text, size_t size, lb_diag *diag)
{
    int32_t line = 1;
    uint32_t anchors = 0;
    brackets count = {0};

    for (size_t i = 0; i < size; i++) {
        bool is_start = i == 0 || text[i - 1] == '\n' || text[i - 1] == '\r';

        if (is_start && (text[i] == '%' || (i > 0 && is_document_mark(text, size, i))))
            return refuse_at(
                diag, line,
                "a line may not begin with %, --- or ...: a file is one plain document");
        if (text[i] == '&' && ++anchors > LB_YAML_ANCHORS)
            return refuse_at(diag, line, "too many &");
        if (!count_bracket(&count, text[i]))
            return refuse_at(diag, line,
                             "too many brackets are open, or there are too many in all");
        line += text[i] == '\n';
    }
    return true;
}

/* Faults. */

static _Thread_local lb_faults *wanted;

void lb_yaml_gather(lb_faults *faults)
{
    wanted = faults;
    if (faults != NULL)
        faults->count = 0;
}

uint32_t lb_yaml_faults(const lb_yaml *yaml)
{
    return yaml->faults != NULL ? yaml->faults->count : 0;
}

bool lb_yaml_goes_on(const lb_yaml *yaml, uint32_t before)
{
    lb_faults *faults = yaml->faults;

    if (faults == NULL || yaml->diag->status != LB_ERROR_INPUT)
        return false;
    if (faults->count == before) {
        if (faults->count < LB_FAULTS_MAX)
            faults->fault[faults->count] = *yaml->diag;
        faults->count++;
    }
    return faults->count < LB_FAULTS_MAX;
}

bool lb_yaml_open(lb_yaml *yaml, const char *text, size_t size, const char *kind, lb_diag *diag)
{
    struct fy_diag_cfg config;

    *yaml = (lb_yaml){.diag = diag, .faults = wanted};
    wanted = NULL;
    if (size > LB_YAML_FILE_MAX) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 1, 1);
        lb_put_text(&put, "too large: a file has at most 1 MiB");
        return false;
    }
    /* Some editors put a mark of byte order before everything; elsewhere it is refused. */
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (lb_utf8_check(text, size, diag) != LB_OK || !check_lines(text, size, diag))
        return false;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    yaml->collected = fy_diag_create(&config);
    if (yaml->collected == NULL) {
        lb_put put = lb_diag_start(diag, LB_ERROR_SPACE, 0, 0);
        lb_put_text(&put, "out of memory");
        return false;
    }
    fy_diag_set_collect_errors(yaml->collected, true);
    yaml->document = fy_document_build_from_string(
        &(struct fy_parse_cfg){.flags =
                                   FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS,
                               .diag = yaml->collected},
        text, size);
    if (yaml->document == NULL) {
        report_syntax(yaml->collected, kind, diag);
        lb_yaml_close(yaml);
        return false;
    }
    yaml->root = fy_document_root(yaml->document);
    if (yaml->root == NULL || !fy_node_is_mapping(yaml->root)) {
        complain_kind(diag, 1, 1, kind);
        lb_yaml_close(yaml);
        return false;
    }
    return true;
}

void lb_yaml_close(lb_yaml *yaml)
{
    fy_document_destroy(yaml->document);
    fy_diag_destroy(yaml->collected);
    *yaml = (lb_yaml){.diag = yaml->diag};
}

/* Complaining. */

/// Line and column of a node: its own, or of the first scalar inside.
void lb_yaml_where(struct fy_node *node, int32_t *line, int32_t *column)
{
    struct fy_token *token = NULL;
    const struct fy_mark *mark;

    *line = *column = 0;
    for (int depth = 0; node != NULL && depth < DEPTH_MAX && token == NULL; depth++) {
        void *at = NULL;
        struct fy_node_pair *pair;

        if (fy_node_is_scalar(node)) {
            token = fy_node_get_scalar_token(node);
        } else if (fy_node_is_mapping(node)) {
            pair = fy_node_mapping_iterate(node, &at);
            node = pair != NULL ? fy_node_pair_key(pair) : NULL;
        } else {
            node = fy_node_sequence_iterate(node, &at);
        }
    }
    mark = token != NULL ? fy_token_start_mark(token) : NULL;
    if (mark != NULL) {
        *line = mark->line + 1;
        *column = mark->column + 1;
    }
}

lb_put lb_yaml_complain(const lb_yaml *yaml, struct fy_node *node)
{
    int32_t line, column;

    lb_yaml_where(node, &line, &column);
    return lb_diag_start(yaml->diag, LB_ERROR_INPUT, line, column);
}

bool lb_yaml_refuse(const lb_yaml *yaml, struct fy_node *node, const char *sentence)
{
    lb_put put = lb_yaml_complain(yaml, node);

    lb_put_text(&put, sentence);
    return false;
}

/// Where to complain about a value: at itself if it has a place that is its own.
static struct fy_node *place_for(struct fy_node *key, struct fy_node *value)
{
    int32_t line, column;

    if (value == NULL || fy_node_is_alias(value))
        return key;
    lb_yaml_where(value, &line, &column);
    return line > 0 ? value : key;
}

/// The text of a key, "" if it is none.
static void key_text(struct fy_node *key, char *text, size_t room)
{
    size_t length = 0;
    const char *found =
        key != NULL && fy_node_is_scalar(key) ? fy_node_get_scalar(key, &length) : NULL;

    if (found == NULL || length >= room)
        length = 0;
    if (length > 0)
        memcpy(text, found, length);
    text[length] = '\0';
}

/// Starts "KEY takes ".
static lb_put complain_takes(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value)
{
    lb_put put = lb_yaml_complain(yaml, place_for(key, value));
    char name[LB_YAML_KEY_MAX];

    key_text(key, name, sizeof name);
    lb_put_text(&put, name[0] != '\0' ? name : "this");
    lb_put_text(&put, " takes ");
    return put;
}

static void put_not(lb_put *put, const char *text)
{
    if (text[0] == '\0')
        return;
    lb_put_text(put, ", not ");
    lb_put_quoted(put, text);
}

/* Scalars. */

/// True if a text that passed lb_utf8_check has a tab or a line end, which a file may have but a
/// name may not.
static bool has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ')
            return true;
    return false;
}

/// The bytes of a plain scalar of one line without tag; NULL for anything else.
static const char *plain(struct fy_node *node, size_t room, size_t *length)
{
    const char *found = NULL;
    lb_diag unused;

    *length = 0;
    if (node != NULL && fy_node_is_scalar(node) && !fy_node_is_alias(node) &&
        fy_node_get_tag_token(node) == NULL)
        found = fy_node_get_scalar(node, length);
    if (found == NULL || *length == 0 || *length >= room ||
        lb_utf8_check(found, *length, &unused) != LB_OK || has_control(found, *length))
        return NULL;
    return found;
}

/// The same as text; "" if it is none.
static bool take(struct fy_node *node, char *text, size_t room)
{
    size_t length;
    const char *found = plain(node, room, &length);

    if (found == NULL)
        length = 0;
    else
        memcpy(text, found, length);
    text[length] = '\0';
    return found != NULL;
}

bool lb_yaml_scalar(const lb_yaml *yaml, struct fy_node *node, struct fy_node *key,
                    const char *what, char *text, size_t room)
{
    lb_put put;

    if (take(node, text, room))
        return true;
    put = lb_yaml_complain(yaml, place_for(key, node));
    lb_put_text(&put, "expected ");
    lb_put_text(&put, what);
    return false;
}

bool lb_yaml_text_value(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, char *text,
                        size_t room)
{
    lb_put put;

    if (take(value, text, room))
        return true;
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, "a text of 1 to ");
    lb_put_int(&put, (int64_t)room - 1);
    lb_put_text(&put, " bytes on one line without control characters");
    return false;
}

static bool is_id(const char *text)
{
    char before = '-';

    for (; *text != '\0'; before = *text++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') ||
              (*text == '-' && before != '-')))
            return false;
    return before != '-';
}

bool lb_yaml_id(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, char *text,
                size_t room)
{
    lb_put put;

    if (take(value, text, room) && is_id(text))
        return true;
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, "at most ");
    lb_put_int(&put, (int64_t)room - 1);
    lb_put_text(&put, " lower-case letters and digits joined by -");
    put_not(&put, text);
    return false;
}

bool lb_yaml_parse_int(const char *text, int32_t *number)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    size_t length = strlen(digits);
    int32_t value = 0;

    if (length == 0 || length > DIGITS_MAX)
        return false;
    for (const char *c = digits; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            return false;
        value = value * 10 + (*c - '0');
    }
    *number = text[0] == '-' ? -value : value;
    return true;
}

bool lb_yaml_int(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, int32_t lowest,
                 int32_t highest, int32_t *number)
{
    char text[LB_YAML_KEY_MAX];
    int32_t found;
    lb_put put;

    if (take(value, text, sizeof text) && lb_yaml_parse_int(text, &found) && found >= lowest &&
        found <= highest) {
        *number = found;
        return true;
    }
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, "a whole number from ");
    lb_put_int(&put, lowest);
    lb_put_text(&put, " to ");
    lb_put_int(&put, highest);
    put_not(&put, text);
    return false;
}

/// Reads 12 or 12.5 as tenths.
static bool parse_tenths(char *text, int32_t *tenths)
{
    char *point = strchr(text, '.');
    int32_t whole;

    if (text[0] == '+' || text[0] == '-' || strlen(text) > DIGITS_MAX - 1)
        return false;
    if (point == NULL) {
        if (!lb_yaml_parse_int(text, &whole))
            return false;
        *tenths = whole * 10;
        return true;
    }
    if (point[1] < '0' || point[1] > '9' || point[2] != '\0')
        return false;
    *point = '\0';
    if (!lb_yaml_parse_int(text, &whole)) {
        *point = '.';
        return false;
    }
    *point = '.';
    *tenths = whole * 10 + (point[1] - '0');
    return true;
}

static void put_metres(lb_put *put, int32_t dm)
{
    lb_put_int(put, dm / 10);
    if (dm % 10 != 0) {
        lb_put_char(put, '.');
        lb_put_int(put, dm % 10);
    }
}

bool lb_yaml_metres(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                    int32_t lowest_dm, int32_t highest_dm, int32_t *dm)
{
    char text[LB_YAML_KEY_MAX];
    int32_t found;
    lb_put put;

    if (take(value, text, sizeof text) && parse_tenths(text, &found) && found >= lowest_dm &&
        found <= highest_dm) {
        *dm = found;
        return true;
    }
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, "metres from ");
    put_metres(&put, lowest_dm);
    lb_put_text(&put, " to ");
    put_metres(&put, highest_dm);
    lb_put_text(&put, ", at most one decimal");
    put_not(&put, text);
    return false;
}

bool lb_yaml_flag(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, bool *flag)
{
    char text[LB_YAML_KEY_MAX];
    lb_put put;

    if (take(value, text, sizeof text)) {
        *flag = strcmp(text, "yes") == 0;
        if (*flag || strcmp(text, "no") == 0)
            return true;
    }
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, "yes or no");
    put_not(&put, text);
    return false;
}

/* Words. */

/// Writes a word of a list behind `before`, whole or not at all. False, with a mark that words are
/// left out, if there is no room for it and that mark.
static bool put_listed(lb_put *put, const char *before, const char *word)
{
    static const char more[] = ", … (limber words lists all)";
    bool fits = put->length + strlen(before) + strlen(word) + sizeof more <= put->room;

    lb_put_text(put, fits ? before : more);
    lb_put_text(put, fits ? word : "");
    return fits;
}

/// After the refused word: the nearest valid one, or all if none comes near or all faults are
/// wanted.
static void put_words(const lb_yaml *yaml, lb_put *put, const char *typed, const char *const *words,
                      uint32_t count)
{
    lb_nearest search = lb_nearest_start(typed);

    for (uint32_t i = 0; i < count; i++)
        lb_nearest_offer(&search, words[i]);
    if (search.best != NULL) {
        lb_nearest_put(&search, put);
        if (yaml->faults == NULL)
            return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!put_listed(put,
                        i > 0                 ? ", "
                        : search.best != NULL ? " There is "
                                              : "; there is ",
                        words[i]))
            return;
}

static bool find_word(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                      const char *const *words, uint32_t count, uint32_t *number)
{
    char text[LB_YAML_KEY_MAX], name[LB_YAML_KEY_MAX];
    lb_put put;

    if (!take(value, text, sizeof text)) {
        put = complain_takes(yaml, key, value);
        lb_put_text(&put, "a word such as ");
        lb_put_text(&put, count > 0 ? words[0] : "none");
        return false;
    }
    for (*number = 0; *number < count; ++*number)
        if (lb_word_is_meant(words[*number], text))
            return true;
    put = lb_yaml_complain(yaml, value);
    key_text(key, name, sizeof name);
    lb_put_text(&put, name);
    lb_put_text(&put, ": no ");
    lb_put_quoted(&put, text);
    put_words(yaml, &put, text, words, count);
    return false;
}

bool lb_yaml_word(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                  const char *const *words, uint32_t count, uint8_t *number)
{
    uint32_t found;

    if (!find_word(yaml, key, value, words, count, &found))
        return false;
    *number = (uint8_t)found;
    return true;
}

bool lb_yaml_words(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                   const char *const *words, uint32_t count, uint64_t *mask)
{
    struct fy_node *item;
    void *at = NULL;
    uint32_t found;
    uint64_t bits = 0;
    bool is_good = true;

    assert(count <= 64);
    if (value == NULL || !fy_node_is_sequence(value) || fy_node_is_alias(value)) {
        if (!find_word(yaml, key, value, words, count, &found))
            return false;
        *mask = UINT64_C(1) << found;
        return true;
    }
    while ((item = fy_node_sequence_iterate(value, &at)) != NULL) {
        uint32_t before = lb_yaml_faults(yaml);

        if (!find_word(yaml, key, item, words, count, &found)) {
            is_good = false;
            if (!lb_yaml_goes_on(yaml, before))
                return false;
            continue;
        }
        if ((bits >> found & 1) != 0) {
            lb_put put = lb_yaml_complain(yaml, item);
            lb_put_text(&put, words[found]);
            lb_put_text(&put, " stands here twice");
            return false;
        }
        bits |= UINT64_C(1) << found;
    }
    *mask = bits;
    return is_good;
}

/* Lists and mappings. */

static bool refuse_many(const lb_yaml *yaml, struct fy_node *key, struct fy_node *at, uint32_t most)
{
    lb_put put = lb_yaml_complain(yaml, place_for(key, at));
    char name[LB_YAML_KEY_MAX];

    key_text(key, name, sizeof name);
    lb_put_text(&put, name);
    lb_put_text(&put, " has more than ");
    lb_put_int(&put, most);
    lb_put_text(&put, most == 1 ? " entry" : " entries");
    return false;
}

bool lb_yaml_items(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, uint32_t most,
                   bool (*read)(void *context, struct fy_node *key, struct fy_node *item),
                   void *context)
{
    struct fy_node *item;
    void *at = NULL;
    uint32_t count = 0;
    bool is_good = true;

    if (value == NULL || !fy_node_is_sequence(value) || fy_node_is_alias(value)) {
        lb_put put = complain_takes(yaml, key, value);
        lb_put_text(&put, "a list, each entry after a - or all in [ ]");
        return false;
    }
    while ((item = fy_node_sequence_iterate(value, &at)) != NULL) {
        uint32_t before = lb_yaml_faults(yaml);

        if (++count > most)
            return refuse_many(yaml, key, item, most);
        if (read(context, key, item))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(yaml, before))
            return false;
    }
    return is_good;
}

static bool refuse_repeated(const lb_yaml *yaml, struct fy_node *key, const char *name)
{
    lb_put put = lb_yaml_complain(yaml, key);

    lb_put_text(&put, "duplicate key ");
    lb_put_quoted(&put, name);
    return false;
}

static bool is_mapping(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                       const char *what)
{
    lb_put put;

    if (value != NULL && fy_node_is_mapping(value) && !fy_node_is_alias(value))
        return true;
    put = complain_takes(yaml, key, value);
    lb_put_text(&put, what);
    lb_put_text(&put, " with its keys, such as {key: value}");
    return false;
}

bool lb_yaml_pairs(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value, uint32_t most,
                   bool (*read)(void *context, const char *name, struct fy_node *key,
                                struct fy_node *value),
                   void *context)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    uint32_t count = 0;
    bool is_good = true;

    if (!is_mapping(yaml, key, value, "a mapping"))
        return false;
    while ((pair = fy_node_mapping_iterate(value, &at)) != NULL) {
        struct fy_node *inner = fy_node_pair_key(pair);
        char name[LB_YAML_KEY_MAX], earlier[LB_YAML_KEY_MAX];
        struct fy_node_pair *before;
        void *back = NULL;
        uint32_t faults = lb_yaml_faults(yaml);

        if (++count > most)
            return refuse_many(yaml, key, inner, most);
        if (!lb_yaml_scalar(yaml, inner, key, "a key", name, sizeof name))
            return false;
        while ((before = fy_node_mapping_iterate(value, &back)) != NULL && before != pair)
            if (take(fy_node_pair_key(before), earlier, sizeof earlier) &&
                strcmp(earlier, name) == 0)
                return refuse_repeated(yaml, inner, name);
        if (read(context, name, inner, fy_node_pair_value(pair)))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(yaml, faults))
            return false;
    }
    return is_good;
}

static bool refuse_key(const lb_yaml *yaml, struct fy_node *key, const char *name,
                       const lb_yaml_field *fields, uint32_t count)
{
    lb_nearest search = lb_nearest_start(name);
    lb_put put = lb_yaml_complain(yaml, key);

    for (uint32_t i = 0; i < count; i++)
        lb_nearest_offer(&search, fields[i].key);
    lb_put_text(&put, "unknown key ");
    lb_put_quoted(&put, name);
    lb_nearest_put(&search, &put);
    for (uint32_t i = 0; yaml->faults != NULL && i < count; i++)
        if (!put_listed(&put,
                        i > 0                 ? ", "
                        : search.best != NULL ? " There is "
                                              : "; there is ",
                        fields[i].key))
            break;
    return false;
}

static bool refuse_missing(const lb_yaml *yaml, struct fy_node *at, const char *what,
                           const char *key)
{
    lb_put put = lb_yaml_complain(yaml, at);

    lb_put_text(&put, what);
    lb_put_text(&put, " needs ");
    lb_put_text(&put, key);
    return false;
}

/// Finds the pair of each field. False if a key is unknown or comes twice.
static bool find_fields(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                        const lb_yaml_field *fields, uint32_t count, struct fy_node_pair **found)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    bool is_good = true;

    while ((pair = fy_node_mapping_iterate(value, &at)) != NULL) {
        struct fy_node *inner = fy_node_pair_key(pair);
        uint32_t i = 0, before = lb_yaml_faults(yaml);
        char name[LB_YAML_KEY_MAX];

        if (lb_yaml_scalar(yaml, inner, key, "a key", name, sizeof name)) {
            while (i < count && strcmp(fields[i].key, name) != 0)
                i++;
            if (i < count && found[i] == NULL) {
                found[i] = pair;
                continue;
            }
            (void)(i == count ? refuse_key(yaml, inner, name, fields, count)
                              : refuse_repeated(yaml, inner, name));
        }
        is_good = false;
        if (!lb_yaml_goes_on(yaml, before))
            return false;
    }
    return is_good;
}

/// Reads the fields that were found.
static bool read_fields(const lb_yaml *yaml, const lb_yaml_field *fields, uint32_t count,
                        struct fy_node_pair *const *found, void *context)
{
    bool is_good = true;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = lb_yaml_faults(yaml);

        if (found[i] == NULL || fields[i].read == NULL ||
            fields[i].read(context, fy_node_pair_key(found[i]), fy_node_pair_value(found[i])))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(yaml, before))
            return false;
    }
    return is_good;
}

bool lb_yaml_fields(const lb_yaml *yaml, struct fy_node *key, struct fy_node *value,
                    const char *what, const lb_yaml_field *fields, uint32_t count, void *context)
{
    struct fy_node_pair *found[LB_YAML_FIELDS_MAX] = {NULL};
    bool is_good;

    assert(count <= LB_YAML_FIELDS_MAX);
    if (!is_mapping(yaml, key, value, what))
        return false;
    is_good = find_fields(yaml, key, value, fields, count, found);
    if (!is_good && yaml->faults == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = lb_yaml_faults(yaml);

        if (found[i] != NULL || !fields[i].is_required)
            continue;
        is_good = refuse_missing(yaml, place_for(key, value), what, fields[i].key);
        if (!lb_yaml_goes_on(yaml, before))
            return false;
    }
    return read_fields(yaml, fields, count, found, context) && is_good;
}

struct fy_node *lb_yaml_find(struct fy_node *mapping, const char *key)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    char name[LB_YAML_KEY_MAX];

    if (mapping == NULL || !fy_node_is_mapping(mapping) || fy_node_is_alias(mapping))
        return NULL;
    while ((pair = fy_node_mapping_iterate(mapping, &at)) != NULL)
        if (take(fy_node_pair_key(pair), name, sizeof name) && strcmp(name, key) == 0)
            return fy_node_pair_value(pair);
    return NULL;
}

/* Kinds of file. */

bool lb_yaml_kind(const lb_yaml *yaml, const char *kind, char *word, size_t room)
{
    char what[LB_YAML_KEY_MAX];
    lb_put put = lb_put_start(what, sizeof what);

    lb_put_text(&put, "the line  limber: ");
    lb_put_text(&put, kind);
    return lb_yaml_scalar(yaml, lb_yaml_find(yaml->root, "limber"), yaml->root, what, word, room);
}

bool lb_yaml_check_kind(const lb_yaml *yaml, const char *kind)
{
    static const char *const kinds[] = {"house-rules", "army", "scenario"};
    char word[LB_YAML_KEY_MAX];
    bool is_known = false;
    lb_put put;

    if (!lb_yaml_kind(yaml, kind, word, sizeof word))
        return false;
    if (strcmp(word, kind) == 0)
        return true;
    put = lb_yaml_complain(yaml, lb_yaml_find(yaml->root, "limber"));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        is_known |= strcmp(word, kinds[i]) == 0;
    if (is_known) {
        lb_put_text(&put, "this is a file of kind ");
        lb_put_quoted(&put, word);
        lb_put_text(&put, ", expected ");
        lb_put_text(&put, kind);
        return false;
    }
    lb_put_text(&put, "unknown kind of file ");
    lb_put_quoted(&put, word);
    put_words(yaml, &put, word, kinds, sizeof kinds / sizeof kinds[0]);
    return false;
}

bool lb_yaml_check_first(const lb_yaml *yaml, const char *kind)
{
    char name[LB_YAML_KEY_MAX];
    void *at = NULL;
    struct fy_node_pair *pair = fy_node_mapping_iterate(yaml->root, &at);
    lb_put put;

    if (pair != NULL && take(fy_node_pair_key(pair), name, sizeof name) &&
        strcmp(name, "limber") == 0)
        return true;
    put = lb_yaml_complain(yaml, yaml->root);
    lb_put_text(&put, "the first line should be  limber: ");
    lb_put_text(&put, kind);
    return false;
}
