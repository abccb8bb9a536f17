/** Mutants of the frames that items and texts are stored in. */
const reader = 'src/engine/store/frame-reader.ts';
const writer = 'src/engine/store/frame-writer.ts';
const expanding = 'src/kernel/assembly/stored/frames.ts';
const verify = 'src/engine/verify/verify-frames.ts';

export const stored = [
  {
    name: 'passing-not-checked',
    says: 'chunks that pass are not checked',
    file: 'src/engine/store/stream-reader.ts',
    old: 'if (!isSealed(chunk.bytes) || needed',
    now: 'if (needed',
  },
  {
    name: 'passing-stays-known',
    says: 'a chunk that passed is still known when another has its buffer',
    file: 'src/engine/store/passing-chunks.ts',
    old: '    passing.owner?.delete(passing.number);\n',
    now: '',
  },
  {
    name: 'passing-fetched-without-copy',
    says: 'what is fetched of a chunk that passes is written over',
    file: 'src/engine/store/stream-reader.ts',
    old: 'passing.bytes.slice()',
    now: 'passing.bytes',
  },
  {
    name: 'passing-never-kept',
    says: 'a chunk that is read again passes again',
    file: 'src/engine/store/stream-reader.ts',
    old: 'if (this.#havePassed[number] === 1) return this.#chunk(number, needed);',
    now: '',
  },
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
    old: 'if (found.length !== whole)',
    now: 'if (found.length > whole)',
  },
  {
    name: 'frames-known',
    says: 'what was expanded of a frame is taken for all of it',
    file: reader,
    old: 'known !== undefined && known.length >= needed',
    now: 'known !== undefined',
  },
  {
    name: 'frames-expanded-far',
    says: 'copies lead to before the frame',
    file: expanding,
    old: 'distance > out - output || ',
    now: '',
  },
  {
    name: 'frames-expanded-near',
    says: 'copies of what is written meanwhile are made in pieces',
    file: expanding,
    old: 'distance >= 16',
    now: 'distance >= 8',
  },
  {
    name: 'frames-expanded-end',
    says: 'a frame may end before the last of its bytes was written',
    file: expanding,
    old: 'return isWithin && (',
    now: 'return (',
  },
  {
    name: 'frames-repeated-lengths',
    says: 'lengths that are repeated again go on where those before ended',
    file: 'src/kernel/assembly/stored/prefix-codes.ts',
    old: '(repeat - 2) << extra',
    now: 'repeat << extra',
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
