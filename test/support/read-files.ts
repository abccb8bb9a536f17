/** Reads a case from files of a test, with the contents of its items. */
import { join } from 'node:path';
import type { CaseItem, CaseProblem } from '../../src/cases/case-reader.ts';
import { CASE_FORMATS, openCase } from '../../src/cases/open-case.ts';
import { readAll } from './read-case.ts';
import { withTempDir, writeCaseFile } from './tiny-case.ts';

export interface ReadFiles {
  readonly items: readonly CaseItem[];
  /** Items that are not tree nodes. */
  readonly leaves: readonly CaseItem[];
  readonly problems: readonly CaseProblem[];
  readonly reasons: readonly string[];
  readonly understood: readonly string[];
  readonly format: string;
  /** Keyed by id, as `latin1`. */
  readonly contents: ReadonlyMap<number, string>;
}

/** `source` is the path to open, below a folder of these files. Default: the folder. */
export function readFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  source = '',
  mapping?: unknown,
): Promise<ReadFiles> {
  return withTempDir(async (dir) => {
    const root = join(dir, 'source');
    for (const [file, bytes] of Object.entries(files))
      await writeCaseFile(root, file, typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes);
    const reader = await openCase(join(root, source), CASE_FORMATS, mapping === undefined ? {} : { mapping });
    try {
      const { items, problems } = await readAll(reader);
      const contents = new Map<number, string>();
      for (const { id, content } of items) {
        if (content === null) continue;
        await reader.checkPart(content);
        const input = await reader.openPart(content);
        contents.set(id, Buffer.concat((await input.stream().toArray()) as Buffer[]).toString('latin1'));
        await input.close();
      }
      return {
        items,
        leaves: items.filter((item) => propertyOf(item, 'treeNode') === null),
        problems,
        reasons: problems.map(({ reason }) => reason),
        understood: (await reader.understood?.()) ?? [],
        format: reader.format.name,
        contents,
      };
    } finally {
      await reader.close();
    }
  });
}

/** Several values are joined by `|`. */
export function propertyOf({ properties }: CaseItem, name: string): string | null {
  return properties.find(([key]) => key === name)?.[1].join('|') ?? null;
}
