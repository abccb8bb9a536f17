package bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.util.BytesRef;

/**
 * A case directory, read as our build reads it: its items are lines of JSON with their texts in them. What our index keeps is kept: all values and
 * texts are stored, and every property is a column.
 */
final class CaseItems implements Build.Items {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int BUFFER_BYTES = 1 << 16;
  /** A doc value of Lucene has at most 32,766 bytes. */
  private static final int COLUMN_UNITS_MAX = 8_000;

  private final Path directory;
  private final Iterator<String> files;
  private BufferedReader lines = null;

  CaseItems(Path directory) throws IOException {
    this.directory = directory;
    files = filesOf(directory.resolve("case.json")).iterator();
  }

  private static List<String> filesOf(Path manifest) throws IOException {
    List<String> files = new ArrayList<>();
    try (JsonParser json = JSON.createParser(manifest.toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isItems = json.currentName().equals("items");
        json.nextToken();
        if (isItems) while (json.nextToken() != JsonToken.END_ARRAY) files.add(json.getText());
        else json.skipChildren();
      }
    }
    return files;
  }

  @Override
  public String next() throws IOException {
    while (true) {
      String line = lines == null ? null : lines.readLine();
      if (line != null && !line.isEmpty()) return line;
      if (line != null) continue;
      close();
      if (!files.hasNext()) return null;
      lines = open(files.next());
    }
  }

  private BufferedReader open(String name) throws IOException {
    InputStream bytes = Files.newInputStream(directory.resolve(name));
    InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), BUFFER_BYTES);
  }

  @Override
  public Document document(String line) throws IOException {
    Document document = new Document();
    try (JsonParser json = JSON.createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("id")) document.add(new NumericDocValuesField("id", json.getLongValue()));
        else if (name.equals("properties")) addProperties(document, json);
        else if (name.equals("text") && value == JsonToken.VALUE_STRING) document.add(Fields.text("content", json.getText(), true));
        else if (name.equals("text")) throw new IOException("only texts within the items are read");
        else json.skipChildren();
      }
    }
    return document;
  }

  private static void addProperties(Document document, JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        String value = json.getText();
        document.add(Fields.property(name, value, true));
        if (!Fields.isNumber(name) && value.length() <= COLUMN_UNITS_MAX) document.add(new SortedSetDocValuesField(name, new BytesRef(value)));
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (lines != null) lines.close();
    lines = null;
  }
}
