/** A text in which the words of a query are marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return <MarkedParts parts={markWords(text, query)} />;
}

/** A text in which some parts are marked. */
export function MarkedParts({ parts }: { parts: readonly { text: string; hit: boolean }[] }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.hit ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}

interface MarkedPart {
  text: string;
  hit: boolean;
}

const token = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Lower case, without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of a text, folded: without case and accents. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(token)].map(([word]) => fold(word));
}

/** The words of a query, each once. */
export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))];
}

/** The text in parts; whole words count, for the last one of the query a word's beginning too. */
export function markWords(text: string, query: string): MarkedPart[] {
  const wanted = wordsOf(query);
  const last = wanted.at(-1);
  const isWanted = (word: string) =>
    wanted.includes(word) || (last !== undefined && last.length > 1 && word.startsWith(last));
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const found of text.matchAll(token)) {
    if (!isWanted(fold(found[0]))) continue;
    if (found.index > at) parts.push({ text: text.slice(at, found.index), hit: false });
    parts.push({ text: found[0], hit: true });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}
