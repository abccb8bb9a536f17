/**
 * Parts that nobody reads any longer. A generator that is abandoned before its first step runs no cleanup, so its sources stay
 * open.
 */
export type Parts<T> = AsyncGenerator<T, void, undefined>;

/** Returns the same parts. If they are abandoned before the first step, `end` runs instead of the generator's own cleanup. */
export function endingUnread<T>(parts: Parts<T>, end: () => void | Promise<void>): Parts<T> {
  let isBegun = false;
  const endOnce = async (): Promise<void> => {
    if (isBegun) return;
    isBegun = true;
    await end();
  };
  const ending: AsyncIterableIterator<T, void, undefined> = {
    next() {
      isBegun = true;
      return parts.next();
    },
    async return() {
      await endOnce();
      return parts.return();
    },
    async throw(fault) {
      await endOnce();
      return parts.throw(fault);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return ending as Parts<T>;
}

/** Abandons parts, whether reading has begun or not, if they support that. Never rejects. */
export async function abandonParts(parts: AsyncIterable<unknown>): Promise<void> {
  try {
    await parts[Symbol.asyncIterator]().return?.();
  } catch {
    // Nobody waits for them.
  }
}
