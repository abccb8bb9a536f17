/** What is cut off for want of room is read whole where the pointer rests on it: as the title of its element. */

/** A title of more is more than a screen shows; the item has the rest. */
const UNITS_MAX = 1000;
/** From what the pointer is on to the element that cuts it off. */
const STEPS_MAX = 3;
/** The element that has such a title, until the pointer goes on: its text may be another one by then. */
let told: HTMLElement | null = null;

export function showFullTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    told?.removeAttribute('title');
    told = null;
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; step < STEPS_MAX && element !== null; step++) {
      if (getComputedStyle(element).textOverflow === 'ellipsis') {
        tell(element);
        return;
      }
      element = element.parentElement;
    }
  });
}

function tell(element: HTMLElement): void {
  if (element.title !== '' || element.scrollWidth <= element.clientWidth) return;
  const text = element.textContent ?? '';
  element.title = text.length > UNITS_MAX ? `${text.slice(0, UNITS_MAX)} …` : text;
  told = element;
}
