package bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;

/**
 * Reads an index as an import must: all stored fields, then all terms of `content` with their positions. Prints a line for
 * each round: stored milliseconds, content milliseconds, milliseconds of processors for both, documents, stored values, terms,
 * postings, positions.
 *
 *   java bench.ReadIndex INDEX [ROUNDS]
 */
public final class ReadIndex {
  public static void main(String[] args) throws IOException {
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    for (int round = 0; round < rounds; round++) {
      try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(args[0])))) {
        read(reader);
      }
    }
  }

  private static void read(DirectoryReader reader) throws IOException {
    OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long processors = process.getProcessCpuTime();
    long started = System.nanoTime();
    long values = 0;
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      Document document = reader.document(doc);
      for (IndexableField field : document.getFields()) if (field.name() != null) values++;
    }
    long stored = System.nanoTime();
    long terms = 0;
    long postings = 0;
    long positions = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms content = leaf.reader().terms("content");
      if (content == null) continue;
      TermsEnum term = content.iterator();
      PostingsEnum list = null;
      while (term.next() != null) {
        terms++;
        list = term.postings(list, PostingsEnum.POSITIONS);
        while (list.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          postings++;
          for (int left = list.freq(); left > 0; left--) if (list.nextPosition() >= 0) positions++;
        }
      }
    }
    long read = System.nanoTime();
    System.out.printf(
        "%d %d %d %d %d %d %d %d%n",
        (stored - started) / 1_000_000, (read - stored) / 1_000_000, (process.getProcessCpuTime() - processors) / 1_000_000, reader.maxDoc(), values, terms, postings, positions);
  }
}
