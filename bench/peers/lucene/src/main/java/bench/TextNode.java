package bench;

import java.util.List;
import org.apache.lucene.queryparser.flexible.core.nodes.FieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.NoTokenFoundQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNodeImpl;
import org.apache.lucene.queryparser.flexible.core.nodes.RangeQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.SlopQueryNode;
import org.apache.lucene.queryparser.flexible.core.parser.EscapeQuerySyntax;
import org.apache.lucene.queryparser.flexible.core.processors.QueryNodeProcessorImpl;
import org.apache.lucene.queryparser.flexible.standard.nodes.WildcardQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FuzzyQueryNode;
import org.apache.lucene.queryparser.flexible.standard.nodes.RegexpQueryNode;

/** Words and quoted texts as the language means them. Lucene's own processor would make alternatives of the tokens at a position. */
final class TextNode extends QueryNodeImpl {
  final String field;
  final String text;
  final int slop;

  private TextNode(String field, String text, int slop) {
    this.field = field;
    this.text = text;
    this.slop = slop;
    setLeaf(true);
  }

  @Override
  public CharSequence toQueryString(EscapeQuerySyntax syntax) {
    return field + ":\"" + syntax.escape(text, java.util.Locale.ROOT, EscapeQuerySyntax.Type.STRING) + "\"~" + slop;
  }

  /** Runs before Lucene's processor that analyzes texts, and leaves it none. */
  static final class Processor extends QueryNodeProcessorImpl {
    private final Analysis analysis = new Analysis();

    @Override
    protected QueryNode preProcessNode(QueryNode node) {
      if (node instanceof SlopQueryNode slop && slop.getChild() instanceof FieldQueryNode field) return textNode(field, slop.getValue());
      return node;
    }

    @Override
    protected QueryNode postProcessNode(QueryNode node) {
      if (node instanceof FuzzyQueryNode || node instanceof RegexpQueryNode) return node;
      if (node.getParent() instanceof RangeQueryNode) return node;
      if (node instanceof WildcardQueryNode wildcard) return withoutStars(wildcard);
      return node instanceof FieldQueryNode field ? textNode(field, 0) : node;
    }

    private QueryNode textNode(FieldQueryNode node, int slop) {
      String field = node.getFieldAsString();
      String text = node.getTextAsString();
      boolean isEmpty = SpecAnalyzer.isWhole(field) ? text.isEmpty() : analysis.elements(text).isEmpty();
      return isEmpty ? new NoTokenFoundQueryNode() : new TextNode(field, text, slop);
    }

    /** A star beside a run changes nothing. */
    private QueryNode withoutStars(WildcardQueryNode node) {
      String text = node.getTextAsString();
      if (!Analysis.hasUnits(text)) return node;
      String inner = text.replaceAll("^\\*+|\\*+$", "");
      if (inner.matches(".*[*?].*")) throw new IllegalArgumentException("a wildcard within a run");
      return new TextNode(node.getFieldAsString(), inner, 0);
    }

    @Override
    protected List<QueryNode> setChildrenOrder(List<QueryNode> children) {
      return children;
    }
  }
}
