/* Plays a recording (recording.py) with the machine code of a game's rules, and compares every
   state, every set of legal moves and every view with what is written there. Needs no Python: what
   the code would call of it is left out when this is linked, and a call ends the program.

   Compiled with the names of the functions (START, DEAL, LEGAL, APPLY, SAY, VIEWS) and the sizes
   of the records in words (OPTIONS, STATE, VIEW). */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VIEWS 16
#define NAMED(name) __asm__("\"" name ".native\"")

/* How Numba calls a function: where its value goes, where an exception goes, its arguments. A
   record is where it lies. An array is many arguments. */
#define ARRAY void *, void *, int64_t, int64_t, void *, int64_t, int64_t
#define ARRAY_OF(count, size, data) 0, 0, count, size, data, count, size
int32_t start(void *, void *, void *, void *) NAMED(START);
int32_t deal(void *, void *, void *, void *, ARRAY, int64_t) NAMED(DEAL);
int32_t legal(void *, void *, ARRAY, ARRAY) NAMED(LEGAL);
int32_t apply(void *, void *, ARRAY, ARRAY, int64_t) NAMED(APPLY);
int32_t views(void *, void *, ARRAY, ARRAY, ARRAY, ARRAY) NAMED(VIEWS);
#ifdef SAY
int32_t say(void *, void *, void *, void *, int64_t, int64_t, int64_t, int64_t, int64_t) NAMED(SAY);
#endif

static int64_t options[OPTIONS], state[STATE], seen[MOST_VIEWS * VIEW];
static int64_t games, moves;
static char event;
static const int64_t *word; /* the next one of the recording */

static _Noreturn void fail(const char *why) {
    printf("game %" PRId64 ", %" PRId64 " moves played, event %c: %s\n", games, moves, event, why);
    exit(1);
}

static void finished(int32_t status) {
    if (status != 0) fail("the function raised an exception");
}

static void compare(const void *result, int64_t words) {
    const unsigned char *bytes = result, *recorded = (const unsigned char *)word;
    if (memcmp(bytes, recorded, 8 * words) != 0) {
        int at = 0;
        char why[80];
        while (bytes[at] == recorded[at]) at++;
        sprintf(why, "byte %d is %d, recorded %d", at, bytes[at], recorded[at]);
        fail(why);
    }
    word += words;
}

static void play(void) {
    void *value = 0, *exception = 0;
    event = (char)*word++;
    switch (event) {
    case 'G':
        games++;
        moves = 0;
        memcpy(options, word, sizeof options);
        word += OPTIONS;
        memset(state, 0, sizeof state);
        finished(start(&value, &exception, options, state));
        break;
    case 'D': {
        int64_t first = word[0], cards = word[1];
        finished(deal(&value, &exception, options, state,
                      ARRAY_OF(cards, 8, (void *)(word + 2)), first));
        word += 2 + cards;
        break;
    }
    case 'L': {
        int64_t legal_moves[2];
        finished(legal(legal_moves, &exception, ARRAY_OF(1, sizeof options, options),
                       ARRAY_OF(1, sizeof state, state)));
        compare(legal_moves, 2);
        return;
    }
    case 'M':
        finished(apply(&value, &exception, ARRAY_OF(1, sizeof options, options),
                       ARRAY_OF(1, sizeof state, state), *word++));
        moves++;
        break;
#ifdef SAY
    case 'S':
        finished(say(&value, &exception, options, state, word[0], word[1], word[2], word[3],
                     word[4]));
        word += 5;
        break;
#endif
    case 'V': {
        int64_t count = *word++, seats[MOST_VIEWS];
        if (count > MOST_VIEWS) fail("too many views");
        for (int64_t at = 0; at < count; at++) seats[at] = at - 1;
        memset(seen, 0, sizeof seen);
        finished(views(&value, &exception, ARRAY_OF(1, sizeof options, options),
                       ARRAY_OF(1, sizeof state, state), ARRAY_OF(count, 8, seats),
                       ARRAY_OF(count, 8 * VIEW, seen)));
        compare(seen, count * VIEW);
        return;
    }
    default:
        fail("unknown");
    }
    compare(state, STATE);
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long size = ftell(file);
    int64_t *words = malloc(size);
    rewind(file);
    if (!words || fread(words, 1, size, file) != (size_t)size) return 2;
    int64_t events[128] = {0};
    for (word = words; word < words + size / 8;) {
        play();
        events[(int)event]++;
    }
    for (const char *letter = "GDLMSV"; *letter; letter++)
        printf("%c %" PRId64 "\n", *letter, events[(int)*letter]);
    return 0;
}
