import { markWords } from './mark-words.ts';

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
