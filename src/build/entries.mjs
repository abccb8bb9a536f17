/** The entry points of processes and threads, below dist/src. */
export const ENTRIES = [
  'bookmarks/store/store-process.js',
  'build/build-process.js',
  'build/index-state-process.js',
  'build/threads/analyzed-worker.js',
  'cases/archives/archive-process.js',
  'cases/sqlite/database-process.js',
  'certificates/case-facts-process.js',
  'cluster/build/cluster-build-process.js',
  'content-text/decoding-process.js',
  'engine/indexing-worker.js',
  'processes/engine-process.js',
  'processes/index-check-process.js',
  'thumbnails/picture-process.js',
];
