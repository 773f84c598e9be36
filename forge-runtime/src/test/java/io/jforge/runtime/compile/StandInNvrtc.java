package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A shared library with NVRTC's functions that compiles nothing: the words in a text say what becomes of
/// it, and a cubin is the text itself. The compile server is tested with it where there is no NVRTC.
final class StandInNvrtc {
    static final CudaVersion VERSION = new CudaVersion(12, 9);

    private static final String TEXT = """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            typedef struct { char *text; char *name; char log[1 << 16]; } program;
            int nvrtcVersion(int *major, int *minor) { *major = 12; *minor = 9; return 0; }
            int nvrtcGetNumSupportedArchs(int *count) { *count = 3; return 0; }
            int nvrtcGetSupportedArchs(int *all) { all[0] = 80; all[1] = 86; all[2] = 90; return 0; }
            int nvrtcCreateProgram(program **p, const char *text, const char *name, int n, char **h, char **i) {
                *p = calloc(1, sizeof(program));
                (*p)->text = strdup(text);
                (*p)->name = strdup(name);
                return 0;
            }
            static volatile int depth;
            static int deep(int levels) {
                volatile char frame[1024];
                frame[0] = (char) levels;
                depth = levels;
                return levels == 0 ? frame[0] : deep(levels - 1) + frame[0];
            }
            int nvrtcCompileProgram(program *p, int count, const char **options) {
                for (int i = 0; i < count; i++) strcat(strcat(p->log, options[i]), "\\n");
                if (strstr(p->text, "LOOP")) for (;;) depth++;
                if (strstr(p->text, "ABORT")) { fprintf(stderr, "LLVM ERROR: broken\\n"); abort(); }
                if (strstr(p->text, "SEGV")) *(volatile int *) 8 = 1;
                if (strstr(p->text, "DEEP")) deep(20000);
                if (strstr(p->text, "GREEDY")) {
                    for (char *more = malloc(1 << 24); more; more = malloc(1 << 24)) memset(more, 1, 1 << 12);
                    return 1;
                }
                if (strstr(p->text, "WRONG")) { sprintf(p->log, "%s(4): error: wrong", p->name); return 6; }
                return 0;
            }
            int nvrtcGetProgramLogSize(program *p, size_t *size) { *size = strlen(p->log) + 1; return 0; }
            int nvrtcGetProgramLog(program *p, char *log) { strcpy(log, p->log); return 0; }
            int nvrtcGetCUBINSize(program *p, size_t *size) { *size = strlen(p->text); return 0; }
            int nvrtcGetCUBIN(program *p, char *cubin) { memcpy(cubin, p->text, strlen(p->text)); return 0; }
            int nvrtcGetPTXSize(program *p, size_t *size) { *size = strlen(p->text) + 5; return 0; }
            int nvrtcGetPTX(program *p, char *ptx) { strcat(strcpy(ptx, "ptx\\n"), p->text); return 0; }
            int nvrtcDestroyProgram(program **p) { free((*p)->text); free((*p)->name); free(*p); return 0; }
            const char *nvrtcGetErrorString(int result) { return result == 1 ? "NVRTC_ERROR_OUT_OF_MEMORY" : "NVRTC_ERROR"; }
            """;

    private StandInNvrtc() {}

    static Nvrtc in(Path folder) {
        var compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(30), 4L << 30);
        var library = compiler.library("nvrtc", TEXT, List.of("-O1"));
        return new Nvrtc(library, library, VERSION, "a test");
    }
}
