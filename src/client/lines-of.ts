/** The lines of an answer, as they arrive. */
export async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const pieces = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = pieces.pop()!;
      yield* pieces;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // Cancels the response if the reader stopped early.
    await reader.cancel().catch(() => undefined);
  }
}
