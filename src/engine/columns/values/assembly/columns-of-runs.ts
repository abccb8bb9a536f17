/** Entry point of the module that makes columns from sorted runs of values. */

export {
  beginColumn,
  docsAt,
  docsBytes,
  endColumn,
  firstsAt,
  firstsBytes,
  groupsAt,
  groupsBytes,
  layColumns,
  occurrences,
  spelled,
  spelledAt,
  spellings,
  taken,
  values,
  writeColumn,
} from './columns';
export { equalAt, equals, layNames, listed, listedAt, listNames, namesTaken } from './names';
export { layAlphabets } from './packed-text';
export { addRun, beginRuns, fill, makeRoom, roomOf } from './runs';
