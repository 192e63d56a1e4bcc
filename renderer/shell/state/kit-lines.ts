import type { Kit } from '../../../preload/contract.ts';

/** Kits that are parsed before pending events run again. */
const AT_ONCE = 500;

/** Lets pending events run. */
function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Parses kits that the main process has validated and written as text. A long list has one kit per line
 * (main/kits/first-list.ts) and is parsed in pieces, so keys and clicks are handled in between.
 */
export async function readKits(text: string): Promise<Kit[]> {
  if (!text.startsWith('[\n')) return JSON.parse(text) as Kit[];
  const lines = text.slice(2, text.lastIndexOf('\n')).split(',\n');
  const kits: Kit[] = [];
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    if (from > 0) await yieldToEvents();
    for (const kit of JSON.parse(`[${lines.slice(from, from + AT_ONCE).join()}]`) as Kit[]) kits.push(kit);
  }
  return kits;
}
