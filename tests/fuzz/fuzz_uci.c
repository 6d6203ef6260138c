/* A conversation of any lines. Whatever they hold, all answers are printable lines, the position
 * stays sound, and a final isready is answered. Lines that end the conversation or ask for long
 * counts are left out. */
#include "fuzz.h"

#include "fen.h"
#include "go.h"
#include "uci.h"

enum { DEEPEST_PERFT = 2, MOST_PERFTS = 4, LARGEST_OPTION = 4 };

/* Whether some word of the line is a number that would ask for much memory or many threads. */
static bool has_large_number(const char *line) {
    int64_t number;
    for (Word word = text_next_word(&line); word.length > 0; word = text_next_word(&line))
        if (word_to_int64(word, &number) && number > LARGEST_OPTION)
            return true;
    return false;
}

static void parse_limits(const char *limits) {
    Position start;
    Reason reason;
    if (!fen_parse(FEN_START, &start, &reason))
        abort();
    GoRequest request = go_parse(limits, &start, &reason);
    for (int i = 0; i < request.moves.count; i++)
        if (!movegen_is_legal(&start, request.moves.moves[i]))
            abort();
}

/* Whether the line is to be left out; NUL bytes must be gone from it, as the engine drops them. Of
 * a search only the limits are read, since its answers would come at any time. */
static bool is_left_out(const char *line, int *perfts) {
    int64_t depth;
    Word word = text_next_word(&line);
    if (word_is(word, "quit") || word_is(word, "bench") || word_is(word, "genfens"))
        return true;
    if (word_is(word, "setoption"))
        return has_large_number(line);
    if (word_is(word, "go")) {
        const char *limits = line;
        word = text_next_word(&line);
        if (!word_is(word, "perft")) {
            parse_limits(limits);
            return true;
        }
    }
    if (!word_is(word, "perft"))
        return false;
    if (word_to_int64(text_next_word(&line), &depth) && depth > DEEPEST_PERFT)
        return true;
    return ++*perfts > MOST_PERFTS;
}

/* Copies the lines that are not left out, as they are, to `input`. */
static void write_lines(const uint8_t *data, size_t size, FILE *input) {
    char *line = malloc(size + 1);
    int perfts = 0;
    if (line == NULL)
        abort();
    for (size_t start = 0, end; start < size; start = end) {
        size_t length = 0;
        for (end = start; end < size && data[end] != '\n'; end++)
            if (data[end] != '\0')
                line[length++] = (char)data[end];
        line[length] = '\0';
        end += end < size;
        if (!is_left_out(line, &perfts))
            fwrite(data + start, 1, end - start, input);
    }
    free(line);
}

/* Whether the first `length` bytes of the output are printable lines, the last of them readyok. */
static const char *check_output(FILE *out, long length) {
    static const char LAST[] = "readyok\n";
    char tail[sizeof LAST] = "";
    rewind(out);
    for (long i = 0; i < length; i++) {
        int c = getc(out);
        if (c != '\n' && (c < ' ' || c > '~'))
            return "the output is not printable";
        memmove(tail, tail + 1, sizeof tail - 2);
        tail[sizeof tail - 2] = (char)c;
    }
    return strcmp(tail, LAST) == 0 ? NULL : "the last isready is not answered";
}

/* One engine and two files serve every conversation, since setting an engine up takes longer than
 * most of them. `quit` keeps what an earlier one has left behind in the input from being read. */
const char *fuzz_uci(const uint8_t *data, size_t size) {
    static FILE *input, *out;
    static Uci uci;
    if (input == NULL) {
        input = tmpfile();
        out = tmpfile();
        if (input == NULL || out == NULL || !uci_init(&uci, out))
            return "no engine or temporary file can be had";
    }
    rewind(input);
    write_lines(data, size, input);
    fputs("\nisready\nquit\n", input);
    rewind(input);
    rewind(out);
    uci_execute(&uci, "position startpos");
    uci_loop(&uci, input);
    const char *fault = check_output(out, ftell(out));
    if (!position_is_consistent(&engine_game(uci.engine)->position))
        fault = "the position is inconsistent";
    return fault;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_uci, data, size);
}
#endif
