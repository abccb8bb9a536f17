/** Copies a text to the clipboard. Returns false if the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard interface refuses, or is missing, as it is over plain HTTP.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.className = 'copy-place';
  // In an open dialog, nothing outside can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand('copy');
  holder.remove();
  return isCopied;
}
