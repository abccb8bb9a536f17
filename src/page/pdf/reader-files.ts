/** The files that pdf.js may ask for, of those that `npm run build` laid beside the page. */

/** What their names begin with; the build puts the version in. */
declare const PDF_FILES: string;

const NAME = /^[\w.-]{1,60}\.(bcmap|pfb|ttf|wasm)$/;

/** Null for a name that none has: whoever draws hostile bytes is not trusted with addresses. */
export async function readerFile(name: string): Promise<ArrayBuffer | null> {
  if (!NAME.test(name)) return null;
  const answer = await fetch(`./${PDF_FILES}${name}`).catch(() => null);
  return answer?.ok === true ? answer.arrayBuffer() : null;
}
