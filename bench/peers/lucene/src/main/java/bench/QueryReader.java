package bench;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.flexible.core.processors.QueryNodeProcessorPipeline;
import org.apache.lucene.queryparser.flexible.standard.StandardQueryParser;
import org.apache.lucene.queryparser.flexible.standard.builders.StandardQueryTreeBuilder;
import org.apache.lucene.queryparser.flexible.standard.config.PointsConfig;
import org.apache.lucene.queryparser.flexible.standard.nodes.PointRangeQueryNode;
import org.apache.lucene.queryparser.flexible.standard.processors.AnalyzerQueryNodeProcessor;
import org.apache.lucene.queryparser.flexible.core.nodes.FuzzyQueryNode;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;

/**
 * The flexible StandardQueryParser, set up so that answers are those of the query language: leading wildcards, fuzzy
 * prefix 2 and every fuzzy match (no cap on expansions, constant score), ranges of numbers and of plain dates by value.
 */
final class QueryReader {
  private static final int FUZZY_PREFIX = 2;
  private final StandardQueryParser parser = new StandardQueryParser(new SpecAnalyzer());

  QueryReader(IndexReader reader) {
    parser.setAllowLeadingWildcard(true);
    parser.setFuzzyPrefixLength(FUZZY_PREFIX);
    PointsConfig dates = new PointsConfig(new PlainDates(), Long.class);
    parser.setPointsConfigMap(
        Map.of("length", new PointsConfig(NumberFormat.getIntegerInstance(java.util.Locale.ROOT), Long.class),
            "modified", dates, "created", dates, "accessed", dates));
    StandardQueryTreeBuilder builder = (StandardQueryTreeBuilder) parser.getQueryBuilder();
    builder.setBuilder(FuzzyQueryNode.class, node -> uncapped((FuzzyQueryNode) node));
    builder.setBuilder(PointRangeQueryNode.class, node -> range((PointRangeQueryNode) node));
    TextQueries texts = new TextQueries(reader);
    builder.setBuilder(TextNode.class, node -> texts.of((TextNode) node));
    QueryNodeProcessorPipeline processors = (QueryNodeProcessorPipeline) parser.getQueryNodeProcessor();
    int analysis = processors.stream().map(Object::getClass).toList().indexOf(AnalyzerQueryNodeProcessor.class);
    processors.add(analysis, new TextNode.Processor());
  }

  Query read(String text) throws Exception {
    return parser.parse(text, "content");
  }

  private static Query uncapped(FuzzyQueryNode node) {
    String text = node.getTextAsString();
    int edits = FuzzyQuery.floatToEdits(node.getSimilarity(), text.codePointCount(0, text.length()));
    return new FuzzyQuery(new Term(node.getFieldAsString(), text), edits, FUZZY_PREFIX, Integer.MAX_VALUE, true,
        MultiTermQuery.CONSTANT_SCORE_BLENDED_REWRITE);
  }

  private static Query range(PointRangeQueryNode node) {
    Number lower = node.getLowerBound().getValue();
    Number upper = node.getUpperBound().getValue();
    long from = lower == null ? Long.MIN_VALUE : lower.longValue() + (node.isLowerInclusive() ? 0 : 1);
    long to = upper == null ? Long.MAX_VALUE : upper.longValue() - (node.isUpperInclusive() ? 0 : 1);
    return LongField.newRangeQuery(node.getField().toString(), from, to);
  }

  /** A plain date as the first millisecond of that day, UTC. */
  private static final class PlainDates extends NumberFormat {
    @Override
    public Number parse(String text, ParsePosition position) {
      position.setIndex(text.length());
      return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      return to.append((long) number);
    }

    @Override
    public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
      return to.append(java.time.Instant.ofEpochMilli(number).atZone(ZoneOffset.UTC).toLocalDate());
    }
  }
}
