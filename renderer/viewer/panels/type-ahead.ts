/** Finds a row of a list by the letters that a person types (WAI-ARIA, "Type-ahead"). Pure, except for the clock passed in. */

/** Letters that follow each other within this time are one word, ms. */
const TOGETHER_MS = 1_000;

const LETTER = /[\p{L}\p{N}]/u;

/** Lower case, without accents, one space between words. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Whether the text, or a word in it, begins so: `ils` and `27l` both begin in `EGLL \u203a ILS RWY 27L`. */
function begins(text: string, letters: string): { text: boolean; word: boolean } {
  const words = plain(text);
  const first = words.indexOf(letters);
  let at = first;
  while (at > 0 && LETTER.test(words[at - 1] ?? '')) at = words.indexOf(letters, at + 1);
  return { text: first === 0, word: at >= 0 };
}

/**
 * The row that the letters match, searching from a row on and wrapping around; -1 if none. A row that begins with the letters
 * comes before one in which another word does.
 *
 * @param texts what the rows say
 * @param from the first row that is looked at
 */
export function rowByLetters(texts: readonly string[], letters: string, from: number): number {
  const wanted = plain(letters);
  if (wanted === '') return -1;
  let byWord = -1;
  for (let step = 0; step < texts.length; step += 1) {
    const row = (from + step) % texts.length;
    const { text, word } = begins(texts[row] ?? '', wanted);
    if (text) return row;
    if (word && byWord < 0) byWord = row;
  }
  return byWord;
}

/** The letters that were typed on one list. */
export class TypeAhead {
  #letters = '';
  #at = 0;

  /** Whether a person is still typing: then a space is one of the letters. */
  isTyping(now: number): boolean {
    return this.#letters !== '' && now - this.#at < TOGETHER_MS;
  }

  /**
   * A key was pressed.
   *
   * @param texts what the rows say
   * @param active the active row
   * @param now ms of any clock
   * @returns the row to go to; -1 to stay
   */
  typed(letter: string, texts: readonly string[], active: number, now: number): number {
    this.#letters = this.isTyping(now) ? this.#letters + letter : letter;
    this.#at = now;
    const [first = ''] = this.#letters;
    const isSame = [...this.#letters].every((one) => one === first);
    const whole = rowByLetters(texts, this.#letters, [...this.#letters].length > 1 ? active : active + 1);
    // Repeating one letter cycles through all rows that begin with it.
    return whole < 0 && isSame ? rowByLetters(texts, first, active + 1) : whole;
  }
}
