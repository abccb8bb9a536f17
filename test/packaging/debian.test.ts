/** The Debian package: built from the installed npm package, unpacked elsewhere, and run there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { describeWith } from '../support/has-tool.ts';
import { installPackage } from '../support/installed-package.ts';

describeWith('dpkg-deb')('a Debian package', () => {
  const root = temporaryDir();
  const there = join(root, 'there');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  let file: string;
  beforeAll(() => {
    const { home } = installPackage(root);
    const given = ['--app', home, '--node', process.execPath, '--out', root, '--compression', 'none'];
    file = execFileSync(process.execPath, ['packaging/debian/make-deb.mjs', ...given], { encoding: 'utf8' }).trim();
    mkdirSync(there);
    execFileSync('dpkg-deb', ['--extract', file, there]);
  });

  const field = (name: string): string =>
    execFileSync('dpkg-deb', ['--field', file, name], { encoding: 'utf8' }).trim();

  test('has a valid description, and needs nothing newer than Debian has', () => {
    expect([field('Package'), field('Version')]).toEqual(['case-access', version]);
    expect(field('Architecture')).toBe(process.arch === 'x64' ? 'amd64' : process.arch);
    expect(field('Depends')).not.toMatch(/nodejs/);
    expect(Number(field('Installed-Size'))).toBeGreaterThan(50_000);
  });

  test('has a command that runs, also through a link, with the bundled Node', () => {
    const path = '/usr/bin:/bin';
    const run = (command: string): string =>
      execFileSync(command, ['--version'], { encoding: 'utf8', env: { PATH: path } });
    expect(run(join(there, 'usr/bin/case-access'))).toContain(`case-access ${version}`);
    execFileSync('ln', ['-s', join(there, 'usr/bin/case-access'), join(root, 'linked')]);
    expect(run(join(root, 'linked'))).toContain(`case-access ${version}`);
  });

  test('has the unit and its user as in the checkout', () => {
    for (const [path, own] of [
      ['usr/lib/systemd/system/case-access.service', 'packaging/systemd/case-access.service'],
      ['usr/lib/sysusers.d/case-access.conf', 'packaging/systemd/case-access.sysusers.conf'],
    ] as const) {
      expect(readFileSync(join(there, path), 'utf8')).toBe(readFileSync(resolve(own), 'utf8'));
    }
  });

  test('belongs to root, and nobody else may write to it', () => {
    const lines = execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8', maxBuffer: 1e8 })
      .trim()
      .split('\n');
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([]);
    expect(lines.filter((line) => !line.startsWith('l') && /^.{5}w|^.{8}w/.test(line))).toEqual([]);
    expect(statSync(join(there, 'usr/lib/case-access/node')).mode & 0o777).toBe(0o755);
  });

  test('has scripts that a shell accepts, and that start no service', () => {
    const control = join(root, 'control');
    execFileSync('dpkg-deb', ['--control', file, control]);
    for (const name of ['postinst', 'prerm']) {
      execFileSync('sh', ['-n', join(control, name)]);
      expect(readFileSync(join(control, name), 'utf8')).not.toMatch(/\b(?:start|enable) /);
    }
  });
});
