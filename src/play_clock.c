#include "play_clock.h"

#include <inttypes.h>
#include <string.h>

enum {
    MS_PER_SECOND = 1000,
    SECONDS_PER_MINUTE = 60,
    MINUTES_PER_HOUR = 60,
    MOST_UNITS = 1000, /* minutes, or seconds a move */
    SHORT_MS = 20 * MS_PER_SECOND,
};

/* Reads digits with up to three decimals as thousandths; moves the cursor behind them. */
static bool take_thousandths(const char **cursor, int64_t *thousandths) {
    const char *c = *cursor;
    int64_t value = 0;
    int decimals = 0;
    bool is_behind_point = false, has_digit = false;
    for (; (*c >= '0' && *c <= '9') || (*c == '.' && !is_behind_point); c++) {
        if (*c == '.') {
            is_behind_point = true;
            continue;
        }
        if (decimals == 3 || value > MOST_UNITS * MS_PER_SECOND)
            return false;
        has_digit = true;
        decimals += is_behind_point;
        value = 10 * value + (*c - '0');
    }
    for (; decimals < 3; decimals++)
        value *= 10;
    *cursor = c;
    *thousandths = value;
    return has_digit && value <= MOST_UNITS * MS_PER_SECOND;
}

bool play_clock_parse(const char *text, PlayClock *clock, Reason *reason) {
    int64_t minutes, seconds = 0;
    const char *cursor = text;
    if (strcmp(text, "none") == 0) {
        *clock = (PlayClock){.is_used = false};
        return true;
    }
    bool is_fine = take_thousandths(&cursor, &minutes) && minutes > 0;
    if (is_fine && *cursor == '+') {
        cursor++;
        is_fine = take_thousandths(&cursor, &seconds);
    }
    if (!is_fine || *cursor != '\0')
        return reason_refuse(reason,
                             "'%s' is not a time: minutes for the game, as in 10, with seconds for "
                             "each move, as in 5+3, or none",
                             word_excerpt((Word){text, strlen(text)}).text);
    int64_t base_ms = minutes * SECONDS_PER_MINUTE;
    *clock = (PlayClock){true, {base_ms, base_ms}, seconds};
    return true;
}

bool play_clock_parse_seconds(const char *text, int64_t *milliseconds, Reason *reason) {
    const char *cursor = text;
    int64_t value;
    if (!take_thousandths(&cursor, &value) || *cursor != '\0' || value == 0)
        return reason_refuse(reason, "'%s' is not a number of seconds, as in 2 or 0.5",
                             word_excerpt((Word){text, strlen(text)}).text);
    *milliseconds = value;
    return true;
}

bool play_clock_charge(PlayClock *clock, Colour side, int64_t elapsed_ms) {
    if (!clock->is_used)
        return true;
    int64_t left = clock->left_ms[side] - elapsed_ms;
    clock->left_ms[side] = left <= 0 ? 0 : left + clock->increment_ms;
    return left > 0;
}

void play_clock_print(int64_t left_ms, char text[PLAY_CLOCK_SIZE]) {
    int64_t seconds = left_ms / MS_PER_SECOND, minutes = seconds / SECONDS_PER_MINUTE;
    if (left_ms < SHORT_MS)
        snprintf(text, PLAY_CLOCK_SIZE, "%" PRId64 ".%" PRId64, seconds,
                 left_ms % MS_PER_SECOND / 100);
    else if (minutes < MINUTES_PER_HOUR)
        snprintf(text, PLAY_CLOCK_SIZE, "%" PRId64 ":%02" PRId64, minutes,
                 seconds % SECONDS_PER_MINUTE);
    else
        play_clock_print_pgn(left_ms, text);
}

void play_clock_print_pgn(int64_t left_ms, char text[PLAY_CLOCK_SIZE]) {
    int64_t seconds = left_ms / MS_PER_SECOND, minutes = seconds / SECONDS_PER_MINUTE;
    snprintf(text, PLAY_CLOCK_SIZE, "%" PRId64 ":%02" PRId64 ":%02" PRId64,
             minutes / MINUTES_PER_HOUR, minutes % MINUTES_PER_HOUR, seconds % SECONDS_PER_MINUTE);
}
