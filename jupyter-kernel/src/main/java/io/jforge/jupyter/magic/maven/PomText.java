package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/// Makes a whole `pom.xml` of what a person pastes from one: a project, or some of its dependencies and
/// repositories.
final class PomText {
    static final String GROUP = "jforge.cell";
    static final String ARTIFACT = "cell";
    static final String VERSION = "1";

    private static final Pattern PROLOGUE = Pattern.compile("\\A\\s*<\\?xml.*?\\?>", Pattern.DOTALL);

    private PomText() {}

    /// @throws MagicException if it is no XML, or none of a pom
    static String of(String pasted) {
        Element pieces = parse("<pieces>" + PROLOGUE.matcher(pasted).replaceFirst("") + "\n</pieces>");
        Element project = firstChild(pieces, "project");
        Element result = project == null ? pieces.getOwnerDocument().createElement("project") : project;
        if (project == null) gather(pieces, result);
        set(result, "modelVersion", "4.0.0");
        set(result, "groupId", GROUP);
        set(result, "artifactId", ARTIFACT);
        set(result, "version", VERSION);
        set(result, "packaging", "pom");
        return written(result);
    }

    private static void gather(Element pieces, Element project) {
        for (Node next = pieces.getFirstChild(); next != null; ) {
            Node piece = next;
            next = next.getNextSibling();
            if (!(piece instanceof Element element)) continue;
            switch (element.getTagName()) {
                case "dependency" -> group(project, "dependencies").appendChild(element);
                case "repository" -> group(project, "repositories").appendChild(element);
                case "dependencies", "repositories" -> {
                    Element group = group(project, element.getTagName());
                    while (element.getFirstChild() != null) group.appendChild(element.getFirstChild());
                }
                case "dependencyManagement", "properties", "parent" -> project.appendChild(element);
                default ->
                    throw new MagicException(
                            "%%%%maven: <%s> is nothing that it reads: give <dependency>, <repository> or a whole <project>"
                                    .formatted(element.getTagName()));
            }
        }
        if (project.getFirstChild() == null) {
            throw new MagicException(
                    "%%maven found no XML under it: give <dependency>, <repository> or a whole <project>");
        }
    }

    private static Element group(Element project, String name) {
        Element group = firstChild(project, name);
        return group != null
                ? group
                : (Element) project.appendChild(project.getOwnerDocument().createElement(name));
    }

    private static void set(Element project, String name, String text) {
        Element element = group(project, name);
        element.setTextContent(text);
    }

    private static Element firstChild(Element of, String name) {
        for (Node next = of.getFirstChild(); next != null; next = next.getNextSibling()) {
            if (next instanceof Element element && element.getTagName().equals(name)) return element;
        }
        return null;
    }

    private static Element parse(String xml) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
        } catch (SAXParseException e) {
            throw new MagicException(
                    "%%maven: line %d of the pom is not XML: %s".formatted(e.getLineNumber(), e.getMessage()));
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new MagicException("%maven: the pom cannot be read: " + e.getMessage());
        }
    }

    private static String written(Element project) {
        try {
            var text = new StringWriter();
            var transformer = TransformerFactory.newInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            transformer.transform(new DOMSource(project), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("a parsed pom cannot be written", e);
        }
    }
}
