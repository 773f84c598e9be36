package io.jforge.runtime;

import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.device.CudaDevices;
import io.jforge.runtime.device.CudaDevices.CudaDevice;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Marks tests that need an NVIDIA GPU and a compiler for it; where one is missing they are skipped, and the reason
/// told.
@Tag("gpu")
@ExtendWith(Gpu.Needed.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Gpu {
    /// What is missing, if anything.
    final class Needed implements ExecutionCondition {
        private static final Optional<CudaDevice> DEVICE =
                CudaDevices.detect().stream().findFirst();

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (DEVICE.isEmpty()) return ConditionEvaluationResult.disabled("no NVIDIA GPU here, or no driver for it");
            return CudaHere.hasCompiler()
                    ? ConditionEvaluationResult.enabled(DEVICE.get().target().model())
                    : ConditionEvaluationResult.disabled("a GPU, but neither NVRTC nor nvcc here");
        }

        /// The GPU that tests run on: the first that the driver shows.
        static CudaDevice device() {
            return DEVICE.orElseThrow();
        }
    }
}
