/**
 * Focuses the element of the cursor's row. If the row is drawn, this happens at once, so that it receives the next key;
 * otherwise after drawing. The row is then looked up again, because the cursor may have moved.
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
