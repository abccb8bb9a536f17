/** Whether there is anything to search yet: a server that has just started opens its sources first. */
let open: () => void = () => undefined;

/** Resolves when one source is ready, or when it is known that none will be. */
export const whenReady = new Promise<void>((done) => {
  open = done;
});

export function beReady(): void {
  open();
}
