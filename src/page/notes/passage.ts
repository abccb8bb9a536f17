/** The selected part of the open item's text, in UTF-16 units of that text. */

export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Returns null if none of the text is selected. */
export function selectedPassage(): Passage | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  let [start, end] = [-1, -1];
  for (const slice of document.querySelectorAll<HTMLElement>('.text-slice[data-start]')) {
    if (!range.intersectsNode(slice)) continue;
    const offset = Number(slice.dataset['start']);
    const has = (node: Node): boolean => slice.contains(node);
    const before = has(range.startContainer) ? unitsTo(slice, range.startContainer, range.startOffset) : 0;
    if (start < 0) start = offset + before;
    end = offset + unitsTo(slice, ...(has(range.endContainer) ? endOf(range) : wholeOf(slice)));
  }
  return start < end ? { start, end } : null;
}

const endOf = ({ endContainer, endOffset }: Range): [Node, number] => [endContainer, endOffset];
const wholeOf = (slice: Node): [Node, number] => [slice, slice.childNodes.length];

/** A character that is displayed by its name counts with its own length. */
function unitsTo(slice: Node, node: Node, offset: number): number {
  const before = document.createRange();
  before.selectNodeContents(slice);
  before.setEnd(node, offset);
  const walker = document.createTreeWalker(before.cloneContents(), NodeFilter.SHOW_TEXT);
  let units = 0;
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const { length } = text as Text;
    units += text.parentElement?.closest('.acting') ? Math.min(1, length) : length;
  }
  return units;
}
