/** Sketches reconstructed texts on their way to a keeper. */
import { lengthened } from '../../shared/longer-arrays.ts';
import { ROW_WORDS, type SketchEnd } from '../neardup/sketch-row.ts';
import { WordSketch } from '../neardup/word-sketch.ts';
import type { TextKeeper } from '../spelling/text-stretch.ts';

/** Pairs of document and row, for each text with a sketch. */
const NUMBERS = 1 + ROW_WORDS;
const NUMBERS_FIRST = NUMBERS << 6;

export class SketchedTexts {
  readonly #sketch = new WordSketch();
  #numbers: Uint32Array<ArrayBuffer> = new Uint32Array(NUMBERS_FIRST);
  #length = 0;

  /** Returns a keeper that sketches each text and passes it on to another. */
  keeper(keeper: TextKeeper): TextKeeper {
    let doc = 0;
    return {
      beginFrame: (first) => keeper.beginFrame(first),
      beginText: (next) => {
        doc = next;
        this.#sketch.begin();
        keeper.beginText(next);
      },
      addBytes: (bytes, start, end) => {
        this.#sketch.add(bytes, start, end);
        keeper.addBytes(bytes, start, end);
      },
      endText: () => {
        this.#end(doc);
        keeper.endText();
      },
    };
  }

  #end(doc: number): void {
    const n = this.#length;
    if (n + NUMBERS > this.#numbers.length) this.#numbers = lengthened(this.#numbers, 2 * this.#numbers.length);
    if (!this.#sketch.end(this.#numbers, n + 1)) return;
    this.#numbers[n] = doc;
    this.#length = n + NUMBERS;
  }

  /** Returns the sketches made since the last call. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.#numbers.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

/** Reports each sketch taken. */
export function eachSketch(numbers: Uint32Array, onSketch: SketchEnd): void {
  for (let i = 0; i < numbers.length; i += NUMBERS) onSketch(numbers[i]!, numbers, i + 1);
}
