/** Shows truncated text in full under the pointer, as the title of its element. */

/** Maximum length of a title. A longer one would exceed the screen, and the open item shows the rest. */
const UNITS_MAX = 1000;
/** Ancestors to search for the element that truncates. */
const STEPS_MAX = 3;
/** The element with such a title, until the pointer leaves, because its text may change later. */
let titled: HTMLElement | null = null;

export function showFullTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    titled?.removeAttribute('title');
    titled = null;
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; step < STEPS_MAX && element !== null; step++) {
      if (getComputedStyle(element).textOverflow === 'ellipsis') {
        showTitle(element);
        return;
      }
      element = element.parentElement;
    }
  });
}

function showTitle(element: HTMLElement): void {
  if (element.title !== '' || element.scrollWidth <= element.clientWidth) return;
  const text = element.textContent ?? '';
  element.title = text.length > UNITS_MAX ? `${text.slice(0, UNITS_MAX)} …` : text;
  titled = element;
}
