const int THREADS = 256;

void check(cudaError_t code, const char *what) {
    if (code == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    exit(2);
}

struct Options {
    int iters = 100;
    bool warm = false;
    u64 seed = 1;
    i64 sample = 0; /* units of the reference to compute; 0 for all */
};

/* The number after an option, or -1. */
i64 number(const char *word) {
    char *end;
    const i64 value = word ? strtoll(word, &end, 10) : -1;
    return word && *word && !*end ? value : -1;
}

Options parse(int count, char **words) {
    Options options;
    for (int i = 1; i < count; i++) {
        const i64 value = number(i + 1 < count ? words[i + 1] : nullptr);
        if (!strcmp(words[i], "--warm")) options.warm = true;
        else if (!strcmp(words[i], "--iters") && value >= 0 && value <= INT_MAX) options.iters = (int) value, i++;
        else if (!strcmp(words[i], "--seed") && value >= 0) options.seed = (u64) value, i++;
        else if (!strcmp(words[i], "--sample") && value > 0) options.sample = value, i++;
        else {
            fprintf(stderr, "usage: %s [--iters N] [--warm] [--seed N] [--sample N]\n", words[0]);
            exit(2);
        }
    }
    return options;
}

struct Gpu {
    char name[320];
    int multiprocessors;
    size_t l2;
};

Gpu first_gpu() {
    cudaDeviceProp found;
    check(cudaGetDeviceProperties(&found, 0), "looking for a GPU");
    Gpu gpu;
    snprintf(gpu.name, sizeof gpu.name, "%s (sm_%d%d, %d multiprocessors)", found.name, found.major, found.minor,
             found.multiProcessorCount);
    gpu.multiprocessors = found.multiProcessorCount;
    gpu.l2 = (size_t) found.l2CacheSize;
    return gpu;
}

/* Device memory, every byte 0xFF: no number in any floating-point format. */
void *memory(const char *name, size_t bytes) {
    void *at;
    check(cudaMalloc(&at, bytes), name);
    check(cudaMemset(at, 0xFF, bytes), name);
    return at;
}

/* The table that `normal` interpolates in. */
__global__ void quantiles(float *table, int slots) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double least = 0.25 / slots;
    if (i <= slots) table[i] = (float) normcdfinv(fmin(fmax((double) i / slots, least), 1 - least));
}

void *input(const char *name, int dtype, size_t bytes, i64 elements, int kind, u64 seed, double low, double high) {
    static float *table = nullptr;
    const int slots = 1 << 12;
    if (!table) {
        table = (float *) memory("the normal distribution", (slots + 1) * sizeof(float));
        quantiles<<<slots / THREADS + 1, THREADS>>>(table, slots);
    }
    void *to = memory(name, bytes);
    forge_fill<<<1024, THREADS>>>(to, dtype, elements, kind, (i64) seed, low, high, table);
    check(cudaGetLastError(), name);
    check(cudaDeviceSynchronize(), name);
    return to;
}

/* One launch: set what differs from the usual, pass the arguments in order, prepare once, start as often as wanted. */
struct Launch {
    struct alignas(64) Argument {
        char bytes[128];
    };

    const char *name;
    const void *entry;
    dim3 grid, block, cluster = dim3(1, 1, 1);
    size_t shared = 0;
    bool cooperative = false; /* its blocks wait for each other, and the driver sees to it that all run at once */
    bool resident = false;    /* the same, and only this program sees to it */
    bool overlap = false;     /* may begin before the launch before it has ended */
    std::vector<Argument> arguments;

    Launch(const char *name, const void *entry, dim3 grid, dim3 block) : name(name), entry(entry), grid(grid), block(block) {}

    template <typename T> Launch &pass(const T &value) {
        static_assert(sizeof(T) <= sizeof(Argument), "an argument is a number, an address or a tensor map");
        arguments.emplace_back();
        memcpy(arguments.back().bytes, &value, sizeof(T));
        return *this;
    }

    void prepare(const Gpu &gpu) const {
        if (shared > 48 << 10)
            check(cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) shared), name);
        if (cluster.x * cluster.y * cluster.z > 8)
            check(cudaFuncSetAttribute(entry, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), name);
        if (!cooperative && !resident) return;
        int fit = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, entry, (int) (block.x * block.y * block.z), shared), name);
        const i64 blocks = (i64) grid.x * grid.y * grid.z, most = (i64) fit * gpu.multiprocessors;
        if (blocks <= most) return;
        fprintf(stderr, "%s: its %lld blocks wait for each other, and only %lld fit on this GPU at once\n", name, blocks, most);
        exit(2);
    }

    void start() const {
        std::vector<void *> pointers;
        for (const Argument &argument : arguments) pointers.push_back((void *) argument.bytes);
        std::vector<cudaLaunchAttribute> attributes;
        if (cooperative) attribute(attributes, cudaLaunchAttributeCooperative).val.cooperative = 1;
        if (overlap)
            attribute(attributes, cudaLaunchAttributeProgrammaticStreamSerialization).val.programmaticStreamSerializationAllowed = 1;
        if (cluster.x * cluster.y * cluster.z > 1) {
            auto &size = attribute(attributes, cudaLaunchAttributeClusterDimension).val.clusterDim;
            size.x = cluster.x, size.y = cluster.y, size.z = cluster.z;
        }
        cudaLaunchConfig_t config = {};
        config.gridDim = grid;
        config.blockDim = block;
        config.dynamicSmemBytes = shared;
        config.attrs = attributes.data();
        config.numAttrs = (unsigned) attributes.size();
        check(cudaLaunchKernelExC(&config, entry, pointers.data()), name);
    }

    static cudaLaunchAttribute &attribute(std::vector<cudaLaunchAttribute> &all, cudaLaunchAttributeID id) {
        all.emplace_back();
        all.back().id = id;
        return all.back();
    }
};

