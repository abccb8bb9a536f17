package bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.DocIdStream;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/** All ids of an answer into one array, in batches where Lucene has batches. Ids by document are kept in arrays, as our engine keeps its own. */
final class IdCollector implements Collector {
  private static final int BATCH = 4096;
  int[] ids = new int[1024];
  int count = 0;
  private final int[] docs = new int[BATCH];
  private final int[][] idsByDoc;

  private IdCollector(int[][] idsByDoc) {
    this.idsByDoc = idsByDoc;
  }

  /** The ids of every document, by segment. */
  static int[][] idsOf(IndexReader reader) throws IOException {
    int[][] ids = new int[reader.leaves().size()][];
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues column = DocValues.getNumeric(leaf.reader(), "id");
      int[] own = new int[leaf.reader().maxDoc()];
      for (int doc = column.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = column.nextDoc()) own[doc] = (int) column.longValue();
      ids[leaf.ord] = own;
    }
    return ids;
  }

  static CollectorManager<IdCollector, IdCollector> manager(int[][] idsByDoc) {
    return new CollectorManager<>() {
      @Override
      public IdCollector newCollector() {
        return new IdCollector(idsByDoc);
      }

      @Override
      public IdCollector reduce(Collection<IdCollector> parts) {
        return parts.iterator().next();
      }
    };
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
    int[] own = idsByDoc[context.ord];
    return new LeafCollector() {
      private int pending = 0;

      @Override
      public void setScorer(Scorable scorer) {}

      @Override
      public void collect(int doc) throws IOException {
        docs[pending++] = doc;
        if (pending == BATCH) flush();
      }

      @Override
      public void collectRange(int from, int to) throws IOException {
        for (int doc = from; doc < to; doc++) collect(doc);
      }

      @Override
      public void collect(DocIdStream stream) throws IOException {
        flush();
        for (int n = stream.intoArray(docs); n > 0; n = stream.intoArray(docs)) {
          pending = n;
          flush();
        }
      }

      @Override
      public void finish() throws IOException {
        flush();
      }

      private void flush() throws IOException {
        if (pending == 0) return;
        if (count + pending > ids.length) ids = Arrays.copyOf(ids, Math.max(ids.length * 2, count + pending));
        for (int i = 0; i < pending; i++) ids[count + i] = own[docs[i]];
        count += pending;
        pending = 0;
      }
    };
  }
}
