/** A document of which the storage sends the second half only when the first one is on the command's disk. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { StoredFile } from './stored-file.ts';
import type { World } from './world.ts';

/** The command saves a document in pieces no larger than this. */
export const SAVED_BYTES = 600_000;

/** What stands beside a document in the making is shorter than this. */
const SIDECAR_BYTES = 10_000;
/** How often the folder is looked at, ms. */
const LOOK_MS = 20;

/**
 * @param content twice SAVED_BYTES at least
 * @param onHalf called when a part of the first answer is on the disk
 */
export function sentInTwo(
  world: World,
  content: Buffer,
  onHalf: (sendRest: () => void) => void,
): Partial<StoredFile> {
  return {
    content,
    answer({ nth, response }) {
      if (nth > 1) return false;
      const half = content.length >> 1;
      response.writeHead(200, { 'content-length': String(content.length), etag: '"two"' });
      response.write(content.subarray(0, half));
      void whenSaved(world, response).then((saved) => {
        if (saved) onHalf(() => response.end(content.subarray(half)));
      });
      return true;
    },
  };
}

/** Waits until the out folder holds more of the document than before; false where the command ends before. */
async function whenSaved(world: World, response: NodeJS.EventEmitter): Promise<boolean> {
  let isClosed = false;
  response.once('close', () => {
    isClosed = true;
  });
  const before = bytesSaved(world);
  for await (const _ of setInterval(LOOK_MS)) {
    if (bytesSaved(world) > before + SIDECAR_BYTES) return true;
    if (isClosed) break;
  }
  return false;
}

function bytesSaved(world: World): number {
  const files = world.saved().map((name) => join(world.out, name));
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
