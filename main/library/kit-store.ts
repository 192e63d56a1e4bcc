import type { KitEventRecord, KitRecord } from './kit-record.ts';

/**
 * Where kits are kept. Calls are synchronous, as node:sqlite is: when one returns, its write is durable. One process
 * writes.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written.
 */
export interface KitStore {
  /** All kits, newest first. */
  list(): KitRecord[];
  get(id: string): KitRecord | undefined;
  /** Inserts or replaces the kit and adds the event, in one transaction. */
  write(kit: KitRecord, event: KitEventRecord): void;
  /** The events of a kit, oldest first. */
  history(id: string): KitEventRecord[];
  /** Removes the kit and its history. Nothing happens where there is none. */
  remove(id: string): void;
}

/** A store that lives as long as the process: for the headless command and for tests. */
export class MemoryKitStore implements KitStore {
  readonly #kits = new Map<string, KitRecord>();
  readonly #events: KitEventRecord[] = [];

  list(): KitRecord[] {
    return [...this.#kits.values()].sort((a, b) => b.created_at - a.created_at);
  }

  get(id: string): KitRecord | undefined {
    return this.#kits.get(id);
  }

  write(kit: KitRecord, event: KitEventRecord): void {
    this.#kits.set(kit.id, kit);
    this.#events.push(event);
  }

  history(id: string): KitEventRecord[] {
    return this.#events.filter((event) => event.kit_id === id);
  }

  remove(id: string): void {
    this.#kits.delete(id);
    for (let i = this.#events.length - 1; i >= 0; i -= 1) {
      if (this.#events[i]?.kit_id === id) this.#events.splice(i, 1);
    }
  }
}
