package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;

/**
 * A corpus: lines of id, text, then {@code name U+001F value} for every property value, tab separated. Nothing is stored; the id is a
 * doc value.
 */
final class CorpusLines implements Build.Items {
  private final BufferedReader lines;

  CorpusLines(Path corpus) throws IOException {
    lines = Files.newBufferedReader(corpus, StandardCharsets.UTF_8);
  }

  @Override
  public String next() throws IOException {
    return lines.readLine();
  }

  @Override
  public Document document(String line) {
    Document document = new Document();
    int tab = line.indexOf('\t');
    document.add(new NumericDocValuesField("id", Long.parseLong(line.substring(0, tab))));
    int from = tab + 1;
    tab = line.indexOf('\t', from);
    int end = tab < 0 ? line.length() : tab;
    document.add(Fields.text("content", line.substring(from, end), false));
    while (end < line.length()) {
      from = end + 1;
      tab = line.indexOf('\t', from);
      end = tab < 0 ? line.length() : tab;
      int mark = line.indexOf('\u001f', from);
      document.add(Fields.property(line.substring(from, mark), line.substring(mark + 1, end), false));
    }
    return document;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
