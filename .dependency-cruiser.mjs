/**
 * The arrows of docs/architecture.md, as rules: which folder may import which, and which file knows which package.
 * `make arrows` runs them; test/tidy/arrows.test.ts plants violations to show that they are found.
 */

/** Files of `src/<name>/` may import their own folder and the folders listed, nothing else of src or grammar. */
const layer = (name, ...mayUse) => ({
  name: `layer-${name}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: {
    path: '^(src|grammar)/',
    pathNot: [name, ...mayUse].map((n) => (n === 'grammar' ? '^grammar/' : `^src/${n}/`)),
  },
});

/**
 * Rooms of `src/<house>/`: a room may use its own files, the rooms listed and, of the files that stand in none, those that
 * every room builds on. What drives the rooms stands beside them and may use them all.
 */
const room = (house, name, ...mayUse) => ({
  name: `room-${house}-${name}`,
  severity: 'error',
  from: { path: `^src/${house}/${name}/` },
  to: {
    path: `^src/${house}/[^/]+/`,
    pathNot: [name, ...mayUse].map((n) => `^src/${house}/${n}/`),
  },
});

/** Only files that match `where` may import the package. */
const onlyIn = (packageName, ...where) => ({
  name: `only-${packageName.replace('/', '-')}`,
  severity: 'error',
  from: { path: '^(src|grammar)/', pathNot: where },
  to: { path: `(^|/)node_modules/${packageName}(/|$)` },
});

/** Pure folders compute: no disk, network, clock thread or process. */
const pure = (name, where) => ({
  name: `pure-${name}`,
  severity: 'error',
  from: { path: where },
  to: { dependencyTypes: ['core'], pathNot: '^(node:)?(assert|buffer|crypto|util)(/strict)?$' },
});

export default {
  forbidden: [
    { name: 'layer-grammar', severity: 'error', from: { path: '^grammar/' }, to: { path: '^src/' } },
    layer('shared'),
    layer('codec', 'shared'),
    layer('kernel', 'shared'),
    layer('analysis', 'shared'),
    layer('automaton', 'analysis', 'shared'),
    layer('schema', 'shared'),
    layer('search', 'schema', 'grammar', 'shared'),
    layer('engine', 'schema', 'analysis', 'codec', 'automaton', 'kernel', 'shared'),
    room('engine', 'store'),
    room('engine', 'postings', 'store'),
    room('engine', 'columns', 'store'),
    room('engine', 'dictionary', 'postings', 'store'),
    room('engine', 'structure', 'columns', 'store'),
    room('engine', 'spelling', 'store'),
    room('engine', 'inversion', 'spelling', 'dictionary', 'columns', 'postings', 'store'),
    room('engine', 'analyzed', 'inversion', 'spelling', 'postings', 'store'),
    layer('query', 'search', 'engine', 'schema', 'grammar', 'analysis', 'automaton', 'kernel', 'codec', 'shared'),
    room('query', 'operators'),
    room('query', 'phrase', 'operators'),
    room('query', 'ranking', 'phrase', 'operators'),
    room('query', 'columns', 'operators'),
    room('query', 'rows'),
    room('query', 'families', 'columns', 'operators'),
    room('query', 'keywords', 'plan', 'columns', 'operators'),
    room('query', 'plan', 'columns', 'ranking', 'phrase', 'operators'),
    room('query', 'matching', 'plan', 'columns', 'phrase', 'operators'),
    layer('confined', 'shared'),
    layer('cases', 'schema', 'confined', 'kernel', 'shared'),
    room('cases', 'files'),
    room('cases', 'portable', 'files'),
    room('cases', 'loadfiles', 'files'),
    room('cases', 'lucene', 'files'),
    room('cases', 'evidence', 'files'),
    room('cases', 'sqlite', 'evidence', 'files'),
    room('cases', 'archives', 'evidence', 'files'),
    room('cases', 'tsk', 'sqlite', 'evidence', 'files'),
    room('cases', 'autopsy', 'tsk', 'sqlite', 'evidence', 'files'),
    room('cases', 'iped', 'lucene', 'archives', 'tsk', 'sqlite', 'evidence', 'files'),
    layer('content-text', 'cases', 'confined', 'shared'),
    layer('thumbnails', 'cases', 'confined', 'shared'),
    layer('data-dir', 'shared'),
    layer('build', 'cases', 'data-dir', 'engine', 'schema', 'analysis', 'shared'),
    layer('processes', 'suggest', 'query', 'search', 'engine', 'grammar', 'shared'),
    layer('sources', 'processes', 'build', 'cases', 'data-dir', 'search', 'query', 'engine', 'shared'),
    layer('bookmarks', 'shared'),
    room('bookmarks', 'descriptions'),
    room('bookmarks', 'store', 'descriptions'),
    room('bookmarks', 'format-1', 'store'),
    room('bookmarks', 'exchange', 'descriptions'),
    room('bookmarks', 'iped', 'descriptions'),
    room('bookmarks', 'visible', 'exchange', 'descriptions'),
    layer('access', 'shared'),
    layer('audit', 'shared'),
    layer('certificates', 'build', 'cases', 'shared'),
    // The client knows the service by its interface alone.
    layer('client'),
    layer('suggest', 'search', 'shared'),
    layer('export', 'cases', 'search', 'schema', 'shared'),
    layer(
      'http',
      'access',
      'audit',
      'certificates',
      'sources',
      'bookmarks',
      'suggest',
      'export',
      'search',
      'query',
      'cases',
      'thumbnails',
      'content-text',
      'schema',
      'grammar',
      'shared',
    ),
    // What runs in the browser knows the server by its client, and of its code the lexer alone.
    layer('page', 'client', 'grammar'),
    {
      name: 'page-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/page/' },
      to: { path: '^src/page/' },
    },
    {
      name: 'known-folder',
      comment: 'A new folder of src gets its line here before it gets its first file.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(shared|confined|codec|kernel|analysis|automaton|schema|search|engine|query|cases|thumbnails|content-text|data-dir|build|processes|sources|bookmarks|access|audit|certificates|suggest|export|http|client|page|cli)/',
      },
      to: {},
    },
    {
      name: 'no-circle',
      comment: 'Types count, too.',
      severity: 'error',
      from: { path: '^(src|grammar)/' },
      to: { circular: true },
    },
    { name: 'no-test-in-src', severity: 'error', from: { path: '^(src|grammar)/' }, to: { path: '^(test|bench)/' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-package',
      severity: 'error',
      comment:
        'But the script that compiles the kernel, and the page, which is bundled: neither is needed where the program runs.',
      from: { path: '^(src|grammar)/', pathNot: '^src/(kernel/build-kernel\\.mjs$|page/)' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    pure('codec', '^src/codec/'),
    pure('kernel', '^src/kernel/.*\\.ts$'),
    pure('schema', '^src/schema/'),
    pure('analysis', '^src/analysis/'),
    pure('automaton', '^src/automaton/'),
    pure('grammar', '^grammar/'),
    onlyIn('lmdb', '^src/engine/store/lmdb-environment\\.ts$', '^src/bookmarks/store/environment\\.ts$'),
    onlyIn('msgpackr', '^src/engine/store/lmdb-environment\\.ts$'),
    onlyIn('chevrotain', '^grammar/'),
    onlyIn('koa', '^src/http/'),
    onlyIn('@koa/router', '^src/http/'),
    onlyIn('koa-body', '^src/http/'),
    onlyIn(
      'zod',
      '^src/http/',
      '^src/sources/source-definition\\.ts$',
      '^src/sources/sources-file\\.ts$',
      '^src/access/token-file\\.ts$',
      '^src/certificates/certificate\\.ts$',
      '^src/cases/portable/manifest\\.ts$',
      '^src/cases/loadfiles/mapping\\.ts$',
    ),
    onlyIn('canonicalize', '^src/shared/canonical-json\\.ts$'),
    onlyIn('sax', '^src/cases/loadfiles/rows/edrm-parser\\.ts$'),
    onlyIn('sharp', '^src/thumbnails/'),
    onlyIn('iconv-lite', '^src/content-text/charset\\.ts$'),
    onlyIn('htmlparser2', '^src/content-text/page-text\\.ts$'),
    onlyIn('sanitize-html', '^src/content-text/safe-page\\.ts$'),
    onlyIn('postal-mime', '^src/content-text/mail-(text|view)\\.ts$'),
    onlyIn('yauzl', '^src/cases/archives/archive-process\\.ts$'),
    onlyIn('node-sqlite3-wasm', '^src/cases/sqlite/database-process\\.ts$'),
    onlyIn('flexsearch', '^src/suggest/'),
    onlyIn('commander', '^src/cli/'),
    onlyIn('cli-progress', '^src/cli/'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The parser here knows no markup in scripts: test/tidy/page.test.ts looks at these files.
    exclude: { path: '^src/page/.*\\.tsx$' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    detectJSDocImports: false,
  },
};
