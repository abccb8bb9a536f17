package bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * Texts on stdin, a JSON string a line, to lines of tokens: {@code term position start end} of each, then the end of the first unit for a
 * token of a run; tokens are separated by tabs. Terms have no white space.
 */
final class Tokens {
  static void run() throws IOException {
    JsonFactory json = new JsonFactory();
    Analysis analysis = new Analysis();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try (JsonParser parser = json.createParser(line)) {
        parser.nextToken();
        String separator = "";
        for (Analysis.Token token : analysis.tokens(parser.getText())) {
          out.write(separator);
          out.write(token.term() + ' ' + token.position() + ' ' + token.start() + ' ' + token.end());
          if (token.firstEnd() > 0) out.write(" " + token.firstEnd());
          separator = "\t";
        }
      }
      out.write('\n');
      if (!in.ready()) out.flush();
    }
    out.flush();
  }

  /** Unicode's version in ICU's data. */
  static void printVersion() {
    System.out.println(com.ibm.icu.lang.UCharacter.getUnicodeVersion());
  }
}
