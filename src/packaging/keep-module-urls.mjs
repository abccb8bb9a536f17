import { dirname, relative, sep } from 'node:path';

/**
 * A plugin that makes relative file URLs of modules work in chunks: each module keeps the URL of its file below `root`. `root`
 * corresponds to the output folder.
 */
export function keepModuleUrls(root) {
  return {
    name: 'keep-module-urls',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      const module = JSON.stringify(relative(root, id).split(sep).join('/').replace(/ts$/, 'js'));
      return {
        code: code.replaceAll('import.meta.url', `new URL(PATH_TO(${module}), import.meta.url).href`),
        map: null,
      };
    },
    renderChunk(code, chunk) {
      const pathTo = (_, module) => JSON.stringify(relative(dirname(chunk.fileName), module));
      return { code: code.replaceAll(/PATH_TO\("([^"]+)"\)/g, pathTo), map: null };
    },
  };
}
