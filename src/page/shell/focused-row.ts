/**
 * Focuses the element of the cursor's row: at once if it is drawn, so that it receives the next key, else after drawing. The row
 * is looked up again then, because the cursor may have moved.
 */
export function focusDrawn(find: () => HTMLElement | null | undefined): void {
  if (focus(find())) return;
  // After the scrolled rows are drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => focus(find())));
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined;
}
