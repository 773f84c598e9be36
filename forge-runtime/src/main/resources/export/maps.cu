/* A tensor map: how the copy engine finds tiles of a tensor. Sizes count elements, innermost first, and strides bytes;
 * the driver's function is asked for at run time, so that nothing is linked but the runtime. */
CUtensorMap tensor_map(const char *name, CUtensorMapDataType type, void *base, std::vector<cuuint64_t> dims,
                       std::vector<cuuint64_t> strides, std::vector<cuuint32_t> box, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion promotion) {
    void *found = nullptr;
#if CUDART_VERSION >= 12050
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault), name);
#else
    check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault), name);
#endif
    const auto encode = (decltype(&cuTensorMapEncodeTiled)) found;
    const std::vector<cuuint32_t> ones(dims.size(), 1);
    CUtensorMap map;
    const CUresult code = encode
        ? encode(&map, type, (cuuint32_t) dims.size(), base, dims.data(), strides.data(), box.data(), ones.data(),
                 CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
        : CUDA_ERROR_NOT_FOUND;
    if (code == CUDA_SUCCESS) return map;
    fprintf(stderr, "the driver refuses the tensor map '%s' (error %d)\n", name, (int) code);
    exit(2);
}
