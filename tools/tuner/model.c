#include "model.h"

/* The entries that have not been read yet. */
typedef struct Cursor {
    const uint16_t *indices;
    const int8_t *counts;
} Cursor;

static Cursor cursor_start(const Sample *sample) {
    return (Cursor){sample->indices, sample_counts(sample)};
}

/* Four sums side by side, because one alone would wait for its own last addition every time. */
static Weight sum_entries(Cursor *cursor, int length, const Weight *weights) {
    enum { LANES = 4 };
    Weight sums[LANES] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    int i = 0;
    for (; i + LANES <= length; i += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            Weight weight = weights[cursor->indices[i + lane]];
            float count = cursor->counts[i + lane];
            sums[lane].mg += weight.mg * count;
            sums[lane].eg += weight.eg * count;
        }
    for (; i < length; i++) {
        Weight weight = weights[cursor->indices[i]];
        sums[0].mg += weight.mg * cursor->counts[i];
        sums[0].eg += weight.eg * cursor->counts[i];
    }
    cursor->indices += length;
    cursor->counts += length;
    return (Weight){sums[0].mg + sums[1].mg + (sums[2].mg + sums[3].mg),
                    sums[0].eg + sums[1].eg + (sums[2].eg + sums[3].eg)};
}

static void spread_entries(Cursor *cursor, int length, Weight slope, Weight *gradient) {
    for (int i = 0; i < length; i++) {
        Weight *target = &gradient[cursor->indices[i]];
        float count = cursor->counts[i];
        target->mg += slope.mg * count;
        target->eg += slope.eg * count;
    }
    cursor->indices += length;
    cursor->counts += length;
}

static float positive(float value) {
    return value > 0 ? value : 0;
}

static Weight safety(Weight danger) {
    float mg = positive(danger.mg);
    return (Weight){-mg * mg / EVAL_DANGER_SQUARE, -positive(danger.eg) / EVAL_DANGER_LINE};
}

/* Complexity pulls the endgame score of the side ahead up, or down as far as level. */
static float apply_complexity(Forward *forward, float eg, float push) {
    float sign = eg > 0 ? 1.0f : eg < 0 ? -1.0f : 0.0f;
    bool is_level = push <= -eg * sign && sign != 0;
    forward->eg_slope = is_level ? 0 : 1;
    forward->push_slope = is_level ? 0 : sign;
    return is_level ? 0 : eg + sign * push;
}

Forward model_forward(const Sample *sample, const Weight *weights) {
    Forward forward;
    Cursor cursor = cursor_start(sample);
    Weight sum = sum_entries(&cursor, sample->entry_counts[PART_LINEAR], weights);
    for (int side = WHITE; side <= BLACK; side++) {
        int length = sample->entry_counts[PART_DANGER_WHITE + side];
        forward.danger[side] = sum_entries(&cursor, length, weights);
    }
    Weight white = safety(forward.danger[WHITE]), black = safety(forward.danger[BLACK]);
    float push = sum_entries(&cursor, sample->entry_counts[PART_COMPLEXITY], weights).eg;
    float mg = sum.mg + white.mg - black.mg;
    float eg = apply_complexity(&forward, sum.eg + white.eg - black.eg, push);
    forward.score = mg * sample->mg_share + eg * sample->eg_share;
    return forward;
}

void model_backward(const Sample *sample, const Forward *forward, float slope, Weight *gradient) {
    Cursor cursor = cursor_start(sample);
    float eg_after = slope * sample->eg_share;
    Weight side_slope = {slope * sample->mg_share, eg_after * forward->eg_slope};
    spread_entries(&cursor, sample->entry_counts[PART_LINEAR], side_slope, gradient);
    for (int side = WHITE; side <= BLACK; side++) {
        Weight danger = forward->danger[side];
        float sign = side == WHITE ? -1.0f : 1.0f;
        Weight danger_slope = {
            sign * side_slope.mg * 2 * positive(danger.mg) / EVAL_DANGER_SQUARE,
            danger.eg > 0 ? sign * side_slope.eg / EVAL_DANGER_LINE : 0,
        };
        spread_entries(&cursor, sample->entry_counts[PART_DANGER_WHITE + side], danger_slope,
                       gradient);
    }
    Weight push_slope = {0, eg_after * forward->push_slope};
    spread_entries(&cursor, sample->entry_counts[PART_COMPLEXITY], push_slope, gradient);
}
