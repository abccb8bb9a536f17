/**
 * Moves the keyboard to what stands for the row of the cursor: at once where it is drawn, so that the next key finds it there, else when it
 * is. It is looked for again then, as the cursor may have moved on.
 */
export function focusDrawn(find: () => HTMLElement | null | undefined): void {
  if (focus(find())) return;
  // After what was scrolled to is drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => focus(find())));
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined;
}
