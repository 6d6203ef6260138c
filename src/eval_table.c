#include "eval_table.h"

#include "text.h"

static const double PAWN_UNITS = 100.0; /* of the evaluation, to a pawn */
static const char RULE[] = "------------+-----------------+-----------------+-----------------\n";

/* What the rows of a group add up to for a side, before the kind of the group is looked at. */
static EvalParts sum_of(const EvalTrace *trace, const char *group, Colour side) {
    const ScorePair *weights = (const ScorePair *)&eval_weights;
    EvalParts sum = {0, 0};
    for (int r = 0; r < eval_row_count; r++) {
        const EvalRow *row = &eval_rows[r];
        for (int i = row->first; row->group == group && i < row->first + row->count; i++) {
            sum.mg += pair_mg(weights[i]) * trace->counts[side][i];
            sum.eg += pair_eg(weights[i]) * trace->counts[side][i];
        }
    }
    return sum;
}

static void append_parts(Writer *w, EvalParts parts) {
    writer_append(w, " | %7.2f %7.2f", parts.mg / PAWN_UNITS, parts.eg / PAWN_UNITS);
}

static void append_sides(Writer *w, EvalParts white, EvalParts black, EvalParts *total) {
    EvalParts difference = {white.mg - black.mg, white.eg - black.eg};
    append_parts(w, white);
    append_parts(w, black);
    append_parts(w, difference);
    writer_append(w, "\n");
    total->mg += difference.mg;
    total->eg += difference.eg;
}

static void append_group(Writer *w, const EvalTrace *trace, const EvalRow *row, EvalParts *total) {
    EvalParts white = sum_of(trace, row->group, WHITE), black = sum_of(trace, row->group, BLACK);
    writer_append(w, "%-11s", row->group);
    if (row->kind == EVAL_DANGER)
        append_sides(w, eval_safety(white.mg, white.eg), eval_safety(black.mg, black.eg), total);
    else if (row->kind == EVAL_LINEAR)
        append_sides(w, white, black, total);
    else {
        /* The last of the groups, as it looks at the sum of the others. */
        int pushed = eval_pushed(total->eg, white.eg);
        writer_append(w, " | %15s | %15s", "", "");
        append_parts(w, (EvalParts){0, pushed - total->eg});
        writer_append(w, "\n");
        total->eg = pushed;
    }
}

static bool begins_group(int row) {
    return row == 0 || eval_rows[row].group != eval_rows[row - 1].group;
}

static void append_groups(Writer *w, const EvalTrace *trace) {
    EvalParts total = {0, 0};
    writer_append(w,
                  "            |      White      |      Black      |      Total\n"
                  "            |     mg      eg  |     mg      eg  |     mg      eg\n%s",
                  RULE);
    for (int is_complexity = 0; is_complexity < 2; is_complexity++)
        for (int r = 0; r < eval_row_count; r++)
            if (begins_group(r) && (eval_rows[r].kind == EVAL_COMPLEXITY) == is_complexity)
                append_group(w, trace, &eval_rows[r], &total);
    writer_append(w, "%s%-11s | %15s | %15s", RULE, "Sum", "", "");
    append_parts(w, total);
    writer_append(w, "\n\nPhase: %d of %d, the rest is endgame\n", trace->phase, PHASE_MAX);
    writer_append(w, "Scale: %d of %d, of the endgame score\n", trace->scale, EVAL_SCALE_FULL);
    writer_append(w, "Damping: %d of %d, by the fifty-move counter\n", trace->damping,
                  EVAL_DAMPING_FULL);
}

void eval_table_format(const EvalTrace *trace, char text[EVAL_TABLE_SIZE]) {
    Writer w = {text, EVAL_TABLE_SIZE, 0};
    if (trace->is_known)
        writer_append(&w, "This ending is known.\n");
    else
        append_groups(&w, trace);
    writer_append(&w, "Evaluation: %+.2f (White's side)\n", trace->score / PAWN_UNITS);
}
