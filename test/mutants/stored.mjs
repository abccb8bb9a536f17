/** Mutants of the frames that items and texts are stored in. */
const reader = 'src/engine/store/frame-reader.ts';
const writer = 'src/engine/store/frame-writer.ts';
const verify = 'src/engine/verify/verify-frames.ts';

export const stored = [
  {
    name: 'frames-border',
    says: 'a range that ends with a frame reads the next one',
    file: reader,
    old: 'within + length <= this.#frameBytes',
    now: 'within + length <= this.#frameBytes + 1',
  },
  {
    name: 'frames-second',
    says: 'a range over frames begins in each where it begins in the first',
    file: reader,
    old: 'n++, from = 0)',
    now: 'n++)',
  },
  {
    name: 'frames-evicted',
    says: 'a frame whose slot was given away stays',
    file: reader,
    old: 'this.#frames[frame] = undefined;',
    now: 'this.#frames[frame] = this.#frames[0];',
  },
  {
    name: 'frames-end',
    says: 'a frame may end behind the last one',
    file: reader,
    old: ' || to > this.#location.offsets.offset',
    now: '',
  },
  {
    name: 'frames-length',
    says: 'a frame that is too short passes',
    file: reader,
    old: 'if (found.length !== expected)',
    now: 'if (found.length > expected)',
  },
  {
    name: 'frames-last',
    says: 'what does not fill a frame is not written',
    file: writer,
    old: '    if (this.#filled > 0) this.#emit();\n',
    now: '',
  },
  {
    name: 'frames-filled',
    says: 'a frame begins with what the one before had',
    file: writer,
    old: '    this.#filled = 0;\n',
    now: '    this.#filled = 1;\n',
  },
  {
    name: 'frames-verified',
    says: 'the length of a frame is not verified',
    file: verify,
    old: 'if (found !== expected)',
    now: 'if (found > expected)',
  },
  {
    name: 'frames-begin',
    says: 'bytes before the first frame are sound',
    file: verify,
    old: 'begin !== before || ',
    now: '',
  },
];