/* What the source wrote, what it should be, and how far it may be off:
 * abs * (root mean square of the norm group) + rel * |reference| + 16 roundings of the terms' magnitudes. */
struct Output {
    const char *name;
    int dtype;
    const void *got;
    const double *want, *magnitudes;
    std::vector<i64> dims;
    i64 group; /* elements of a norm group */
    double abs, rel, rounding, least, largest;
    bool exact;
};

__global__ void element(const void *got, int dtype, const double *want, i64 i, double *both) {
    both[0] = load(got, dtype, i);
    both[1] = want[i];
}

void tell_worst(const Output &output, double share, i64 at) {
    if (at < 0) {
        printf("wrong: norm group %lld of %s is off by %.3g times what is allowed in the mean square\n", -1 - at, output.name, share);
        return;
    }
    double *both = (double *) memory("an element", 2 * sizeof(double)), values[2];
    element<<<1, 1>>>(output.got, output.dtype, output.want, at, both);
    check(cudaMemcpy(values, both, sizeof values, cudaMemcpyDeviceToHost), output.name);
    check(cudaFree(both), output.name);
    printf("wrong: %s[", output.name);
    i64 rest = at, size = 1;
    for (i64 dim : output.dims) size *= dim;
    for (size_t axis = 0; axis < output.dims.size(); axis++) {
        size /= output.dims[axis];
        printf(axis ? ",%lld" : "%lld", rest / size);
        rest %= size;
    }
    printf("] is %.9g, should be %.9g\n", values[0], values[1]);
}

/* Whether the outputs are right; says so in a line. */
bool judged(const std::vector<Output> &outputs, const char *of_what, const Gpu &gpu) {
    const int blocks = 4 * gpu.multiprocessors;
    double *worst = (double *) memory("the comparison", 2 * blocks * sizeof(double));
    double share = 0;
    for (const Output &output : outputs) {
        i64 elements = 1;
        for (i64 dim : output.dims) elements *= dim;
        check(cudaMemset(worst, 0, 2 * blocks * sizeof(double)), output.name);
        forge_compare<<<blocks, THREADS>>>(output.got, output.dtype, output.want, output.magnitudes, elements / output.group,
                                           output.group, output.abs, output.rel, output.rounding, output.least,
                                           output.largest, output.exact, 1, worst);
        check(cudaGetLastError(), output.name);
        std::vector<double> pairs(2 * blocks);
        check(cudaMemcpy(pairs.data(), worst, pairs.size() * sizeof(double), cudaMemcpyDeviceToHost), output.name);
        int at = 0;
        for (int block = 1; block < blocks; block++)
            if (pairs[2 * block] > pairs[2 * at]) at = block;
        if (pairs[2 * at] > 1) tell_worst(output, pairs[2 * at], (i64) pairs[2 * at + 1]);
        share = std::max(share, pairs[2 * at]);
    }
    check(cudaFree(worst), "the comparison");
    if (share <= 1) printf("right%s: the worst error is %.1f %% of what is allowed\n", of_what, 100 * share);
    return share <= 1;
}

/* Microseconds of each run, by events. Before each, twice the L2 cache is written and another buffer read: a write alone
 * would leave lines that the run then pays for. Warm: the same run goes before instead. */
template <typename Work> std::vector<double> timed(const Work &work, const Options &options, const Gpu &gpu) {
    const size_t bytes = options.warm ? 16 : 2 * gpu.l2;
    void *written = memory("the flush", bytes), *read = memory("the flush", bytes), *sink = memory("the flush", 16);
    cudaEvent_t before, after;
    check(cudaEventCreate(&before), "an event");
    check(cudaEventCreate(&after), "an event");
    std::vector<double> micros;
    work();
    for (int i = 0; i < options.iters; i++) {
        if (options.warm) work();
        else {
            check(cudaMemsetAsync(written, 0, bytes), "the flush");
            forge_read<<<8 * gpu.multiprocessors, THREADS>>>((const uint4 *) read, (i64) bytes, (unsigned *) sink);
        }
        check(cudaEventRecord(before), "an event");
        work();
        check(cudaEventRecord(after), "an event");
        check(cudaDeviceSynchronize(), "running it");
        float millis;
        check(cudaEventElapsedTime(&millis, before, after), "an event");
        micros.push_back(1e3 * millis);
    }
    return micros;
}

double quantile(const std::vector<double> &sorted, double share) {
    const double at = share * (double) (sorted.size() - 1);
    const size_t below = (size_t) at, above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - (double) below) * (sorted[above] - sorted[below]);
}

void tell(std::vector<double> micros, bool warm, double bytes, double flops) {
    std::sort(micros.begin(), micros.end());
    const double median = quantile(micros, 0.5);
    printf("time: %.2f us, the median of %zu (quartiles %.2f to %.2f), %s cache\n", median, micros.size(),
           quantile(micros, 0.25), quantile(micros, 0.75), warm ? "warm" : "cold");
    printf("rate: %.0f GB/s, %.0f GFLOP/s\n", bytes / median / 1e3, flops / median / 1e3);
}
