package bench;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code build CORPUS INDEX THREADS [--merge | --reorder]}, {@code serve INDEX ITERATIONS}, {@code http INDEX}, or, over the analyzer alone, {@code tokens} and {@code unicode}.
 * A corpus that is a directory is a case: see {@link CaseItems}.
 */
public final class Main {
  public static void main(String[] args) throws Exception {
    if (args.length >= 4 && args[0].equals("build")) {
      boolean reorder = args.length > 4 && args[4].equals("--reorder");
      boolean merge = reorder || args.length > 4 && args[4].equals("--merge");
      Build.run(items(Path.of(args[1])), Path.of(args[2]), Integer.parseInt(args[3]), merge, reorder);
    }
    else if (args.length == 3 && args[0].equals("serve")) Serve.run(Path.of(args[1]), Integer.parseInt(args[2]));
    else if (args.length == 2 && args[0].equals("http")) HttpLoop.run(Path.of(args[1]));
    else if (args.length == 1 && args[0].equals("tokens")) Tokens.run();
    else if (args.length == 1 && args[0].equals("unicode")) Tokens.printVersion();
    else throw new IllegalArgumentException("build CORPUS INDEX THREADS [--merge | --reorder] | serve INDEX ITERATIONS | http INDEX | tokens | unicode");
  }

  private static Build.Items items(Path corpus) throws java.io.IOException {
    return Files.isDirectory(corpus) ? new CaseItems(corpus) : new CorpusLines(corpus);
  }

  /** The most memory this process has had resident, in bytes; 0 where the system does not tell. */
  static long peakBytes() throws java.io.IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return 0;
    for (String line : Files.readAllLines(status))
      if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    return 0;
  }
}
