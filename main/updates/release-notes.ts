/** Longest notes that are shown, characters. */
export const MAX_NOTES = 4_000;

/**
 * A feed's release notes as plain text: they come from a server, may be HTML or Markdown, and are shown only as text.
 *
 * @param notes from electron-updater: a text, a list by version, or nothing
 * @returns null if nothing is left to show
 */
export function plainNotes(notes: unknown): string | null {
  const raw = Array.isArray(notes)
    ? notes.map((entry: unknown) => textOf(entry)).join('\n\n')
    : typeof notes === 'string'
      ? notes
      : '';
  // The input is cut first, so a hostile one costs no time.
  const text = raw
    .slice(0, MAX_NOTES * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|\/p|\/li|\/h[1-6]|\/div)\b[^>]*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '• ')
    .replace(/<\/?[a-z!][^>]*(?:>|$)/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? ' ')
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*[*-][ \t]+/gm, '• ')
    .replace(/\*\*|__|`/g, '')
    // Control characters, and those that reverse the direction of text or are invisible.
    .replace(/[^\P{C}\n]/gu, '')
    // Matches whole runs of blanks, and removes those at the end of a line.
    .replace(/[ \t]+(\n)?/g, (blanks, end: string | undefined) => end ?? blanks)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') return null;
  return text.length <= MAX_NOTES ? text : `${text.slice(0, MAX_NOTES - 1).toWellFormed()}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '’', nbsp: ' ' };

function textOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return '';
  const note: unknown = Reflect.get(entry, 'note');
  const version: unknown = Reflect.get(entry, 'version');
  return typeof note === 'string' ? `${typeof version === 'string' ? `${version}\n` : ''}${note}` : '';
}
