package bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Writes an index with stored values of every kind, empty documents, a document of many pieces and deletions, then prints
 * what Lucene reads of it: test/fixtures/lucene was made so.
 *
 *   java bench.WriteKinds INDEX > lines.txt
 */
public final class WriteKinds {
  private static final Random random = new Random(7);

  public static void main(String[] args) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(null).setUseCompoundFile(false).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(FSDirectory.open(Path.of(args[0])), config)) {
      for (int doc = 0; doc < 4000; doc++) {
        Document document = new Document();
        String smile = random.nextInt(10) == 0 ? "\ud83d\ude00" + doc : "";
        document.add(new StringField("key", "t" + random.nextInt(50) + smile, Field.Store.NO));
        // More than a chunk of nothing.
        boolean empty = doc > 500 && doc < 3000;
        int count = empty ? 0 : doc == 300 ? 1000 : doc == 77 ? 1 : random.nextInt(4);
        for (int i = 0; i < count; i++) document.add(value("f" + random.nextInt(100), doc == 77));
        writer.addDocument(document);
        if (doc == 3500) writer.commit();
      }
      writer.deleteDocuments(new Term("key", "t7"));
      writer.commit();
    }
    try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(args[0])));
        PrintStream out = new PrintStream(System.out, false, "UTF-8")) {
      for (LeafReaderContext leaf : reader.leaves()) print(leaf.reader(), leaf.docBase, out);
    }
  }

  private static StoredField value(String field, boolean large) {
    switch (large ? 0 : random.nextInt(6)) {
      case 0:
        StringBuilder text = new StringBuilder();
        for (int left = large ? 140000 : random.nextInt(8); left > 0; left--) {
          text.append(random.nextInt(4) == 0 ? "\u00e9\u65e5" : Integer.toString(random.nextInt(large ? 4 : 100)));
        }
        return new StoredField(field, text.toString());
      case 1:
        byte[] bytes = new byte[random.nextInt(60) == 0 ? 2000 : random.nextInt(30)];
        random.nextBytes(bytes);
        return new StoredField(field, bytes);
      case 2:
        return new StoredField(field, random.nextBoolean() ? random.nextInt(200) - 100 : random.nextInt());
      case 3:
        float any = Float.intBitsToFloat(random.nextInt());
        return new StoredField(field, random.nextBoolean() ? random.nextInt(140) - 5 : Float.isNaN(any) ? 0.1f : any);
      case 4:
        long[] units = {1, 1000, 3_600_000, 86_400_000};
        long small = (random.nextInt(60000) - 30000) * units[random.nextInt(4)];
        long edge = random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
        return new StoredField(field, random.nextInt(3) > 0 ? small : random.nextInt(9) == 0 ? edge : random.nextLong());
      default:
        double real = Double.longBitsToDouble(random.nextLong());
        double simple = random.nextBoolean() ? random.nextInt(140) - 5 : random.nextFloat() * 7;
        return new StoredField(field, random.nextBoolean() || Double.isNaN(real) ? simple : real);
    }
  }

  private static void print(LeafReader reader, int docBase, PrintStream out) throws IOException {
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      boolean live = reader.getLiveDocs() == null || reader.getLiveDocs().get(doc);
      out.print("doc " + (docBase + doc) + " " + live + "\n");
      for (IndexableField field : reader.document(doc)) out.print(field.name() + " " + shown(field) + "\n");
    }
    TermsEnum terms = reader.terms("key").iterator();
    while (terms.next() != null) {
      out.print("term " + terms.term().utf8ToString() + " " + terms.docFreq());
      PostingsEnum postings = terms.postings(null, PostingsEnum.NONE);
      while (postings.nextDoc() != PostingsEnum.NO_MORE_DOCS) out.print(" " + postings.docID());
      out.print("\n");
    }
  }

  /** Numbers with a fraction by their bits. */
  private static String shown(IndexableField field) {
    Number number = field.numericValue();
    if (number instanceof Float) return "float " + Float.floatToIntBits((Float) number);
    if (number instanceof Double) return "double " + Double.doubleToLongBits((Double) number);
    if (number instanceof Integer) return "int " + number;
    if (number instanceof Long) return "long " + number;
    BytesRef bytes = field.binaryValue();
    if (bytes == null) return "string " + field.stringValue();
    return "binary " + Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes.bytes, bytes.offset, bytes.offset + bytes.length));
  }
}
