/** Whether there is anything to search. A server that has just started opens its sources first. */
let open: () => void = () => undefined;

/** Resolves when one source is ready, or when no source can become ready. */
export const whenReady = new Promise<void>((done) => {
  open = done;
});

export function beReady(): void {
  open();
}
