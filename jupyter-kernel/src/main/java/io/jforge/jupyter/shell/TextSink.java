package io.jforge.jupyter.shell;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Turns UTF-8 bytes back into text, across characters that were cut in two.
final class TextSink extends OutputStream {
    private final Output output;
    private final Output.Stream stream;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] rest = {};

    TextSink(Output output, Output.Stream stream) {
        this.output = output;
        this.stream = stream;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        String text = decode(bytes, offset, length);
        if (!text.isEmpty()) {
            output.print(stream, text);
        }
    }

    private synchronized String decode(byte[] bytes, int offset, int length) {
        ByteBuffer in = ByteBuffer.allocate(rest.length + length);
        in.put(rest).put(bytes, offset, length).flip();
        CharBuffer chars = CharBuffer.allocate(in.remaining());
        decoder.reset().decode(in, chars, false);
        rest = new byte[in.remaining()];
        in.get(rest);
        return chars.flip().toString();
    }
}
