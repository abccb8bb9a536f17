package bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.misc.index.BPIndexReorderer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Renumbers the documents of an index of one segment by recursive bisection, so that like ones are neighbours. */
final class Reordering {
  private static final double RAM_BUDGET_MB = 1024;

  static void run(Directory directory, IndexWriter writer, int threads) throws IOException {
    Path temporary = Files.createTempDirectory("reordering");
    try (DirectoryReader reader = DirectoryReader.open(directory);
        FSDirectory scratch = FSDirectory.open(temporary);
        ForkJoinPool pool = new ForkJoinPool(threads)) {
      BPIndexReorderer reorderer = new BPIndexReorderer();
      reorderer.setRAMBudgetMB(RAM_BUDGET_MB);
      reorderer.setFields(Set.of("content"));
      CodecReader reordered = reorderer.reorder((CodecReader) reader.leaves().get(0).reader(), scratch, pool);
      writer.deleteAll();
      writer.addIndexes(reordered);
      writer.commit();
    } finally {
      try (var files = Files.list(temporary)) {
        for (Path file : files.toList()) Files.delete(file);
      }
      Files.delete(temporary);
    }
  }
}
