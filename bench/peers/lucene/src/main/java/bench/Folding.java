package bench;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/** Folding of characters, version 2, over ICU's data: the rules in order, until nothing changes. Not for several threads. */
final class Folding {
  private static final Normalizer2 CASE_FOLD = Normalizer2.getNFKCCasefoldInstance();
  private static final Normalizer2 NFKD = Normalizer2.getNFKDInstance();
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();
  private static final int TATWEEL = 0x640;
  private static final String CYRILLIC_VOWELS = "аеиоуъыэюяіѡѣѥѧѩѫѭѵєꙋꙗәөүұӕ";
  private static final int CACHED_MAX = 1 << 20;
  /** In PLAIN: the folded form is not one UTF-16 unit. */
  private static final char NOT_PLAIN = 1;
  private static final byte ENDS = 1;
  private static final byte GOES_ON = 2;
  /** By UTF-16 unit, filled as units occur: the folded form, 0 if not known. Threads may share it, because they write the same. */
  private static final char[] PLAIN = new char[0x10000];
  /** By UTF-16 unit: whether a stretch that folds alone ends before it, 0 if not known. */
  private static final byte[] BEFORE = new byte[0x10000];
  private final Map<String, String> cache = new HashMap<>();

  static boolean isMark(int point) {
    int category = UCharacter.getType(point);
    return category == UCharacterCategory.NON_SPACING_MARK || category == UCharacterCategory.ENCLOSING_MARK
        || category == UCharacterCategory.COMBINING_SPACING_MARK;
  }

