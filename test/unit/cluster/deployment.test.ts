/**
 * How a cluster is started, manually and by the tests: the files in docs/cluster are compared with the program's requirements,
 * and the tests' own cleanup is checked.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parseEngine } from '../../../src/cluster/link/cluster-address.ts';
import { ADVISED } from '../../cluster/support/test-cluster.ts';
import { temporaryDir } from '../../support/endings.ts';

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
}

const read = (file: string): string => readFileSync(join('docs/cluster', file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const settings = parse(read('opensearch.yml')) as Readonly<Record<string, unknown>>;
const services = Object.entries(compose.services);

describe('docs/cluster', () => {
  test('has nodes that know each other, each with its own folder', () => {
    const names = services.map(([name]) => name);
    expect(names).toHaveLength(3);
    const folders = new Set<string>();
    for (const [name, { environment, volumes }] of services) {
      expect(environment).toMatchObject({
        'node.name': name,
        'discovery.seed_hosts': names.join(),
        'cluster.initial_cluster_manager_nodes': names.join(),
        DISABLE_INSTALL_DEMO_CONFIG: 'true',
      });
      const [data] = volumes.map((volume) => volume.split(':')[0]!);
      expect(compose.volumes).toHaveProperty(data!);
      folders.add(data!);
      expect(volumes).toContain(`./certs/${name}:/usr/share/opensearch/config/certs:ro`);
      expect(volumes).toContain('./opensearch.yml:/usr/share/opensearch/config/opensearch.yml:ro');
    }
    expect(folders.size).toBe(names.length);
    expect(settings['plugins.security.nodes_dn']).toEqual(names.map((name) => `CN=${name}`));
  });

  test('has the settings and the release that the tests use', () => {
    for (const advised of ADVISED) {
      const [name, value] = advised.split('=');
      expect([name, String(settings[name!])]).toEqual([name, value]);
    }
    const own = Object.keys(settings).filter((name) => /^(indices|search_backpressure|cluster\.fault)/.test(name));
    expect(own).toHaveLength(ADVISED.length);
    const [, release] = /<opensearch.version>([^<]+)</.exec(readFileSync('test/cluster/node/pom.xml', 'utf8'))!;
    for (const [, { image }] of services) expect(image).toBe(`opensearchproject/opensearch:${release}`);
  });

  test('is started as docs/scale.md says', () => {
    const page = readFileSync('docs/scale.md', 'utf8');
    const ports = services.map(([, { ports }]) => ports[0]!.split(':')[0]!);
    const [, engine] = /--engine (opensearch=https:\/\/localhost\S+)/.exec(page)!;
    expect(parseEngine(engine!).nodes).toEqual(ports.map((port) => `https://localhost:${port}`));
  });
});

test('a cluster for tests is skipped by name without Maven', () => {
  const path = temporaryDir();
  for (const tool of ['sh', 'sed', 'mkdir']) {
    const found = ['/bin', '/usr/bin'].map((folder) => join(folder, tool)).find(existsSync);
    symlinkSync(found!, join(path, tool));
  }
  const { status, stdout } = spawnSync('test/cluster/install.sh', { env: { PATH: path }, encoding: 'utf8' });
  expect([status, stdout]).toEqual([
    3,
    expect.stringMatching(/^cluster: skipped, no (mvn|JDK of release 21 or newer)$/m),
  ]);
});
