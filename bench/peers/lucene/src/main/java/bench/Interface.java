package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.FacetsCollector;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.LabelAndValue;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * What the interface beside the contract asks of Lucene: counts by value, orders by field, pages, pieces of text around
 * matches. {@code build COLUMNS INDEX}; a line of COLUMNS is id, modified (ms), year, folded name, folded categories
 * parted by U+001F, text, tab separated. {@code serve INDEX} answers a line each: answer, then microseconds.
 */
public final class Interface {
  private static final int LABELS_MAX = 10_000;
  private static final FacetsConfig CONFIG = new FacetsConfig();

  static {
    CONFIG.setMultiValued("category", true);
  }

  public static void main(String[] args) throws Exception {
    if (args.length == 3 && args[0].equals("build")) build(Path.of(args[1]), Path.of(args[2]));
    else if (args.length == 2 && args[0].equals("serve")) serve(Path.of(args[1]));
    else throw new IllegalArgumentException("build COLUMNS INDEX | serve INDEX");
  }

  private static void build(Path columns, Path index) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new SpecAnalyzer()).setRAMBufferSizeMB(256);
    try (FSDirectory directory = FSDirectory.open(index);
        BufferedReader lines = Files.newBufferedReader(columns, StandardCharsets.UTF_8);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) writer.addDocument(document(line.split("\t", -1)));
      writer.forceMerge(1);
      writer.commit();
    }
  }

  private static Document document(String[] column) throws IOException {
    Document document = new Document();
    document.add(new NumericDocValuesField("id", Long.parseLong(column[0])));
    if (!column[1].isEmpty()) {
      document.add(new LongPoint("modified", Long.parseLong(column[1])));
      document.add(new NumericDocValuesField("modified", Long.parseLong(column[1])));
      document.add(new SortedSetDocValuesFacetField("year", column[2]));
    }
    if (!column[3].isEmpty()) document.add(new SortedDocValuesField("name", new BytesRef(column[3])));
    document.add(new SortedSetDocValuesFacetField("source", "bench"));
    for (String category : column[4].split("\u001f")) if (!category.isEmpty()) document.add(new SortedSetDocValuesFacetField("category", category));
    document.add(new TextField("content", column[5], Field.Store.YES));
    return CONFIG.build(document);
  }

  private static void serve(Path index) throws IOException {
    try (MMapDirectory directory = new MMapDirectory(index);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      Interface asked = new Interface(reader);
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(asked.answer(line.split("\t")));
        System.out.flush();
      }
    }
  }

  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final DefaultSortedSetDocValuesReaderState state;
  private final UnifiedHighlighter highlighter;
  private ScoreDoc last;

  private Interface(DirectoryReader reader) throws IOException {
    this.reader = reader;
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    state = new DefaultSortedSetDocValuesReaderState(reader, CONFIG);
    highlighter = UnifiedHighlighter.builder(searcher, new SpecAnalyzer()).withMaxLength(Integer.MAX_VALUE - 1).build();
  }

  /** FACETS from; SORT field from offset limit; NEXT field from limit; SNIPPETS word limit pieces. */
  private String answer(String[] asked) throws IOException {
    long start = System.nanoTime();
    Object[] found =
        switch (asked[0]) {
          case "FACETS" -> facets(Long.parseLong(asked[1]));
          case "SORT" -> page(asked[1], Long.parseLong(asked[2]), Integer.parseInt(asked[3]), Integer.parseInt(asked[4]));
          case "NEXT" -> next(asked[1], Long.parseLong(asked[2]), Integer.parseInt(asked[3]));
          case "SNIPPETS" -> snippets(asked[1], Integer.parseInt(asked[2]), Integer.parseInt(asked[3]));
          default -> throw new IllegalArgumentException("unknown command " + asked[0]);
        };
    double microseconds = (System.nanoTime() - start) / 1000.0;
    return shown(found) + "\t" + String.format(java.util.Locale.ROOT, "%.1f", microseconds);
  }

  private static Query since(long from) {
    return LongPoint.newRangeQuery("modified", from, Long.MAX_VALUE);
  }

  private Object[] facets(long from) throws IOException {
    FacetsCollector collected = searcher.search(since(from), new FacetsCollectorManager());
    SortedSetDocValuesFacetCounts counts = new SortedSetDocValuesFacetCounts(state, collected);
    return new Object[] {counts.getTopChildren(LABELS_MAX, "category").labelValues, counts.getTopChildren(LABELS_MAX, "year").labelValues, counts.getTopChildren(LABELS_MAX, "source").labelValues};
  }

  private static Sort by(String field) {
    SortField sorted = field.equals("modified") ? new SortField("modified", SortField.Type.LONG, true) : new SortField("name", SortField.Type.STRING);
    if (field.equals("name")) sorted.setMissingValue(SortField.STRING_LAST);
    return new Sort(sorted, SortField.FIELD_DOC);
  }

  private Object[] page(String field, long from, int offset, int limit) throws IOException {
    TopDocs top = searcher.search(since(from), new TopFieldCollectorManager(by(field), offset + limit, null, Integer.MAX_VALUE));
    last = top.scoreDocs[top.scoreDocs.length - 1];
    return new Object[] {top.totalHits.value(), ids(top.scoreDocs, offset)};
  }

  private Object[] next(String field, long from, int limit) throws IOException {
    TopDocs top = searcher.search(since(from), new TopFieldCollectorManager(by(field), limit, (FieldDoc) last, Integer.MAX_VALUE));
    return new Object[] {top.totalHits.value(), ids(top.scoreDocs, 0)};
  }

  private long[] ids(ScoreDoc[] docs, int offset) throws IOException {
    long[] ids = new long[Math.max(0, docs.length - offset)];
    NumericDocValues values = null;
    for (int i = 0; i < ids.length; i++) {
      values = MultiDocValues.getNumericValues(reader, "id");
      values.advanceExact(docs[offset + i].doc);
      ids[i] = values.longValue();
    }
    return ids;
  }

  private Object[] snippets(String word, int limit, int pieces) throws IOException {
    Query query = new TermQuery(new Term("content", word));
    TopDocs top = searcher.search(query, limit);
    String[] shown = highlighter.highlight("content", query, top, pieces);
    long marked = Arrays.stream(shown).filter(text -> text != null && text.contains("<b>")).count();
    return new Object[] {(long) top.scoreDocs.length, new long[] {marked}};
  }

  private static String shown(Object[] found) {
    return Arrays.stream(found)
        .map(
            part ->
                switch (part) {
                  case LabelAndValue[] values ->
                      Arrays.stream(values).map(value -> value.label + "=" + value.value).sorted().collect(Collectors.joining(","));
                  case long[] ids -> Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining(","));
                  default -> part.toString();
                })
        .collect(Collectors.joining(";"));
  }
}
