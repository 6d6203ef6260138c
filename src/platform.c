/* Compiled for the oldest CPU of its kind, whatever ARCH says, because the check for a CPU that
 * is too old must itself run on it. Nothing here is fast or needs to be. */
#if !defined(_WIN32)
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _FILE_OFFSET_BITS 64
#endif

#include "platform.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cpu_features.h"

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

/* What there is to say of a file, by the mode that the system has for it. */
static bool take_size(unsigned mode, int64_t size, uint64_t *bytes) {
    if ((mode & S_IFMT) != S_IFREG) {
        errno = (mode & S_IFMT) == S_IFDIR ? EISDIR : ESPIPE;
        return false;
    }
    *bytes = (uint64_t)size;
    return true;
}

/* Cuts the name of the program off its path. */
static bool cut_name(char *path) {
    char *end = path + strlen(path);
    while (end > path && *end != '/' && *end != '\\')
        end--;
    *end = '\0';
    return end > path;
}

#if defined(_WIN32)

uint64_t platform_now_ns(void) {
    LARGE_INTEGER frequency, ticks;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&ticks);
    uint64_t per_second = (uint64_t)frequency.QuadPart, now = (uint64_t)ticks.QuadPart;
    return now / per_second * 1000000000u + now % per_second * 1000000000u / per_second;
}

void platform_sleep_ms(unsigned milliseconds) {
    Sleep(milliseconds);
}

void platform_end_without_reader(void) {
    /* There is no such signal here; writing fails, and input ends with the reader. */
}

bool platform_is_terminal(FILE *stream) {
    return _isatty(_fileno(stream)) != 0;
}

int platform_terminal_width(FILE *stream) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    return GetConsoleScreenBufferInfo(console, &info) ? info.srWindow.Right - info.srWindow.Left + 1
                                                      : 0;
}

bool platform_await_input(FILE *stream, unsigned milliseconds) {
    (void)stream, (void)milliseconds;
    return true;
}

void platform_hold_interrupts(void) {
}

bool platform_is_interrupted(void) {
    return false;
}

bool platform_truncate_file(const char *path, uint64_t bytes) {
    FILE *file = fopen(path, "r+b");
    bool is_cut = file != NULL && _chsize_s(_fileno(file), (int64_t)bytes) == 0;
    if (file != NULL)
        fclose(file);
    return is_cut;
}

bool platform_file_size(const char *path, uint64_t *bytes) {
    struct _stat64 status;
    return _stat64(path, &status) == 0 && take_size(status.st_mode, status.st_size, bytes);
}

bool platform_seek(FILE *stream, uint64_t offset) {
    return _fseeki64(stream, (int64_t)offset, SEEK_SET) == 0;
}

bool platform_tell(FILE *stream, uint64_t *offset) {
    int64_t found = _ftelli64(stream);
    *offset = (uint64_t)found;
    return found >= 0;
}

bool platform_program_folder(char *path, size_t size) {
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    return length > 0 && length < size && cut_name(path);
}

int platform_core_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (int)info.dwNumberOfProcessors : 1;
}

static uint64_t physical_memory(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : UINT64_MAX;
}

void *platform_allocate_large(size_t bytes) {
    if (bytes > physical_memory())
        return NULL;
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void platform_free_large(void *memory, size_t bytes) {
    (void)bytes;
    if (memory != NULL)
        VirtualFree(memory, 0, MEM_RELEASE);
}

#else

uint64_t platform_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void platform_sleep_ms(unsigned milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1000), (long)(milliseconds % 1000) * 1000000};
    nanosleep(&time, NULL);
}

void platform_end_without_reader(void) {
    signal(SIGPIPE, SIG_DFL);
}

bool platform_is_terminal(FILE *stream) {
    return isatty(fileno(stream)) != 0;
}

int platform_terminal_width(FILE *stream) {
    struct winsize size;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool platform_await_input(FILE *stream, unsigned milliseconds) {
    struct timeval patience = {(time_t)(milliseconds / 1000),
                               (suseconds_t)(milliseconds % 1000 * 1000)};
    fd_set streams;
    if (!platform_is_terminal(stream))
        return true;
    FD_ZERO(&streams);
    FD_SET(fileno(stream), &streams);
    return select(fileno(stream) + 1, &streams, NULL, NULL, &patience) > 0;
}

/* The signal is blocked, so that it stays pending and can be looked for: nothing need be
 * remembered by a handler. */
void platform_hold_interrupts(void) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
}

