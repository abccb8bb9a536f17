/** Cases of IPED 4.0 to 4.4 as a format: docs/iped.md describes what is read. A location is the case folder, or its folder `iped`. */
import type { CaseFormat } from '../case-format.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { openLuceneIndex } from '../lucene/lucene-index.ts';
import { unreadable } from '../unreadable-case.ts';
import { caseFolderOf, checkCaseFolder } from './case-folder.ts';
import { readCaseSettings } from './case-settings.ts';
import { IpedContent } from './content/iped-content.ts';
import { IpedCase } from './iped-case.ts';
import { SettingsFiles } from './settings-file.ts';

/** Raised when part references change: indexes with old ones are then built again. */
const PART_REF_VERSION = 1;

export const ipedFormat: CaseFormat = {
  name: 'iped',
  version: PART_REF_VERSION,

  async detect(location) {
    if (location.isFile) return 'a case of IPED is a folder';
    return (await caseFolderOf(location)) === null ? 'the folder iped of a case of IPED is missing' : null;
  },

  async open(location) {
    const { path } = location;
    const realPath = await caseFolderOf(location);
    if (realPath === null) throw unreadable(path, 'the folder iped of a case of IPED is missing');
    await checkCaseFolder(realPath, path);
    const files = new CaseFiles(realPath);
    const settingsFiles = new SettingsFiles(files, (finding) => unreadable(path, finding));
    const settings = await readCaseSettings(settingsFiles);
    const index = await openLuceneIndex({ casePath: path, files, folder: 'iped/index' });
    return new IpedCase({
      path,
      realPath,
      format: ipedFormat,
      files,
      index,
      settings,
      settingsFiles: settingsFiles.read,
      content: new IpedContent({ realPath, options: location.options }),
    });
  },
};
