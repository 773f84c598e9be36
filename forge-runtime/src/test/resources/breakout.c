/* Attacks on the fence. Each writes 1 to y[k] where its k-th try got what it wanted, 0 where it did not. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#define ENTRY(name) void name(float *x, float *y, int n)

ENTRY(honest) { y[0] = 1; for (int i = 1; i < n; i++) y[i] = x[i]; }
ENTRY(honest_team) {
    for (int size = 1; size < 6; size++) {
#pragma omp parallel for num_threads(size)
        for (int i = 0; i < n; i++) y[i] = x[i];
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < n; i++) y[i] = x[i];
    }
}

static int readable(const char *path) {
    char byte;
    int fd = open(path, O_RDONLY);
    int got = fd >= 0 && read(fd, &byte, 1) == 1;
    if (fd >= 0) close(fd);
    return got;
}
/* Whether it could write there; it does not: a setting of the machine must survive a fence that fails. */
static int opens(const char *path) {
    int fd = open(path, O_WRONLY);
    if (fd >= 0) close(fd);
    return fd >= 0;
}
static int writable(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    int got = fd >= 0 && write(fd, "x", 1) == 1;
    if (fd >= 0) close(fd);
    return got;
}

ENTRY(read_files) {
    y[0] = readable(SECRET);
    y[1] = readable("/etc/shadow") || readable("/etc/hostname");
    y[2] = readable("/etc/passwd") || readable("/etc/group");
    DIR *persons = opendir(PERSONS);
    y[3] = persons != 0;
    y[4] = readable("/dev/sda") || readable("/dev/vda") || readable("/dev/mem");
}

ENTRY(write_files) {
    y[0] = writable(PERSONS "/planted") || writable(SECRET);
    y[1] = access("/tmp", W_OK) == 0;
    y[2] = access("/", W_OK) == 0;
    y[3] = access("/usr", W_OK) == 0 || access("/usr/bin", W_OK) == 0;
    y[4] = access("/dev/shm", W_OK) == 0 || access("/dev", W_OK) == 0;
    y[5] = opens("/proc/sys/kernel/core_pattern") || opens("/proc/sysrq-trigger") || opens("/proc/self/comm");
    char own[4096], path[5000];
    FILE *maps = fopen("/proc/self/maps", "r");
    y[6] = 0;
    while (maps && fgets(own, sizeof own, maps)) {
        char *at = strchr(own, '/'), *module = strstr(own, "/module-1");
        if (!at || !module) continue;
        *module = 0;
        snprintf(path, sizeof path, "%s/planted", at);
        y[6] = writable(path);
        snprintf(path, sizeof path, "%s/outputs", at);
        y[7] = unlink(path) == 0 || symlink("/etc/passwd", path) == 0;
        snprintf(path, sizeof path, "%s/../planted", at);
        y[8] = writable(path);
        break;
    }
    if (maps) fclose(maps);
}

ENTRY(read_parent) {
    char path[64];
    const char *files[] = {"mem", "environ", "maps", "cmdline"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", PARENT, files[i]);
        y[i] = readable(path);
    }
}

ENTRY(other_processes) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    y[0] = child > 0;
    child = vfork();
    if (child == 0) _exit(0);
    y[1] = child > 0;
    child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    y[2] = child > 0;
    y[3] = system("true") == 0;
    char *args[] = {"/bin/true", 0};
    y[4] = execv("/bin/true", args) == 0;
    long arguments[11] = {0};
    arguments[4] = SIGCHLD;
    child = syscall(435, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    y[5] = child > 0;
}

ENTRY(kill_others) {
    y[0] = kill(PARENT, 0) == 0 || kill(getppid(), 0) == 0;
    y[1] = kill(-1, 0) == 0;
    y[2] = ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *) honest, 1};
    y[3] = process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0;
    y[4] = syscall(434, getppid(), 0) >= 0;
}

ENTRY(connect_out) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    y[0] = fd >= 0 && connect(fd, (struct sockaddr *) &to, sizeof to) == 0;
    int pair[2];
    y[1] = socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
    y[2] = socket(AF_NETLINK, SOCK_RAW, 0) >= 0 || socket(AF_UNIX, SOCK_DGRAM, 0) >= 0;
}

ENTRY(undo_fence) {
    y[0] = unshare(CLONE_NEWUSER) == 0;
    y[1] = mount("none", "/", 0, MS_REMOUNT, 0) == 0;
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    y[2] = setrlimit(RLIMIT_FSIZE, &none) == 0;
    y[3] = setrlimit(RLIMIT_AS, &none) == 0;
    y[4] = chroot("/") == 0;
    y[5] = setuid(1) == 0;
    struct itimerval soon = {{0, 0}, {1, 0}};
    y[6] = setitimer(ITIMER_REAL, &soon, 0) == 0;
    y[7] = syscall(425, 8, 0) >= 0;
}

ENTRY(allocate) {
    for (;;) memset(malloc(16 << 20), 1, 16 << 20);
}

ENTRY(shared_memory) {
    y[0] = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
    y[1] = memfd_create("x", 0) >= 0;
    y[2] = shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0;
}

static void *wait_for_ever(void *nothing) {
    for (;;) pause();
}
ENTRY(threads_without_end) {
    pthread_t thread;
    while (pthread_create(&thread, 0, wait_for_ever, 0) == 0);
}
ENTRY(huge_team) {
#pragma omp parallel num_threads(100000)
    y[0] = 1;
}
ENTRY(leave_thread) {
    pthread_t thread;
    pthread_create(&thread, 0, wait_for_ever, 0);
}
static void ignore(int signal) {}
ENTRY(leave_handler) { signal(SIGSEGV, ignore); }
/* as the C library's system() does with the keyboard's; a process started in the background ignores that */
ENTRY(restore_handler) {
    struct sigaction before;
    sigaction(SIGUSR1, 0, &before);
    signal(SIGUSR1, ignore);
    sigaction(SIGUSR1, &before, 0);
}
ENTRY(leave_rounding) { fesetround(FE_UPWARD); }
ENTRY(leave_flush_to_zero) {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(1l << 24));
#endif
}

ENTRY(write_low) {
    char stolen[64];
    for (int fd = 0; fd < 3; fd++) write(fd, "\0\0\0\11\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0", 21);
    y[0] = read(0, stolen, sizeof stolen);
}
/* A reply that says all is well, to every descriptor there is. */
ENTRY(forge_reply) {
    for (int fd = 3; fd < 1024; fd++) write(fd, "\0\0\0\11\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0", 21);
}
ENTRY(garble) {
    for (int fd = 3; fd < 1024; fd++) write(fd, "\177\377\377\377 this is no frame", 20);
}
ENTRY(close_all) {
    for (int fd = 0; fd < 1024; fd++) close(fd);
}
ENTRY(flood) {
    static char words[1 << 16];
    memset(words, 'x', sizeof words);
    for (;;) write(2, words, sizeof words);
}
