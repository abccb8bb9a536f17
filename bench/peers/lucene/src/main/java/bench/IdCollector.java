package bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.DocIdStream;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/** All ids of an answer into one array, in batches where Lucene has batches. */
final class IdCollector implements Collector {
  private static final int BATCH = 4096;
  int[] ids = new int[1024];
  int count = 0;
  private final int[] docs = new int[BATCH];
  private final long[] values = new long[BATCH];

  static CollectorManager<IdCollector, IdCollector> manager() {
    return new CollectorManager<>() {
      @Override
      public IdCollector newCollector() {
        return new IdCollector();
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
    NumericDocValues column = DocValues.getNumeric(context.reader(), "id");
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
        column.longValues(pending, docs, values, 0);
        if (count + pending > ids.length) ids = Arrays.copyOf(ids, Math.max(ids.length * 2, count + pending));
        for (int i = 0; i < pending; i++) ids[count + i] = (int) values[i];
        count += pending;
        pending = 0;
      }
    };
  }
}
