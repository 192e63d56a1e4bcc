/**
 * Puts a text on the clipboard, within a key or click. The page has no permission to write to it (main/electron/session-guards.ts),
 * and needs none for what the system's own copying takes.
 *
 * @returns whether it was taken
 */
export function copyText(text: string): boolean {
  let taken = false;
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    taken = event.clipboardData !== null;
  };
  document.addEventListener('copy', give, { once: true });
  try {
    return document.execCommand('copy') && taken;
  } finally {
    document.removeEventListener('copy', give);
  }
}
