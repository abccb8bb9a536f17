package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.FSDirectory;

/**
 * Corpus to index. A corpus line is id, text, then {@code name U+001F value} for every property value, tab separated.
 * Nothing is stored; the id is a doc value. With one thread, merges run on it too.
 */
final class Build {
  private static final int LINES_A_TURN = 64;
  private static final double RAM_BUFFER_MB = 256;

  static void run(Path corpus, Path index, int threads, boolean merge) throws Exception {
    long start = System.nanoTime();
    IndexWriterConfig config = new IndexWriterConfig(new SpecAnalyzer()).setRAMBufferSizeMB(RAM_BUFFER_MB).setUseCompoundFile(false);
    if (threads == 1) config.setMergeScheduler(new SerialMergeScheduler());
    try (FSDirectory directory = FSDirectory.open(index);
        BufferedReader lines = Files.newBufferedReader(corpus, StandardCharsets.UTF_8);
        IndexWriter writer = new IndexWriter(directory, config)) {
      if (threads == 1) addAll(lines, writer);
      else addAllOn(threads, lines, writer);
      writer.commit();
      double seconds = secondsSince(start);
      long bytes = bytesOf(directory);
      if (merge) {
        writer.forceMerge(1);
        writer.commit();
      }
      System.out.printf(
          "{\"seconds\":%.3f,\"mergedSeconds\":%.3f,\"threads\":%d,\"items\":%d,\"bytes\":%d,\"mergedBytes\":%d,\"peakBytes\":%d,\"version\":\"Lucene %s, Java %s\"}%n",
          seconds, secondsSince(start), threads, writer.getDocStats().maxDoc, bytes, bytesOf(directory), Main.peakBytes(),
          org.apache.lucene.util.Version.LATEST, Runtime.version());
    }
  }

  private static void addAllOn(int threads, BufferedReader lines, IndexWriter writer) throws Exception {
    List<Thread> workers = new ArrayList<>();
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> {
        try {
          addAll(lines, writer);
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

  private static void addAll(BufferedReader lines, IndexWriter writer) throws IOException {
    List<String> turn = new ArrayList<>();
    while (true) {
      turn.clear();
      synchronized (lines) {
        for (int i = 0; i < LINES_A_TURN; i++) {
          String line = lines.readLine();
          if (line == null) break;
          turn.add(line);
        }
      }
      if (turn.isEmpty()) return;
      for (String line : turn) writer.addDocument(document(line));
    }
  }

  private static Document document(String line) {
    Document document = new Document();
    int tab = line.indexOf('\t');
    document.add(new NumericDocValuesField("id", Long.parseLong(line.substring(0, tab))));
    int from = tab + 1;
    tab = line.indexOf('\t', from);
    int end = tab < 0 ? line.length() : tab;
    document.add(new TextField("content", SpecAnalyzer.composed(line.substring(from, end)), Field.Store.NO));
    while (end < line.length()) {
      from = end + 1;
      tab = line.indexOf('\t', from);
      end = tab < 0 ? line.length() : tab;
      int mark = line.indexOf('\u001f', from);
      add(document, line.substring(from, mark), line.substring(mark + 1, end));
    }
    return document;
  }

  private static void add(Document document, String name, String value) {
    if (name.equals("length")) document.add(new LongField(name, Long.parseLong(value), Field.Store.NO));
    else if (name.equals("modified") || name.equals("created") || name.equals("accessed"))
      document.add(new LongField(name, Instant.parse(value).toEpochMilli(), Field.Store.NO));
    else document.add(new TextField(name, SpecAnalyzer.composed(value), Field.Store.NO));
  }

  private static long bytesOf(FSDirectory directory) throws IOException {
    long sum = 0;
    for (String file : directory.listAll()) sum += directory.fileLength(file);
    return sum;
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
