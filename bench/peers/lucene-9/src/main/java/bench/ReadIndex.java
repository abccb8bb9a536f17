package bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;

/**
 * Reads an index as an import must: all stored fields, all terms of `content` with their positions, then those of the other fields, and
 * at last the checksums of all files. Prints a line for each round: milliseconds of stored fields, of `content`, of other fields and of
 * checksums, milliseconds of processors for the first two, the first three and all, documents, stored values, terms, postings, positions.
 *
 *   java bench.ReadIndex INDEX [ROUNDS]
 */
public final class ReadIndex {
  private long values = 0;
  private long terms = 0;
  private long postings = 0;
  private long positions = 0;

  public static void main(String[] args) throws IOException {
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    for (int round = 0; round < rounds; round++) {
      try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(args[0])))) {
        new ReadIndex().read(reader);
      }
    }
  }

  private void read(DirectoryReader reader) throws IOException {
    OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long processors = process.getProcessCpuTime();
    long started = System.nanoTime();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      Document document = reader.document(doc);
      for (IndexableField field : document.getFields()) if (field.name() != null) values++;
    }
    long stored = System.nanoTime();
    for (LeafReaderContext leaf : reader.leaves()) readField(leaf.reader(), "content");
    long content = System.nanoTime();
    long contentProcessors = process.getProcessCpuTime();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo field : leaf.reader().getFieldInfos()) if (!field.name.equals("content")) readField(leaf.reader(), field.name);
    }
    long others = System.nanoTime();
    long positionsProcessors = process.getProcessCpuTime();
    for (LeafReaderContext leaf : reader.leaves()) leaf.reader().checkIntegrity();
    long checked = System.nanoTime();
    long[] numbers = {
      milliseconds(stored - started), milliseconds(content - stored), milliseconds(others - content), milliseconds(checked - others),
      milliseconds(contentProcessors - processors), milliseconds(positionsProcessors - processors),
      milliseconds(process.getProcessCpuTime() - processors),
      reader.maxDoc(), values, terms, postings, positions
    };
    System.out.println(Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" ")));
  }

  private void readField(LeafReader reader, String name) throws IOException {
    Terms all = reader.terms(name);
    if (all == null) return;
    TermsEnum term = all.iterator();
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

  private static long milliseconds(long nanoseconds) {
    return nanoseconds / 1_000_000;
  }
}
