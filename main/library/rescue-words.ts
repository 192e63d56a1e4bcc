import { basename } from 'node:path';
import type { Database } from './database.ts';
import type { Rebuilt } from './rebuild.ts';

/**
 * What a start had to repair, in sentences for a person; null where there was nothing to repair. Names no folder.
 *
 * @param library as openLibrary gives it
 */
export function rescueWords({
  setAside,
  rescued,
  rebuilt,
}: Pick<Database, 'setAside' | 'rescued'> & { rebuilt: Rebuilt }): string | null {
  const sentences: string[] = [];
  if (setAside !== null) {
    sentences.push(`The library’s database was damaged. It is kept as ${basename(setAside)}.`);
  }
  if (rescued !== null) {
    sentences.push(
      rescued.kits === 0
        ? 'No kit could be read from it.'
        : `${kits(rescued.kits)} with ${count(rescued.events, 'line', 'lines')} of history could be read from it.`,
    );
  }
  const back = rebuilt.ready.length;
  if (back > 0) sentences.push(`${kits(back)} came back from the documents on this laptop.`);
  const altered = rebuilt.altered.length;
  if (altered > 0) {
    sentences.push(
      `The documents of ${kits(altered)} are damaged; try these kits again to download them anew.`,
    );
  }
  const unusable = rebuilt.unusable.length;
  if (unusable > 0) {
    sentences.push(
      `${count(unusable, 'document', 'documents')} on this laptop can’t be used; the log says why.`,
    );
  }
  const found = new Set([...rebuilt.ready, ...rebuilt.altered]);
  const lost = new Set(rescued?.loose_events.map((event) => event.kit_id).filter((id) => !found.has(id)));
  if (lost.size > 0) {
    sentences.push(`At least ${kits(lost.size)} could not be saved. Track or request what is missing.`);
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}

function kits(number: number): string {
  return count(number, 'kit', 'kits');
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
