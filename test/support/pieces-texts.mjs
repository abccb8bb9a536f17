/** The texts of the case `pieces` of test/fixtures/iped, with words chosen by a seed, so that a test knows the contents of the index. */

/** Characters between the beginnings of two pieces. MakePieces.java has the same. */
export const SPLIT_UNITS = 20_000;
export const TOKEN_UNITS_MAX = 20;

const LETTERS = 'aáàâbcçdeéfghiíjklmnoöpqrsßtuvwxyzæ0123456789';
const SPACES = [' ', ', ', '. ', '\n', ' — ', '\t'];

/** One object per item. Removed items leave their pieces in the index. Tree nodes are not searched. */
export function pieceItems() {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const words = Array.from({ length: 3000 }, () => {
    const length = random(50) === 0 ? 15 + random(10) : 1 + random(9);
    return Array.from({ length }, () => LETTERS[random(LETTERS.length)]).join('');
  });
  const text = (units) => {
    let written = '';
    while (written.length < units) written += words[random(words.length)] + SPACES[random(SPACES.length)];
    return written.slice(0, units);
  };
  const lengths = [100, 25_000, 0, 30_000, 30_001, 50, 75_000, 90_000, 12, 49_999, 50_000, 50_001, 300];
  const isRemoved = (id) => id === 4 || id === 7 || id === 12;
  const isNode = (id) => id === 5 || id === 6 || id === 11;
  return lengths.map((units, id) => ({ id, text: text(units), removed: isRemoved(id), treeNode: isNode(id) }));
}
