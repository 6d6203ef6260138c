/* What the operating system and the CPU offer: the sole home of conditionals on either. */
#ifndef CASTELLAN_PLATFORM_H
#define CASTELLAN_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Monotonic time in nanoseconds from an arbitrary start. */
uint64_t platform_now_ns(void);

void platform_sleep_ms(unsigned milliseconds); /* may wake earlier, as at a signal */

bool platform_is_terminal(FILE *stream);

/* Columns of the terminal, 0 where that is unknown. */
int platform_terminal_width(FILE *stream);

/* Whether a line can be read from a terminal without waiting, looked at for so long at most. True
 * also for anything else, and where the system cannot tell. */
bool platform_await_input(FILE *stream, unsigned milliseconds);

/* Has Ctrl-C no longer end the process, but be told by the second one; to be called before threads
 * are begun. Where the system offers no such way nothing changes. */
void platform_hold_interrupts(void);
bool platform_is_interrupted(void);

/* Has the system end the process when the reader of its output is gone, even if whoever started it
 * has asked otherwise. */
void platform_end_without_reader(void);

/* Shortens a file to its first `bytes` bytes; false when that is not possible. */
bool platform_truncate_file(const char *path, uint64_t bytes);

/* The size of a regular file; otherwise false, and errno says why. */
bool platform_file_size(const char *path, uint64_t *bytes);

/* Where a stream is, and elsewhere, even beyond what a long can say. False where it cannot, as in a
 * pipe. */
bool platform_seek(FILE *stream, uint64_t offset);
bool platform_tell(FILE *stream, uint64_t *offset);

/* The folder in which the running program stands, without a slash at the end; false where it
 * cannot be known or `size` is too small. */
bool platform_program_folder(char *path, size_t size);

/* Threads that can run at the same time, 1 where that is unknown. */
int platform_core_count(void);

/* Whether the CPU executes PEXT in hardware rather than in microcode. */
bool platform_has_fast_pext(void);

/* The name of the first CPU feature that the program was compiled for and this CPU lacks, or
 * NULL. The only function that may be called before the CPU is known to be good enough. */
const char *platform_missing_cpu_feature(void);

/* Memory for large tables, zeroed, aligned to cache lines at least, on huge pages where the system
 * allows; NULL when it cannot be had, or is more than the machine has at all. */
void *platform_allocate_large(size_t bytes);
void platform_free_large(void *memory, size_t bytes);

#endif
