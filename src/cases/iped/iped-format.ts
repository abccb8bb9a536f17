/** Cases of IPED 4.0 to 4.4 as a format; docs/iped.md describes what is read. A location is the case folder, or its folder `iped`. */
import type { CaseFormat } from '../case-format.ts';
import type { ItemPart } from '../case-reader.ts';
import { lastWritten } from '../files/last-written.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { type LuceneIndex, openLuceneIndex } from '../lucene/lucene-index.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { caseFolderOf, checkCaseFolder } from './case-folder.ts';
import { readCaseSettings } from './case-settings.ts';
import { IpedContent } from './content/iped-content.ts';
import { IpedCase } from './iped-case.ts';
import { SettingsFiles } from './settings-file.ts';

/** Raised when part references change. Indexes with old references are then built again. */
const PART_REF_VERSION = 2;

export const ipedFormat: CaseFormat = {
  name: 'iped',
  version: PART_REF_VERSION,

  async detect(location) {
    if (location.isFile) return 'an IPED case is a folder';
    return (await caseFolderOf(location)) === null ? 'the folder iped of an IPED case is missing' : null;
  },

  async open(location) {
    const { path } = location;
    const { isVerifiedElsewhere = false } = location.options;
    const realPath = await caseFolderOf(location);
    if (realPath === null) throw unreadableCase(path, 'the folder iped of an IPED case is missing');
    await checkCaseFolder(realPath, path);
    const files = new CaseFiles(realPath);
    const settingsFiles = new SettingsFiles(files, (finding) => unreadableCase(path, finding));
    const settings = await readCaseSettings(settingsFiles);
    const index = await openLuceneIndex({ casePath: path, files, folder: 'iped/index', isVerifiedElsewhere });
    try {
      const opened = { parts: await partsOf(index, files), hasBookmarks: await isThere(files, 'iped/bookmarks.iped') };
      const times: number[] = [];
      for (const file of index.files) times.push((await files.locate(file)).stats.mtimeMs);
      return new IpedCase({
        ...opened,
        processedAt: lastWritten(times),
        path,
        realPath,
        format: ipedFormat,
        files,
        index,
        settings,
        settingsFiles: settingsFiles.read,
        content: new IpedContent({ realPath, options: location.options }),
      });
    } catch (error) {
      await index.close();
      throw error;
    }
  },
};

/** The largest file of a segment: a compound file, or stored fields. */
const MAIN_FILE = /\.(cfs|fdt)$/;

async function partsOf({ segments, files: names }: LuceneIndex, files: CaseFiles): Promise<ItemPart[]> {
  const parts: ItemPart[] = [];
  for (const [index, { name }] of segments.entries()) {
    const own = names.filter(
      (file) => file.startsWith(`iped/index/${name}.`) || file.startsWith(`iped/index/${name}_`),
    );
    let bytes = 0;
    for (const file of own) bytes += (await files.locate(file)).stats.size;
    parts.push({ index, file: own.find((file) => MAIN_FILE.test(file)) ?? `iped/index/${name}.si`, bytes });
  }
  return parts;
}

async function isThere(files: CaseFiles, file: string): Promise<boolean> {
  return files.locate(file).then(
    () => true,
    () => false,
  );
}
