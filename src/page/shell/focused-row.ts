/**
 * Focuses the element of the cursor's row. If the row is drawn, it is focused immediately, so that it receives the next key.
 * Otherwise it is looked up again after drawing, because the cursor may have moved.
 */
export function focusDrawn(find: () => HTMLElement | null | undefined): void {
  if (focus(find())) return;
  // Runs after the scrolled rows are drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => focus(find())));
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined;
}