bool platform_is_interrupted(void) {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

bool platform_truncate_file(const char *path, uint64_t bytes) {
    return truncate(path, (off_t)bytes) == 0;
}

bool platform_file_size(const char *path, uint64_t *bytes) {
    struct stat status;
    return stat(path, &status) == 0 && take_size(status.st_mode, status.st_size, bytes);
}

bool platform_seek(FILE *stream, uint64_t offset) {
    return offset <= INT64_MAX && fseeko(stream, (off_t)offset, SEEK_SET) == 0;
}

bool platform_tell(FILE *stream, uint64_t *offset) {
    off_t found = ftello(stream);
    *offset = (uint64_t)found;
    return found >= 0;
}

#if defined(__APPLE__)
static bool find_program(char *path, size_t size) {
    uint32_t room = (uint32_t)size;
    return _NSGetExecutablePath(path, &room) == 0;
}
#else
static bool find_program(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    path[length] = '\0';
    return true;
}
#endif

bool platform_program_folder(char *path, size_t size) {
    return find_program(path, size) && cut_name(path);
}

int platform_core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

/* Systems grant more than they have and regret it only when it is used. */
static uint64_t physical_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
}

enum { HUGE_PAGE = 2 << 20 };

static size_t mapped_size(size_t bytes) {
    return bytes < HUGE_PAGE ? bytes : (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Memory that begins on the border of a huge page, without which the system uses small ones. */
static void *map_aligned(size_t size) {
    size_t spare = size < HUGE_PAGE ? 0 : HUGE_PAGE;
    char *memory =
        mmap(NULL, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    size_t before = spare == 0 ? 0 : (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0)
        munmap(memory, before);
    if (spare > before)
        munmap(memory + before + size, spare - before);
    return memory + before;
}

void *platform_allocate_large(size_t bytes) {
    if (bytes > physical_memory())
        return NULL;
    void *memory = map_aligned(mapped_size(bytes));
#if defined(MADV_HUGEPAGE)
    if (memory != NULL)
        madvise(memory, mapped_size(bytes), MADV_HUGEPAGE);
#endif
    return memory;
}

void platform_free_large(void *memory, size_t bytes) {
    if (memory != NULL)
        munmap(memory, mapped_size(bytes));
}

#endif

#if defined(__x86_64__)

bool platform_has_fast_pext(void) {
    bool is_slow_amd = __builtin_cpu_is("amdfam15h") || __builtin_cpu_is("amdfam17h");
    return __builtin_cpu_supports("bmi2") && !is_slow_amd;
}

const char *platform_missing_cpu_feature(void) {
    __builtin_cpu_init();
    const struct {
        unsigned bit;
        bool is_there;
        const char *name;
    } features[] = {
        {CPU_SSE3, __builtin_cpu_supports("sse3"), "SSE3"},
        {CPU_SSSE3, __builtin_cpu_supports("ssse3"), "SSSE3"},
        {CPU_SSE41, __builtin_cpu_supports("sse4.1"), "SSE4.1"},
        {CPU_SSE42, __builtin_cpu_supports("sse4.2"), "SSE4.2"},
        {CPU_POPCNT, __builtin_cpu_supports("popcnt"), "POPCNT"},
        {CPU_AVX, __builtin_cpu_supports("avx"), "AVX"},
        {CPU_AVX2, __builtin_cpu_supports("avx2"), "AVX2"},
        {CPU_BMI1, __builtin_cpu_supports("bmi"), "BMI1"},
        {CPU_BMI2, __builtin_cpu_supports("bmi2"), "BMI2"},
        {CPU_FMA, __builtin_cpu_supports("fma"), "FMA"},
        {CPU_AVX512F, __builtin_cpu_supports("avx512f"), "AVX-512F"},
        {CPU_AVX512BW, __builtin_cpu_supports("avx512bw"), "AVX-512BW"},
        {CPU_AVX512DQ, __builtin_cpu_supports("avx512dq"), "AVX-512DQ"},
        {CPU_AVX512VL, __builtin_cpu_supports("avx512vl"), "AVX-512VL"},
        {CPU_AVX512VBMI, __builtin_cpu_supports("avx512vbmi"), "AVX-512VBMI"},
        {CPU_AVX512VNNI, __builtin_cpu_supports("avx512vnni"), "AVX-512VNNI"},
    };
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if ((cpu_features_compiled_for & features[i].bit) && !features[i].is_there)
            return features[i].name;
    return NULL;
}

#else

bool platform_has_fast_pext(void) {
    return false;
}

const char *platform_missing_cpu_feature(void) {
    return NULL;
}

#endif
