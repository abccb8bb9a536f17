/** The entry points of processes and threads, below dist/src. */
export const ENTRIES = [
  'bookmarks/store/store-process.js',
  'indexing/build-process.js',
  'indexing/index-state-process.js',
  'indexing/threads/analyzed-worker.js',
  'cases/archives/archive-process.js',
  'cases/sqlite/database-process.js',
  'certificates/case-facts-process.js',
  'cluster/filling/cluster-build-process.js',
  'content-text/decoding-process.js',
  'engine/indexing-worker.js',
  'processes/engine-process.js',
  'processes/index-check-process.js',
  'thumbnails/picture-process.js',
];
