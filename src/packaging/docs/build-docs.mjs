/**
 * Builds docs/ to a site in dist/docs, or in the folder of the first argument. `make docs` runs it. `--package` leaves out pages
 * for developers of this project, and pictures. A broken link ends the build with the page and the link.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { frame, navigation, together } from './frame.mjs';
import { INDEX, readPages } from './pages.mjs';
import { Renderer } from './rendering.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values, positionals } = parseArgs({ options: { package: { type: 'boolean' } }, allowPositionals: true });
const out = positionals[0] ?? join(root, 'dist/docs');

const pages = readPages(root, values.package === true);
const renderer = new Renderer(root, pages, values.package !== true);
const rendered = [...pages.values()].map((page) => ({ page, ...renderer.render(page) }));
renderer.checkAnchors();

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const groups = navigation(pages.get(INDEX), pages);
for (const { page, html, contents } of rendered) {
  writeFileSync(join(out, page.name), frame(page, html, contents, groups));
}
writeFileSync(join(out, 'all.html'), together(rendered));
for (const [from, to] of renderer.files) copyFileSync(join(root, from), join(out, to));
copyFileSync(join(root, 'src/page/documentation/site.css'), join(out, 'site.css'));
await buildScript();

async function buildScript() {
  const entry = join(root, 'src/page/documentation/search.ts');
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'search', fileName: basename(entry, '.ts') },
    },
  });
  writeFileSync(join(out, 'search.js'), output[0].code);
}

process.stderr.write(`${rendered.length} pages of documentation in ${out}\n`);
