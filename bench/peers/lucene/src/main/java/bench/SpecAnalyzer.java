package bench;

import java.io.Reader;
import java.text.Normalizer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.util.CharTokenizer;

/**
 * The analysis of docs/query-language.md out of Lucene's own parts: runs of letters and decimal digits of at most 255
 * units, lower-cased, ASCII-folded; a gap of 100 between values. Category and hash fields are one token a value. Texts
 * are put into NFC before they come here.
 */
final class SpecAnalyzer extends DelegatingAnalyzerWrapper {
  private final Analyzer words = new Words();
  private final Analyzer whole = new Whole();

  SpecAnalyzer() {
    super(PER_FIELD_REUSE_STRATEGY);
  }

  static String composed(String text) {
    return Normalizer.isNormalized(text, Normalizer.Form.NFC) ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
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
      Tokenizer source =
          new CharTokenizer() {
            @Override
            protected boolean isTokenChar(int point) {
              return Character.isLetter(point) || Character.getType(point) == Character.DECIMAL_DIGIT_NUMBER;
            }
          };
      return new TokenStreamComponents(source, folded(source));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream in) {
      return folded(in);
    }

    @Override
    public int getPositionIncrementGap(String field) {
      return 100;
    }
  }

  private static final class Whole extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer source = new KeywordTokenizer();
      return new TokenStreamComponents(source, folded(source));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream in) {
      return folded(in);
    }

    @Override
    protected Reader initReader(String field, Reader reader) {
      return reader;
    }
  }

  private static TokenStream folded(TokenStream in) {
    return new ASCIIFoldingFilter(new LowerCaseFilter(in));
  }
}