  static boolean isIgnorable(int point) {
    return point == TATWEEL || UCharacter.hasBinaryProperty(point, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
  }

  String fold(String text) {
    String known = cache.get(text);
    if (known != null) return known;
    String folded = text;
    for (String next = foldOnce(folded); !next.equals(folded); next = foldOnce(folded)) folded = next;
    if (cache.size() == CACHED_MAX) cache.clear();
    cache.put(text, folded);
    return folded;
  }

  private static String foldOnce(String text) {
    StringBuilder visible = new StringBuilder();
    text.codePoints().filter(point -> !isIgnorable(point)).forEach(visible::appendCodePoint);
    StringBuilder digits = new StringBuilder();
    CASE_FOLD.normalize(visible).codePoints().forEach(point -> {
      if (UCharacter.getType(point) == UCharacterCategory.DECIMAL_DIGIT_NUMBER) digits.append(UCharacter.digit(point, 10));
      else digits.appendCodePoint(point);
    });
    String unmarked = NFC.normalize(withoutMarks(NFKD.normalize(digits)));
    StringBuilder out = new StringBuilder();
    unmarked.codePoints().forEach(point -> {
      int arabic = arabic(point);
      // The table of the description has small letters of Cherokee, where ICU folds to capitals.
      if (UScript.getScript(point) == UScript.CHEROKEE) out.appendCodePoint(UCharacter.toLowerCase(point));
      else if (UCharacter.isLetter(arabic) && arabic <= 0xffff) out.append(ascii((char) arabic));
      else out.appendCodePoint(arabic);
    });
    return out.toString();
  }

  private static String withoutMarks(String decomposed) {
    StringBuilder out = new StringBuilder();
    int base = -1;
    for (int i = 0; i < decomposed.length(); ) {
      int point = decomposed.codePointAt(i);
      i += Character.charCount(point);
      if (!isMark(point)) base = point;
      if (!isMark(point) || !isRemoved(point, base)) out.appendCodePoint(point);
    }
    return out.toString();
  }

  private static boolean isRemoved(int mark, int base) {
    if (base >= 0 && UCharacter.isLetter(base) && UScript.getScript(base) == UScript.CYRILLIC)
      return (mark == 0x300 || mark == 0x301) && CYRILLIC_VOWELS.indexOf(base) >= 0 || mark == 0x308 && base == 'е';
    int order = UCharacter.getCombiningClass(mark);
    return order == 7 || order >= 10 && order <= 36 || order >= 200;
  }

  private static int arabic(int point) {
    return switch (point) {
      case 0x629 -> 0x647;
      case 0x649, 0x6cc -> 0x64a;
      case 0x6a9 -> 0x643;
      default -> point;
    };
  }

  private static String ascii(char letter) {
    char[] out = new char[4];
    return new String(out, 0, ASCIIFoldingFilter.foldToASCII(new char[] {letter}, 0, out, 0, 1));
  }

  /** A folded text, and for each of its code points where it comes from. */
  static final class Folded {
    int length = 0;
    int[] points;
    /** The first code point of the source, then where it begins, and where its last mark ends: UTF-16 units. */
    int[] bases;
    int[] starts;
    int[] ends;

    private Folded(int size) {
      points = new int[size];
      bases = new int[size];
      starts = new int[size];
      ends = new int[size];
    }

    private void add(int point, int base, int start, int end) {
      if (length == points.length) {
        points = Arrays.copyOf(points, length * 2);
        bases = Arrays.copyOf(bases, length * 2);
        starts = Arrays.copyOf(starts, length * 2);
        ends = Arrays.copyOf(ends, length * 2);
      }
      points[length] = point;
      bases[length] = base;
      starts[length] = start;
      ends[length++] = end;
    }

    String text(int from, int to) {
      return new String(points, from, to - from);
    }
  }

  /** Folds stretches of text that fold alone: a character with its marks, what is ignorable behind it, and what composes with it. */
  Folded foldWithPlaces(String text) {
    Folded out = new Folded(Math.max(16, text.length()));
    for (int start = 0; start < text.length(); ) {
      char plain = plain(text.charAt(start));
      if (plain != NOT_PLAIN && (start + 1 == text.length() || isEndBefore(text.charAt(start + 1)))) {
        out.add(plain, text.charAt(start), start, ++start);
        continue;
      }
      int base = text.codePointAt(start);
      int next = start + Character.charCount(base);
      int end = next;
      while (next < text.length()) {
        int point = text.codePointAt(next);
        int after = next + Character.charCount(point);
        boolean isOfMark = isMark(point) || isCompatibleWithMark(point);
        if (!isOfMark && !isIgnorable(point)) {
          if (CASE_FOLD.hasBoundaryBefore(point) || !composes(text.substring(start, next), text.substring(next, after))) break;
          isOfMark = true;
        }
        if (isOfMark) end = after;
        next = after;
      }
      String folded = fold(text.substring(start, next));
      for (int i = 0; i < folded.length(); ) {
        int point = folded.codePointAt(i);
        out.add(point, base, start, end);
        i += Character.charCount(point);
      }
      start = next;
    }
    return out;
  }

  /** The folded form of a character alone, as nearly all are; {@link #NOT_PLAIN} if that is not one unit. */
  private char plain(char unit) {
    char known = PLAIN[unit];
    if (known != 0) return known;
    String folded = Character.isSurrogate(unit) ? "" : fold(String.valueOf(unit));
    return PLAIN[unit] = folded.length() == 1 && folded.charAt(0) > NOT_PLAIN ? folded.charAt(0) : NOT_PLAIN;
  }

  private static boolean isEndBefore(char unit) {
    if (BEFORE[unit] == 0) {
      boolean goesOn = Character.isSurrogate(unit) || isMark(unit) || isCompatibleWithMark(unit) || isIgnorable(unit);
      BEFORE[unit] = goesOn || !CASE_FOLD.hasBoundaryBefore(unit) ? GOES_ON : ENDS;
    }
    return BEFORE[unit] == ENDS;
  }

  /** Halfwidth marks of kana are letters, and compatible with marks. */
  private static boolean isCompatibleWithMark(int point) {
    String compatible = NFKD.normalize(Character.toString(point));
    return compatible.codePointCount(0, compatible.length()) == 1 && isMark(compatible.codePointAt(0));
  }

  private boolean composes(String before, String character) {
    return !fold(before + character).equals(fold(before) + fold(character));
  }
}
