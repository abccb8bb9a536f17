package bench;

import java.time.Instant;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.TextField;

/** Fields of a document: texts, and properties by their names. */
final class Fields {
  static Field text(String name, String value, boolean isStored) {
    return new TextField(name, value, isStored ? Field.Store.YES : Field.Store.NO);
  }

  /** A number or a date is a column as well. */
  static Field property(String name, String value, boolean isStored) {
    return isNumber(name) ? new LongField(name, number(name, value), isStored ? Field.Store.YES : Field.Store.NO) : text(name, value, isStored);
  }

  static boolean isNumber(String name) {
    return name.equals("length") || isDate(name);
  }

  private static boolean isDate(String name) {
    return name.equals("modified") || name.equals("created") || name.equals("accessed");
  }

  private static long number(String name, String value) {
    return isDate(name) ? Instant.parse(value).toEpochMilli() : Long.parseLong(value);
  }
}
