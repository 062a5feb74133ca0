// SPDX-License-Identifier: MIT
// See query.h.

#include "rules/kit/query.h"

#include <assert.h>
#include <string.h>

bool lb_query_answer(const lb_asking_odds *on, const void *facts, size_t size)
{
    assert(size <= LB_INPUTS_MAX * sizeof(int32_t));
    memcpy(on->facts, facts, size);
    return true;
}

static bool is_expected(const lb_view *view, uint32_t unit)
{
    return view->state->unit[unit].presence == LB_PRESENCE_AWAY;
}

/// True if everybody whom the question is about is there.
static bool are_there(const lb_asking_odds *on, uint32_t uses, uint16_t clause)
{
    const lb_battle *battle = on->view->battle;
    const lb_query *query = on->query;

    /* Of both, the leader acts and the group is whom it concerns. */
    if ((uses & LB_USES_GROUP) != 0 &&
        ((uses & LB_USES_LEADER) != 0 ? query->target : query->unit) >= battle->group_count)
        return lb_no(on->reason, clause, "there is no such brigade");
    if ((uses & (LB_USES_GROUP | LB_USES_LEADER)) == LB_USES_GROUP)
        return true;
    if ((uses & LB_USES_LEADER) != 0)
        return (query->unit < battle->leader_count &&
                on->view->state->leader[query->unit].presence == LB_PRESENCE_TABLE) ||
               lb_no(on->reason, clause, "there is no such commander on the table");
    if (query->unit < battle->unit_count && is_expected(on->view, query->unit))
        return lb_no(on->reason, clause, "the unit has not come yet");
    if (query->target < battle->unit_count && (uses & LB_USES_TARGET) != 0 &&
        is_expected(on->view, query->target))
        return lb_no(on->reason, clause, "the enemy has not come yet");
    if (query->unit >= battle->unit_count || !lb_view_is_here(on->view, query->unit))
        return lb_no(on->reason, clause, "there is no such unit on the table");
    return (uses & LB_USES_TARGET) == 0 ||
           lb_view_is_foe(on->view, lb_view_side(on->view, query->unit), query->target) ||
           lb_no(on->reason, clause, "there is no such enemy on the table");
}

bool lb_battle_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
                      lb_situation *situation, lb_reason *reason)
{
    const lb_play *play = battle->rules->play;
    lb_asking_odds on = {
        .query = query, .facts = situation->facts, .chart = &situation->chart, .reason = reason};
    lb_reason unread;
    lb_view view;

    if (reason == NULL)
        on.reason = reason = &unread;
    *reason = (lb_reason){play->query_rows->clause, "there is no such question"};
    for (uint32_t i = 0; play->queries[i].word != NULL; i++) {
        if (strcmp(play->queries[i].word, query->what) != 0)
            continue;
        lb_view_start(&view);
        lb_view_sync(&view, battle, state);
        on.view = &view;
        memset(situation->facts, 0, sizeof situation->facts);
        situation->chart = lb_chart_find(battle->rules, play->query_rows->rows[i].chart);
        return are_there(&on, play->queries[i].uses, play->query_rows->clause) &&
               play->query_rows->rows[i].gather(&on);
    }
    return false;
}
