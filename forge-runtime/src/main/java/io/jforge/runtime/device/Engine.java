package io.jforge.runtime.device;

/// Does what requests ask on one device, on one thread.
interface Engine {
    /// The number of the module that is ours: the flush, fills and hashes on a GPU, the loops that measure the
    /// roofline.
    int HOST = 0;

    Reply answer(Request request);
}
