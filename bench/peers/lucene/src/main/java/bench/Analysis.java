package bench;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Tokens, version 2, over ICU's data: words, runs in pairs, emoji, long words, and words broken at a line end. Not for several threads. */
final class Analysis {
  private static final int TERM_UNITS_MAX = 255;
  private static final int PIECE_STEP_UNITS = 128;
  private static final int[] UNIT_SCRIPTS = {
    UScript.HAN, UScript.HIRAGANA, UScript.KATAKANA, UScript.BOPOMOFO, UScript.HANGUL, UScript.THAI, UScript.LAO, UScript.KHMER, UScript.MYANMAR
  };

  private static final int KNOWN = 1;
  private static final int LETTER = 2;
  private static final int UNIT = 4;
  private static final int DIGIT = 8;
  private static final int PICTOGRAPH = 16;
  private static final int MARK = 32;
  private static final int REGION = 64;
  /** By UTF-16 unit; 0 if not known. */
  private static final byte[] TRAITS = new byte[0x10000];

  /** {@code firstEnd} is where the first unit of a token of a run ends, and 0 for other tokens. */
  record Token(String term, int position, int start, int end, int firstEnd) {}

  /** A token of a text must be the term, or begin with it as its first unit. */
  record Element(String term, int position, boolean isUnit) {}

  private enum Kind { WORD, UNIT, EMOJI }

  private record Piece(Kind kind, int from, int to, boolean goesOn) {}

  private final Folding folding = new Folding();

  String fold(String text) {
    return folding.fold(text);
  }

  List<Token> tokens(String text) {
    Folding.Folded folded = folding.foldWithPlaces(text);
    List<Piece> pieces = pieces(folded);
    List<Token> tokens = new ArrayList<>();
    boolean wasBroken = false;
    for (int position = 0; position < pieces.size(); position++) {
      Piece piece = pieces.get(position);
      Piece next = position + 1 < pieces.size() ? pieces.get(position + 1) : null;
      int start = folded.starts[piece.from];
      int end = folded.ends[piece.to - 1];
      int endOfPair = piece.goesOn ? folded.ends[next.to - 1] : end;
      boolean isBroken = next != null && isBroken(text, folded, piece, next);
      String whole = termOf(folded, piece, next);
      if (!wasBroken && !isBroken && whole.length() <= TERM_UNITS_MAX) {
        tokens.add(new Token(whole, position, start, endOfPair, piece.kind == Kind.UNIT ? end : 0));
        continue;
      }
      LinkedHashSet<Token> own = new LinkedHashSet<>();
      if (piece.kind == Kind.UNIT) {
        for (String term : cut(whole)) own.add(new Token(term, position, start, endOfPair, end));
        tokens.addAll(own);
        continue;
      }
      LinkedHashSet<String> seen = new LinkedHashSet<>();
      if (piece.kind == Kind.EMOJI) own.add(new Token(whole, position, start, end, 0));
      else addPieces(own, seen, folded, position, IntStream.range(piece.from, piece.to).toArray());
      if (wasBroken) addPieces(own, seen, folded, position, pointsOf(pieces.get(position - 1), piece));
      if (isBroken) addPieces(own, seen, folded, position, pointsOf(piece, next));
      wasBroken = isBroken;
      tokens.addAll(own);
    }
    return tokens;
  }

  private static int[] pointsOf(Piece first, Piece second) {
    return IntStream.concat(IntStream.range(first.from, first.to), IntStream.range(second.from, second.to)).toArray();
  }

  /** Adds the pieces of a word, which is at these code points, each where its own characters are. */
  private static void addPieces(LinkedHashSet<Token> own, LinkedHashSet<String> seen, Folding.Folded folded, int position, int[] at) {
    StringBuilder word = new StringBuilder();
    int[] ofUnit = Arrays.stream(at).flatMap(n -> IntStream.generate(() -> n).limit(Character.charCount(folded.points[n]))).toArray();
    for (int n : at) word.appendCodePoint(folded.points[n]);
    int begin = 0;
    for (String term : cutAll(word.toString())) {
      int from = outsidePair(word.toString(), begin);
      begin += PIECE_STEP_UNITS;
      if (seen.add(term)) own.add(new Token(term, position, folded.starts[ofUnit[from]], folded.ends[ofUnit[from + term.length() - 1]], 0));
    }
  }

