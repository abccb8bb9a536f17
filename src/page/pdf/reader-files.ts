/** The files that pdf.js may request, from those that `npm run build` copied. */

/** Prefix of their names, set by the build to the version. */
declare const PDF_FILES: string;

const NAME = /^[\w.-]{1,60}\.(bcmap|pfb|ttf|wasm)$/;

/** Returns null for an unknown name. The code that draws the file passes only names, because it must not choose addresses. */
export async function readerFile(name: string): Promise<ArrayBuffer | null> {
  if (!NAME.test(name)) return null;
  const answer = await fetch(`./${PDF_FILES}${name}`).catch(() => null);
  return answer?.ok === true ? answer.arrayBuffer() : null;
}
