/** Puts a text into the clipboard; false where the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or missing, as it is where the page comes over plain HTTP.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.className = 'copy-place';
  // Inside of a dialog where one is open: what is outside cannot be selected then.
  (document.querySelector('dialog[open]') ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand('copy');
  holder.remove();
  return isCopied;
}
