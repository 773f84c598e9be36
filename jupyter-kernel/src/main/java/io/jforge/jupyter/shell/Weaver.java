package io.jforge.jupyter.shell;

import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.Set;

/// Puts a call of [Checkpoint#check] at method entries, before every jump back and behind every use of a
/// scanner of a cell's classes.
final class Weaver {
    private static final ClassDesc CHECKPOINT = ClassDesc.of(Checkpoint.class.getName());
    private static final MethodTypeDesc VOID = MethodTypeDesc.of(ConstantDescs.CD_void);

    /// Called once by the shell or the JVM, so a check at their entry stops nothing.
    private static final Set<String> ENTERED_ONCE = Set.of("do_it$", ConstantDescs.CLASS_INIT_NAME);

    private final ClassFile classFile;

    /// @param types finds the class files that frames are computed from, the cells' own included
    Weaver(ClassLoader types) {
        ClassHierarchyResolver known = ClassHierarchyResolver.ofResourceParsing(types)
                .orElse(ClassHierarchyResolver.defaultResolver())
                .orElse(unknown -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object));
        this.classFile = ClassFile.of(ClassHierarchyResolverOption.of(known));
    }

    byte[] weave(byte[] bytes) {
        var model = classFile.parse(bytes);
        return model.methods().stream().anyMatch(Weaver::needsChecks)
                ? classFile.transformClass(model, (builder, element) -> {
                    ClassElement part = element;
                    if (part instanceof MethodModel method && needsChecks(method)) {
                        var checks = new Checks(
                                !ENTERED_ONCE.contains(method.methodName().stringValue()));
                        builder.transformMethod(method, MethodTransform.transformingCode(checks));
                    } else {
                        builder.with(part);
                    }
                })
                : bytes;
    }

    private static boolean needsChecks(MethodModel method) {
        return method.code().isPresent()
                && (!ENTERED_ONCE.contains(method.methodName().stringValue())
                        || jumpsBack(method)
                        || method.code().orElseThrow().elementStream().anyMatch(Weaver::asksScanner));
    }

    /// A scanner returns an empty line when a stop ends its wait: nobody shall take that for an answer.
    private static boolean asksScanner(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals("java/util/Scanner");
    }

    private static boolean jumpsBack(MethodModel method) {
        Set<Label> passed = new HashSet<>();
        return method.code().orElseThrow().elementStream().anyMatch(element -> isJumpBack(element, passed));
    }

    private static boolean isJumpBack(CodeElement element, Set<Label> passed) {
        if (element instanceof LabelTarget target) {
            passed.add(target.label());
        }
        return element instanceof BranchInstruction branch && passed.contains(branch.target());
    }

    private static final class Checks implements CodeTransform {
        private final boolean atEntry;
        private final Set<Label> passed = new HashSet<>();

        Checks(boolean atEntry) {
            this.atEntry = atEntry;
        }

        @Override
        public void atStart(CodeBuilder builder) {
            if (atEntry) {
                builder.invokestatic(CHECKPOINT, "check", VOID);
            }
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            if (isJumpBack(element, passed)) {
                builder.invokestatic(CHECKPOINT, "check", VOID);
            }
            builder.with(element);
            if (asksScanner(element)) {
                builder.invokestatic(CHECKPOINT, "check", VOID);
            }
        }
    }
}
