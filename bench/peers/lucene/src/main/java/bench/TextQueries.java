package bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/** Queries of texts: terms at their positions, and for a run of one unit each token that begins with it. */
final class TextQueries {
  private final IndexReader reader;
  private final Analysis analysis = new Analysis();

  TextQueries(IndexReader reader) {
    this.reader = reader;
  }

  Query of(TextNode node) {
    if (SpecAnalyzer.isWhole(node.field)) return new TermQuery(new Term(node.field, analysis.fold(node.text)));
    List<Analysis.Element> elements = analysis.elements(node.text);
    if (elements.size() == 1) return single(node.field, elements.get(0));
    return elements.stream().anyMatch(Analysis.Element::isUnit) ? withUnits(node, elements) : phrase(node, elements);
  }

  private Query single(String field, Analysis.Element element) {
    return element.isUnit() ? new TermInSetQuery(field, startingWith(field, element.term())) : new TermQuery(new Term(field, element.term()));
  }

  private static Query phrase(TextNode node, List<Analysis.Element> elements) {
    PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(node.slop);
    for (Analysis.Element element : elements) phrase.add(new Term(node.field, element.term()), element.position());
    return phrase.build();
  }

  private Query withUnits(TextNode node, List<Analysis.Element> elements) {
    MultiPhraseQuery.Builder phrase = new MultiPhraseQuery.Builder().setSlop(node.slop);
    for (Analysis.Element element : elements) {
      List<BytesRef> terms = element.isUnit() ? startingWith(node.field, element.term()) : List.of(new BytesRef(element.term()));
      if (terms.isEmpty()) return new MatchNoDocsQuery("no token begins with " + element.term());
      phrase.add(terms.stream().map(term -> new Term(node.field, term)).toArray(Term[]::new), element.position());
    }
    return phrase.build();
  }

  private List<BytesRef> startingWith(String field, String unit) {
    List<BytesRef> found = new ArrayList<>();
    try {
      Terms terms = MultiTerms.getTerms(reader, field);
      if (terms == null) return found;
      TermsEnum all = terms.iterator();
      BytesRef prefix = new BytesRef(unit);
      for (TermsEnum.SeekStatus at = all.seekCeil(prefix); at != TermsEnum.SeekStatus.END; ) {
        String term = all.term().utf8ToString();
        if (!term.startsWith(unit)) break;
        if (Analysis.isFirstUnit(unit, term)) found.add(BytesRef.deepCopyOf(all.term()));
        if (all.next() == null) break;
      }
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
    return found;
  }
}
