/** The unit for systemd: systemd accepts it, its sandbox is tight, and the server accepts its command line. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { printTokenFile } from '../../src/access/token-file.ts';
import { temporaryDir } from '../support/endings.ts';
import { describeWith } from '../support/has-tool.ts';

const FOLDER = 'packaging/systemd';
/** Maximum exposure out of 100, as for `systemd-analyze security --threshold`. */
const EXPOSURE_MAX = 15;

const unit = readFileSync(join(FOLDER, 'case-access.service'), 'utf8');
const dir = temporaryDir();

describeWith('systemd-analyze')('systemd', () => {
  test('accepts the unit without a warning', () => {
    // `verify` requires that the command exists. Its user need not.
    const path = join(dir, 'case-access.service');
    writeFileSync(path, unit.replace('ExecStart=case-access ', `ExecStart=${process.execPath} `));
    const said = execFileSync('sh', ['-c', `systemd-analyze verify --man=no "$1" 2>&1`, 'sh', path], {
      encoding: 'utf8',
    });
    expect(said.split('\n').filter((line) => line.includes('case-access'))).toEqual([]);
  });

  test('leaves the service few permissions', () => {
    const path = resolve(FOLDER, 'case-access.service');
    const options = ['--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX}`];
    const said = execFileSync('systemd-analyze', ['security', ...options, path], { encoding: 'utf8' });
    expect(said).toMatch(/Overall exposure level for case-access\.service: [01]\.\d/);
  });
});

test('evidence is not writable, and everyone needs a token', () => {
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).not.toMatch(/^ReadWritePaths=/m);
  expect(unit).toMatch(/^User=case-access$/m);
  expect(unit).toMatch(/^ExecStart=.* --tokens \S+ --host 127\.0\.0\.1 /m);
});

test('the server starts with the options of the unit, and a stop is clean', async () => {
  writeFileSync(join(dir, 'sources.json'), '[]');
  writeFileSync(join(dir, 'tokens'), printTokenFile([{ name: 'ana', role: 'reader' }]), { mode: 0o600 });
  const [, options] = /^ExecStart=case-access (.*)$/m.exec(unit) ?? [];
  const args = options!
    .replace('$CASE_ACCESS_OPTIONS', '--port 0')
    .replaceAll('/etc/case-access/', `${dir}/`)
    .replace('/var/lib/case-access', join(dir, 'data'))
    .split(' ');
  const child = spawn(process.execPath, ['dist/src/cli/main.js', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal)));
  try {
    const url = await new Promise<string>((found, failed) => {
      let said = '';
      child.stderr.on('data', (piece) => {
        said += piece;
        const address = /listens on (http:[^\s"]+)/.exec(said)?.[1];
        if (address !== undefined) found(address);
      });
      child.on('exit', () => failed(new Error(said)));
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/sources`)).status).toBe(401);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});