  /** What a text means in a query. Joined words are for texts alone. */
  List<Element> elements(String text) {
    Folding.Folded folded = folding.foldWithPlaces(text);
    List<Piece> pieces = pieces(folded);
    List<Element> elements = new ArrayList<>();
    for (int position = 0; position < pieces.size(); position++) {
      Piece piece = pieces.get(position);
      Piece next = position + 1 < pieces.size() ? pieces.get(position + 1) : null;
      boolean isLastOfRun = piece.kind == Kind.UNIT && !piece.goesOn;
      if (isLastOfRun && position > 0 && pieces.get(position - 1).goesOn) continue;
      if (isLastOfRun) elements.add(new Element(termOf(folded, piece, next), position, true));
      else for (String term : new LinkedHashSet<>(cut(termOf(folded, piece, next)))) elements.add(new Element(term, position, false));
    }
    return elements;
  }

  /** Whether a token of a run begins with this unit: a mark behind it would make it another one. */
  static boolean isFirstUnit(String unit, String term) {
    if (!term.startsWith(unit)) return false;
    return term.length() == unit.length() || !Folding.isMark(term.codePointAt(unit.length()));
  }

  static boolean hasUnits(String text) {
    return text.codePoints().anyMatch(Analysis::isUnit);
  }

  private static String termOf(Folding.Folded folded, Piece piece, Piece next) {
    if (piece.kind == Kind.EMOJI && !isRegion(folded.points[piece.from])) return folded.text(piece.from, piece.from + 1);
    String own = folded.text(piece.from, piece.to);
    return piece.goesOn ? own + folded.text(next.from, next.to) : own;
  }

  static List<String> cut(String term) {
    return List.copyOf(new LinkedHashSet<>(cutAll(term)));
  }

  private static List<String> cutAll(String term) {
    if (term.length() <= TERM_UNITS_MAX) return List.of(term);
    List<String> pieces = new ArrayList<>();
    for (int begin = 0; ; begin += PIECE_STEP_UNITS) {
      int end = Math.min(begin + TERM_UNITS_MAX, term.length());
      pieces.add(term.substring(outsidePair(term, begin), outsidePair(term, end)));
      if (end == term.length()) return pieces;
    }
  }

  private static int outsidePair(String term, int at) {
    boolean isInside = at > 0 && at < term.length() && Character.isSurrogatePair(term.charAt(at - 1), term.charAt(at));
    return isInside ? at - 1 : at;
  }

  private static List<Piece> pieces(Folding.Folded folded) {
    List<Piece> pieces = new ArrayList<>();
    for (int at = 0; at < folded.length; ) {
      int point = folded.points[at];
      int to = at;
      Kind kind = Kind.WORD;
      if (isUnit(point)) {
        kind = Kind.UNIT;
        to = afterMarks(folded, at + 1);
      } else if (isLetter(point) || isDigit(point)) to = endOfWord(folded, at);
      else if (isRegion(point)) {
        kind = Kind.EMOJI;
        if (at + 1 < folded.length && isRegion(folded.points[at + 1])) to = at + 2;
      } else if (isPictograph(point)) {
        kind = Kind.EMOJI;
        to = at + 1;
        while (to < folded.length && isSkinTone(folded.points[to])) to++;
      }
      if (to > at) {
        Piece before = pieces.isEmpty() ? null : pieces.getLast();
        if (before != null && kind == Kind.UNIT && before.kind == Kind.UNIT && isOneRun(folded, before.to, at))
          pieces.set(pieces.size() - 1, new Piece(Kind.UNIT, before.from, before.to, true));
        pieces.add(new Piece(kind, at, to, false));
      }
      at = Math.max(to, at + 1);
    }
    return pieces;
  }

  private static int endOfWord(Folding.Folded folded, int from) {
    for (int at = from; ; ) {
      if (at == folded.length) return at;
      int point = folded.points[at];
      boolean isLetter = isLetter(point) && !isUnit(point);
      if (!isLetter && !isDigit(point)) return at;
      int base = folded.bases[at];
      at = isLetter ? afterMarks(folded, at + 1) : at + 1;
      if ((base == 'º' || base == 'ª') && at < folded.length && isDigit(folded.points[at])) return at;
    }
  }

  private static int afterMarks(Folding.Folded folded, int from) {
    int at = from;
    while (at < folded.length && (traitsOf(folded.points[at]) & MARK) != 0) at++;
    return at;
  }

  /** Nothing between, or one line break with blanks around it, which ends runs of Hangul. */
  private static boolean isOneRun(Folding.Folded folded, int from, int to) {
    if (from == to) return true;
    int last = from - 1;
    while (Folding.isMark(folded.points[last])) last--;
    if (isHangul(folded.points[last]) || isHangul(folded.points[to])) return false;
    return endOfBreak(folded.points, from, to) == to;
  }

  /** Behind blanks, a line break and blanks; -1 if they are not there. */
  private static int endOfBreak(int[] points, int from, int to) {
    int at = afterBlanks(points, from, to);
    if (at == to || !isLineBreak(points[at])) return -1;
    at += points[at] == '\r' && at + 1 < to && points[at + 1] == '\n' ? 2 : 1;
    return afterBlanks(points, at, to);
  }

