package bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.MMapDirectory;

/**
 * The least that a server over Lucene must do: HTTP/1.1 with persistent connections, a thread for each, no framework and no checks. {@code GET
 * /COUNT?QUERY} answers the number of hits as JSON, {@code GET /BEST?QUERY} and {@code GET /BEST_APART?QUERY} also the ids and scores of the ten best: the
 * first counts while it ranks, the second with another search. Lucene's query cache is as Lucene sets it up.
 */
final class HttpLoop {
  private static final int HITS = 10;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final int[][] idsByDoc;

  private HttpLoop(Path index) throws IOException {
    reader = DirectoryReader.open(new MMapDirectory(index));
    searcher = new IndexSearcher(reader);
    idsByDoc = IdCollector.idsOf(reader);
  }

  static void run(Path index) throws IOException {
    IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
    HttpLoop loop = new HttpLoop(index);
    try (ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress())) {
      System.out.println("listens on http://127.0.0.1:" + listening.getLocalPort());
      for (; ; ) {
        Socket connection = listening.accept();
        Thread.ofPlatform().daemon().start(() -> loop.serve(connection));
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      QueryReader queries = new QueryReader(reader); // a parser serves one thread
      for (String target = target(in); target != null; target = target(in)) {
        byte[] body;
        String status = "200 OK";
        try {
          int question = target.indexOf('?');
          Query query = queries.read(URLDecoder.decode(target.substring(question + 1), StandardCharsets.UTF_8));
          body = answer(target.substring(1, question), query).getBytes(StandardCharsets.UTF_8);
        } catch (Exception failure) {
          status = "400 Bad Request";
          body = String.valueOf(failure.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] bytes = new byte[head.length() + body.length];
        System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, head.length());
        System.arraycopy(body, 0, bytes, head.length(), body.length);
        out.write(bytes);
      }
    } catch (IOException left) {
      // The client has gone.
    }
  }

  /** The target of the next request, without its other headers; null at the end of the connection. */
  private static String target(InputStream in) throws IOException {
    String first = line(in);
    for (String header = first; header != null && !header.isEmpty(); ) header = line(in);
    return first == null ? null : first.split(" ")[1];
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int unit = in.read(); unit != '\n'; unit = in.read()) {
      if (unit < 0) return null;
      if (unit != '\r') line.append((char) unit);
    }
    return line.toString();
  }

  private String answer(String command, Query query) throws IOException {
    return switch (command) {
      case "COUNT" -> "{\"count\":" + searcher.count(query) + "}";
      case "BEST" -> best(searcher.search(query, new TopScoreDocCollectorManager(HITS, Integer.MAX_VALUE)), -1);
      case "BEST_APART" -> best(searcher.search(query, new TopScoreDocCollectorManager(HITS, null, HITS)), searcher.count(query));
      default -> throw new IllegalArgumentException("unknown command " + command);
    };
  }

  /** A count below zero: that of {@code top}. */
  private String best(TopDocs top, int count) {
    StringBuilder json = new StringBuilder("{\"count\":").append(count < 0 ? top.totalHits.value() : count).append(",\"hits\":[");
    for (ScoreDoc hit : top.scoreDocs) {
      int leaf = org.apache.lucene.index.ReaderUtil.subIndex(hit.doc, reader.leaves());
      int id = idsByDoc[leaf][hit.doc - reader.leaves().get(leaf).docBase];
      json.append(json.charAt(json.length() - 1) == '[' ? "" : ",").append("{\"id\":").append(id).append(",\"score\":").append(hit.score).append('}');
    }
    return json.append("]}").toString();
  }
}
