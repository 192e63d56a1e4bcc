/**
 * What a person asks a desk without a window to do with a kit (`tripkit retry`, `accept`, `cancel`). Each order is a file in the state folder,
 * because only the desk may write its journal: it carries orders out at its next look, or when it runs again.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { nullIfMissing } from '../common/files.ts';
import { replaceFile } from '../common/whole-file.ts';
import { json } from '../store/row-schema.ts';
import type { IntakeTripState } from './intake-store.ts';

const orderSchema = z.object({ do: z.enum(['retry', 'accept', 'cancel']), kit: z.string() });
export type DeskOrder = z.infer<typeof orderSchema>;

/** The states of a trip in which an order can be carried out. */
const ALLOWED: Readonly<Record<DeskOrder['do'], readonly IntakeTripState[]>> = {
  retry: ['failed', 'unconfirmed'],
  accept: ['failed', 'unconfirmed'],
  cancel: ['waiting', 'requested'],
};

/** Why an order can't be carried out, in a sentence; null if it can. */
export function refusalOf(order: DeskOrder, state: IntakeTripState): string | null {
  const allowed = ALLOWED[order.do];
  return allowed.includes(state)
    ? null
    : `The kit ${order.kit} is ${state}. Only a kit that is ${allowed.join(' or ')} can be given to “tripkit ${order.do}”.`;
}

/** The orders in a state folder. */
export class DeskOrders {
  readonly #folder: string;

  /** @param state absolute */
  constructor(state: string) {
    this.#folder = join(state, 'orders');
  }

  /** @throws the file system's error */
  async put(order: DeskOrder): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(this.#folder, `${randomUUID()}.json`), JSON.stringify(order));
  }

  /** Hands each order to `carryOut`, and removes it afterwards. Unreadable files are removed. @throws the file system's error */
  async each(carryOut: (order: DeskOrder) => Promise<void>): Promise<void> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
      const path = join(this.#folder, name);
      const read = json.pipe(orderSchema).safeParse(await readFile(path, 'utf8'));
      if (read.success) await carryOut(read.data);
      await rm(path, { force: true });
    }
  }
}
