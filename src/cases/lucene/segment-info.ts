/** The description of a segment (.si): its number of documents, its files, and whether they are in one compound file. */
import { readChecked, readHeader } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { readFieldSet, readMap } from './field-infos.ts';

export interface SegmentInfo {
  readonly luceneVersion: string;
  readonly maxDoc: number;
  readonly isCompound: boolean;
  readonly diagnostics: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
}

export function readSegmentInfo(file: DataFile, segmentId: string): SegmentInfo {
  const input = readChecked(file);
  readHeader(input, { codec: 'Lucene90SegmentInfo', versionMin: 0, versionMax: 0, id: segmentId, suffix: '' });
  const luceneVersion = [input.int32(), input.int32(), input.int32()].join('.');
  if (input.byte() === 1) input.skip(12);
  const maxDoc = input.int32();
  if (maxDoc < 0) throw file.damaged(`claims ${maxDoc} documents`);
  const isCompound = input.byte() === 1;
  const diagnostics = readMap(input);
  const files = readFieldSet(input);
  const attributes = readMap(input);
  const sortFields = input.vInt();
  if (sortFields !== 0) throw file.damaged('describes a sorted index, which this reader does not support');
  return { luceneVersion, maxDoc, isCompound, diagnostics, files, attributes };
}
