/** A recording of keys that are pressed on a telephone: whoever knows the tones reads the number. */
const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477];
const KEYS = ['123', '456', '789', '*0#'];
const RATE = 8000;
const TONE = 0.18;
const PAUSE = 0.09;

/** A WAV file of 8 bits a sample. */
export function dialTones(keys) {
  const each = Math.round(RATE * (TONE + PAUSE));
  const samples = Buffer.alloc(each * keys.length, 128);
  for (const [n, key] of [...keys].entries()) {
    const row = KEYS.findIndex((line) => line.includes(key));
    const tones = [ROWS[row], COLUMNS[KEYS[row].indexOf(key)]];
    for (let at = 0; at < RATE * TONE; at++) {
      const level = tones.reduce((sum, tone) => sum + Math.sin((2 * Math.PI * tone * at) / RATE), 0);
      samples[n * each + at] = 128 + Math.round(level * 50);
    }
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, RATE],
    [28, RATE],
    [40, samples.length],
  ])
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ])
    head.writeUInt16LE(value, at);
  head.write('data', 36, 'latin1');
  return Buffer.concat([head, samples]);
}
