package bench;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * The analysis of docs/query-language.md over ICU's data (Folding, Analysis), with a gap of 100 between values. Category and hash fields
 * are one token a value.
 */
final class SpecAnalyzer extends DelegatingAnalyzerWrapper {
  private final Analyzer words = new Words();
  private final Analyzer whole = new Whole();

  SpecAnalyzer() {
    super(PER_FIELD_REUSE_STRATEGY);
  }

  static boolean isWhole(String field) {
    return field.equals("category") || field.equals("hash") || field.equals("md5") || field.startsWith("sha-");
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String field) {
    return isWhole(field) ? whole : words;
  }

  private static final class Words extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return new TokenStreamComponents(new Cut(new Analysis(), false));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream in) {
      return new Fold(in);
    }

    @Override
    public int getPositionIncrementGap(String field) {
      return 100;
    }
  }

  private static final class Whole extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return new TokenStreamComponents(new Cut(new Analysis(), true));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream in) {
      return new Fold(in);
    }
  }

  /** Tokens of a value, which is read to its end first. */
  private static final class Cut extends Tokenizer {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final Analysis analysis;
    private final boolean isWhole;
    private Iterator<Analysis.Token> tokens = null;
    private int position = -1;
    private int startBefore = 0;
    private int length = 0;

    Cut(Analysis analysis, boolean isWhole) {
      this.analysis = analysis;
      this.isWhole = isWhole;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (tokens == null) tokens = read().iterator();
      if (!tokens.hasNext()) return false;
      clearAttributes();
      Analysis.Token token = tokens.next();
      term.append(token.term());
      increment.setPositionIncrement(token.position() - position);
      position = token.position();
      // Lucene wants offsets that do not go back; those of a joined word at its second part would.
      startBefore = Math.max(startBefore, token.start());
      offset.setOffset(correctOffset(startBefore), correctOffset(Math.max(startBefore, token.end())));
      return true;
    }

    private List<Analysis.Token> read() throws IOException {
      StringBuilder text = new StringBuilder();
      char[] buffer = new char[8192];
      for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) text.append(buffer, 0, n);
      length = text.length();
      if (!isWhole) return analysis.tokens(text.toString());
      return length == 0 ? List.of() : List.of(new Analysis.Token(analysis.fold(text.toString()), 0, 0, length, 0));
    }

    @Override
    public void end() throws IOException {
      super.end();
      offset.setOffset(correctOffset(length), correctOffset(length));
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      tokens = null;
      position = -1;
      startBefore = 0;
    }
  }

  private static final class Fold extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final Analysis analysis = new Analysis();

    Fold(TokenStream in) {
      super(in);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) return false;
      String folded = analysis.fold(term.toString());
      term.setEmpty().append(folded);
      return true;
    }
  }
}
