package io.jforge.jupyter.display;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/// Reads HTML that keeps to XML's rules, as ours does.
public final class WellFormed {
    private WellFormed() {}

    /// @throws AssertionError if a tag is open or a character is not escaped
    public static Document parse(String html) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader("<body>" + html + "</body>")));
        } catch (Exception malformed) {
            throw new AssertionError(malformed.getMessage() + " in " + html, malformed);
        }
    }
}