  private static int afterBlanks(int[] points, int from, int to) {
    int at = from;
    while (at < to && (points[at] == '\t' || UCharacter.getType(points[at]) == UCharacterCategory.SPACE_SEPARATOR)) at++;
    return at;
  }

  private static boolean isLineBreak(int point) {
    return point == '\n' || point == '\r' || point == 0x85 || point == 0x2028;
  }

  /** A hyphen, or a soft one of the text as given, then a line break, then a lower-case letter. Soft hyphens beside a hyphen change nothing. */
  private boolean isBroken(String text, Folding.Folded folded, Piece before, Piece after) {
    if (before.kind != Kind.WORD || after.kind != Kind.WORD || UCharacter.getType(folded.bases[after.from]) != UCharacterCategory.LOWERCASE_LETTER) return false;
    int at = folded.ends[before.to - 1];
    int to = folded.starts[after.from];
    if (!hasLineBreak(text, at, to)) return false;
    StringBuilder between = new StringBuilder();
    for (int from = at; from <= to; ) {
      int soft = text.indexOf('\u00ad', from);
      int end = soft < 0 || soft > to ? to : soft;
      between.append(folding.fold(text.substring(from, end)));
      if (end < to) between.append('\u00ad');
      from = end + 1;
    }
    int[] points = withoutSoftHyphensBehindBreak(between.codePoints().toArray());
    int hyphen = afterSoftHyphens(points, 0);
    boolean isHyphen = hyphen < points.length && (points[hyphen] == '-' || points[hyphen] == 0x2010);
    int next = isHyphen ? afterSoftHyphens(points, hyphen + 1) : hyphen;
    return next > 0 && endOfBreak(points, next, points.length) == points.length;
  }

  private static boolean hasLineBreak(String text, int from, int to) {
    for (int at = from; at < to; at++) if (isLineBreak(text.charAt(at))) return true;
    return false;
  }

  /** Behind the line break a soft hyphen is any invisible character. */
  private static int[] withoutSoftHyphensBehindBreak(int[] points) {
    int lineBreak = 0;
    while (lineBreak < points.length && "\n\r\u0085\u2028".indexOf(points[lineBreak]) < 0) lineBreak++;
    int from = lineBreak;
    return IntStream.range(0, points.length).filter(at -> at < from || points[at] != 0xad).map(at -> points[at]).toArray();
  }

  private static int afterSoftHyphens(int[] points, int from) {
    int at = from;
    while (at < points.length && points[at] == 0xad) at++;
    return at;
  }

  /** What a character is, of UTF-16 units from a table that is filled as they occur. Threads may share it, because they write the same. */
  private static int traitsOf(int point) {
    if (point >= TRAITS.length) return computeTraits(point);
    if (TRAITS[point] == 0) TRAITS[point] = computeTraits(point);
    return TRAITS[point];
  }

  private static byte computeTraits(int point) {
    boolean isLetter = UCharacter.isLetter(point) || UCharacter.getType(point) == UCharacterCategory.LETTER_NUMBER;
    int traits = KNOWN;
    if (isLetter) traits |= LETTER;
    if (isLetter) for (int script : UNIT_SCRIPTS) if (UScript.hasScript(point, script)) traits |= UNIT;
    if (UCharacter.getType(point) == UCharacterCategory.DECIMAL_DIGIT_NUMBER) traits |= DIGIT;
    if (UCharacter.hasBinaryProperty(point, UProperty.EXTENDED_PICTOGRAPHIC)) traits |= PICTOGRAPH;
    if (UCharacter.hasBinaryProperty(point, UProperty.REGIONAL_INDICATOR)) traits |= REGION;
    if (Folding.isMark(point)) traits |= MARK;
    return (byte) traits;
  }

  private static boolean isLetter(int point) {
    return (traitsOf(point) & LETTER) != 0;
  }

  private static boolean isUnit(int point) {
    return (traitsOf(point) & UNIT) != 0;
  }

  private static boolean isDigit(int point) {
    return (traitsOf(point) & DIGIT) != 0;
  }

  private static boolean isPictograph(int point) {
    return (traitsOf(point) & PICTOGRAPH) != 0;
  }

  private static boolean isHangul(int point) {
    return UScript.hasScript(point, UScript.HANGUL);
  }

  private static boolean isSkinTone(int point) {
    return UCharacter.hasBinaryProperty(point, UProperty.EMOJI_MODIFIER);
  }

  private static boolean isRegion(int point) {
    return (traitsOf(point) & REGION) != 0;
  }
}
