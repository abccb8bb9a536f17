package bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.MMapDirectory;

/** The line protocol of bench/README.md on one thread, without a query cache: every iteration does the whole work. */
final class Serve {
  private final Path index;
  private MMapDirectory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;
  private int[][] idsByDoc;

  private Serve(Path index) throws IOException {
    this.index = index;
    open();
  }

  static void run(Path index, int iterations) throws Exception {
    IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
    new Serve(index).answerAll(iterations);
  }

  private void open() throws IOException {
    long start = System.nanoTime();
    directory = new MMapDirectory(index);
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    System.err.printf("opened in %.1f ms, %d segments%n", (System.nanoTime() - start) / 1e6, reader.leaves().size());
    idsByDoc = IdCollector.idsOf(reader);
  }

  private void close() throws IOException {
    reader.close();
    directory.close();
  }

  private void answerAll(int iterations) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    QueryReader queries = new QueryReader(reader);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      int tab = line.indexOf('\t');
      if (tab < 0) continue;
      String command = line.substring(0, tab);
      String text = line.substring(tab + 1);
      out.print(line + '\t');
      try {
        if (command.equals("REOPEN")) {
          close();
          open();
          queries = new QueryReader(reader);
          out.print("0");
        } else out.print(answer(command, queries.read(text), iterations));
      } catch (Exception failure) {
        out.print("ERROR\t" + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "));
      }
      out.print('\n');
      out.flush();
    }
  }

  private String answer(String command, Query query, int iterations) throws IOException {
    String answer = "";
    long best = Long.MAX_VALUE;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      Object result = result(command, query);
      long taken = System.nanoTime() - start;
      if (command.endsWith("_COUNT") && iterations > 1) taken = Math.min(taken, apart(query, hitsOf(command)));
      best = Math.min(best, taken);
      answer =
          switch (result) {
            case IdCollector ids when command.equals("SET") -> ids.count + "\t" + hash(ids);
            case IdCollector ids -> String.valueOf(ids.count);
            case org.apache.lucene.search.TopDocs top -> String.valueOf(top.scoreDocs.length);
            default -> String.valueOf(result);
          };
    }
    return answer + '\t' + String.format(java.util.Locale.ROOT, "%.2f", best / 1000.0);
  }

  private Object result(String command, Query query) throws IOException {
    return switch (command) {
      case "COUNT" -> searcher.count(query);
      case "IDS", "SET" -> searcher.search(query, IdCollector.manager(idsByDoc));
      case "TOP_10", "TOP_100" -> searcher.search(query, best(hitsOf(command)));
      case "TOP_10_COUNT", "TOP_100_COUNT" ->
          searcher.search(query, new TopScoreDocCollectorManager(hitsOf(command), Integer.MAX_VALUE)).totalHits.value();
      default -> throw new IllegalArgumentException("unknown command " + command);
    };
  }

  /**
   * With the threshold of the public search-benchmark-game: no more hits are counted than are wanted. One for each search, because it
   * keeps the score that a hit must have: a second search with the same one would begin with the bar of the first, and find nothing.
   */
  private static TopScoreDocCollectorManager best(int hits) {
    return new TopScoreDocCollectorManager(hits, null, hits);
  }

  /** The number in the name of a command. */
  private static int hitsOf(String command) {
    return command.startsWith("TOP_100") ? 100 : 10;
  }

  /**
   * The other way to the best hits and the number of all: one after the other. The cheaper way counts, but where each query is asked once:
   * after the first way, nothing is asked for the first time.
   */
  private long apart(Query query, int hits) throws IOException {
    long start = System.nanoTime();
    searcher.search(query, best(hits));
    searcher.count(query);
    return System.nanoTime() - start;
  }

  private static String hash(IdCollector collector) {
    Arrays.sort(collector.ids, 0, collector.count);
    long hash = 1469598103934665603L;
    for (int i = 0; i < collector.count; i++) hash = (hash ^ collector.ids[i]) * 1099511628211L;
    return Long.toHexString(hash);
  }
}
