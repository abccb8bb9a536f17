/** The npm package, packed and installed into an empty folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the files of the checkout in a folder of their own, because other tests run in the checkout meanwhile. */
export function installPackage(root: string): {
  readonly stage: string;
  readonly home: string;
  readonly packed: Packed;
} {
  const stage = join(root, 'stage');
  const home = join(root, 'home');
  mkdirSync(stage);
  mkdirSync(home);
  for (const path of ['package.json', 'README.md', 'LICENSE', 'bin', 'data-samples', 'docs', 'test/cli']) {
    cpSync(path, join(stage, path), { recursive: true });
  }
  execFileSync(process.execPath, ['src/packaging/bundle-package.mjs', stage]);
  const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: stage,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = (JSON.parse(answer.toString()) as Packed[])[0]!;
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, join(stage, packed.filename)], { cwd: home, stdio: 'ignore' });
  return { stage, home, packed };
}
