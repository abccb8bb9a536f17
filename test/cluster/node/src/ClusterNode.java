import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/**
 * One node of a cluster for tests and benchmarks, in a JVM of its own, so that it can be killed. Plugins come from the class
 * path. Listens on loopback only. Arguments: settings as name=value; `path.home` is one of them. With the argument `--once` it
 * ends as soon as it has started, which makes the class archive.
 */
public final class ClusterNode extends Node {
  private ClusterNode(Environment environment) {
    super(environment, List.of(plugin("org.opensearch.transport.Netty4ModulePlugin"), plugin("org.opensearch.analysis.common.CommonAnalysisModulePlugin")), true);
  }

  private static PluginInfo plugin(String name) {
    return new PluginInfo(name, "", "3.8.0", Version.CURRENT, "21", name, null, Collections.emptyList(), false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    boolean isOnce = false;
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 0) isOnce = argument.equals("--once");
      else if (argument.startsWith("discovery.seed_hosts=") || argument.startsWith("cluster.initial_cluster_manager_nodes="))
        settings.putList(argument.substring(0, equals), argument.substring(equals + 1).split(","));
      else settings.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    Settings given = settings.build();
    Environment environment = InternalSettingsPreparer.prepareEnvironment(
        given, Collections.emptyMap(), Path.of(given.get("path.home"), "config"), () -> given.get("node.name"));
    ClusterNode node = new ClusterNode(environment);
    node.start();
    System.out.println("READY");
    if (isOnce) {
      node.close();
      System.exit(0);
    }
    // Whoever started it holds the other end.
    while (System.in.read() >= 0) continue;
    Runtime.getRuntime().halt(0);
  }
}
