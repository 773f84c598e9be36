package io.jforge.jupyter.magic.common;

import com.sun.management.ThreadMXBean;
import io.jforge.jupyter.magic.Amounts;
import io.jforge.jupyter.shell.Around;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/// Adds up what statements of a cell take of clock, processor and memory.
final class Meter implements Around {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long wallNanos;
    private long cpuNanos;
    private long bytes;

    @Override
    public Object run(Callable<?> statement) throws Exception {
        long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
        long cpuBefore = THREADS.getCurrentThreadCpuTime();
        long before = System.nanoTime();
        try {
            return statement.call();
        } finally {
            add(
                    System.nanoTime() - before,
                    THREADS.getCurrentThreadCpuTime() - cpuBefore,
                    THREADS.getCurrentThreadAllocatedBytes() - bytesBefore);
        }
    }

    private synchronized void add(long wall, long cpu, long allocated) {
        wallNanos += wall;
        cpuNanos += cpu;
        bytes += allocated;
    }

    synchronized String reading() {
        return "time %s, processor %s, allocated %s"
                .formatted(Amounts.nanos(wallNanos), Amounts.nanos(cpuNanos), Amounts.bytes(bytes));
    }
}
