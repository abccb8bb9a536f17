/**
 * Leaves out the parts of PDF.js that the frame never runs: editors, forms, annotation layers, XFA and code that writes files.
 * They are more than a third of its code. The package joins its modules to one file and names each in a comment. If a listed
 * part no longer exists, the build fails.
 */
import { join } from 'node:path';

const UNUSED = {
  'pdf.mjs':
    /^display\/(?:xfa_text|xfa_layer|touch_manager|annotation_layer|draw_layer|text_layer_images|editor\/.*)\.js$/,
  'pdf.worker.mjs': /^core\/(?:xfa\/.*|editor\/pdf_editor)\.js$/,
};
const PARTS_MIN = { 'pdf.mjs': 25, 'pdf.worker.mjs': 25 };
/** Needed by annotations with formatted text, which only an annotation layer would show. */
const ASKED = { XFAFactory: 'class XFAFactory { static getRichTextAsHtml() { return null; } }' };

const PART = /^;\/\/ \.\/src\/(.+)$/m;

/** Loads the worker's code and the library without the unused parts, whose classes and functions are empty. */
export function usedParts(pdfPackage) {
  const build = join(pdfPackage, 'build');
  return {
    name: 'used-parts',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'pdfjs-dist') return join(build, 'pdf.mjs');
      return id === 'pdfjs-dist/build/pdf.worker.min.mjs' ? join(build, 'pdf.worker.mjs') : null;
    },
    transform(code, id) {
      const name = Object.keys(UNUSED).find((file) => id === join(build, file));
      return name === undefined ? null : { code: withoutParts(code, name), map: null };
    },
  };
}

function withoutParts(code, name) {
  const [head, ...parts] = code.split(PART);
  let left = 0;
  let result = head;
  for (let n = 0; n < parts.length; n += 2) {
    const [path, text] = parts.slice(n, n + 2);
    const isUnused = UNUSED[name].test(path);
    if (isUnused) left++;
    result += isUnused ? emptied(text) : text;
  }
  if (left < PARTS_MIN[name]) throw new Error(`${name} of PDF.js has only ${left} of the parts to leave out`);
  return result;
}

/** Finds declarations at the top level of a part. */
function emptied(text) {
  const declared = [...text.matchAll(/^(class|function\*?|async function|const|let|var) (\w+)/gm)];
  return declared.map(([, kind, name]) => `${ASKED[name] ?? emptyOf(kind, name)}\n`).join('');
}

function emptyOf(kind, name) {
  if (kind === 'class') return `class ${name} {}`;
  return kind.endsWith('function') ? `function ${name}() {}` : `var ${name};`;
}
