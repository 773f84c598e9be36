package io.jforge.runtime.device;

/// Does what requests ask on one device, on one thread.
interface Engine extends AutoCloseable {
    /// The number of the module that is ours: the flush, fills and hashes on a GPU, the loops that measure the
    /// roofline.
    int HOST = 0;

    Reply answer(Request request);

    /// Gives back what it took from the device.
    @Override
    void close();

    /// For `cpu` or `cuda:0`; to be used on this thread only.
    ///
    /// @param custody over candidates on a processor
    static Engine on(String device, Custody custody) {
        return device.equals("cpu")
                ? new CpuEngine(custody)
                : new CudaEngine(Integer.parseInt(device.substring("cuda:".length())));
    }
}
