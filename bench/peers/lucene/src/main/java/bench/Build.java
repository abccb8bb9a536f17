package bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.FSDirectory;

/** Corpus or case to index, merged to one segment if that is wanted. With one thread, merges run on it too. */
final class Build {
  private static final int LINES_A_TURN = 64;
  private static final double RAM_BUFFER_MB = 256;
  /** Data, index and metadata of stored fields. */
  private static final String STORED = ".fd";

  /** Lines, each an item. Threads take turns at reading them, and each makes documents of its own. */
  interface Items extends Closeable {
    /** The next line, or null after the last. */
    String next() throws IOException;

    Document document(String line) throws IOException;
  }

  static void run(Items items, Path index, int threads, boolean merge, boolean reorder) throws Exception {
    long start = System.nanoTime();
    IndexWriterConfig config = new IndexWriterConfig(new SpecAnalyzer()).setRAMBufferSizeMB(RAM_BUFFER_MB).setUseCompoundFile(false);
    if (threads == 1) config.setMergeScheduler(new SerialMergeScheduler());
    try (FSDirectory directory = FSDirectory.open(index);
        items;
        IndexWriter writer = new IndexWriter(directory, config)) {
      if (threads == 1) addAll(items, writer);
      else addAllOn(threads, items, writer);
      writer.commit();
      double seconds = secondsSince(start);
      long bytes = bytesOf(directory, "");
      if (merge) {
        writer.forceMerge(1);
        writer.commit();
      }
      if (reorder) Reordering.run(directory, writer, threads);
      System.out.printf(
          "{\"seconds\":%.3f,\"mergedSeconds\":%.3f,\"threads\":%d,\"items\":%d,\"bytes\":%d,\"mergedBytes\":%d,\"storedBytes\":%d,\"peakBytes\":%d,\"version\":\"Lucene %s, Java %s\"}%n",
          seconds, secondsSince(start), threads, writer.getDocStats().maxDoc, bytes, bytesOf(directory, ""), bytesOf(directory, STORED), Main.peakBytes(),
          org.apache.lucene.util.Version.LATEST, Runtime.version());
    }
  }

  private static void addAllOn(int threads, Items items, IndexWriter writer) throws Exception {
    List<Thread> workers = new ArrayList<>();
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> {
        try {
          addAll(items, writer);
        } catch (Throwable failure) {
          failures.add(failure);
        }
      });
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) worker.join();
    if (!failures.isEmpty()) throw new IOException(failures.get(0));
  }

  private static void addAll(Items items, IndexWriter writer) throws IOException {
    List<String> turn = new ArrayList<>();
    while (true) {
      turn.clear();
      synchronized (items) {
        for (int i = 0; i < LINES_A_TURN; i++) {
          String line = items.next();
          if (line == null) break;
          turn.add(line);
        }
      }
      if (turn.isEmpty()) return;
      for (String line : turn) writer.addDocument(items.document(line));
    }
  }

  /** Of the files whose extension begins so. */
  private static long bytesOf(FSDirectory directory, String extension) throws IOException {
    long sum = 0;
    for (String file : directory.listAll()) if (file.contains(extension)) sum += directory.fileLength(file);
    return sum;
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
