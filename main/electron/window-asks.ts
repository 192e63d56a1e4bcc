/** What the system's menus, notifications and links ask of the window: it waits until a window is there and listens. */
import type { AppCommand } from '../../preload/contract.ts';

/** An event for the window. */
export type Ask =
  | { channel: 'app.command'; payload: AppCommand }
  | { channel: 'app.openKit'; payload: { kit_id: string } }
  | { channel: 'app.offerProfile'; payload: { file_name: string; text: string } };

/** So many wait at most; nobody means more of them. */
const MAX_WAITING = 10;

export class WindowAsks {
  readonly #parts: { send(ask: Ask): void; showWindow(): void };
  readonly #waiting: Ask[] = [];
  #listening = false;

  constructor(parts: { send(ask: Ask): void; showWindow(): void }) {
    this.#parts = parts;
  }

  /** Shows the window and asks it: at once where it listens, else as soon as it does. */
  ask(ask: Ask): void {
    this.#parts.showWindow();
    if (this.#listening) {
      this.#parts.send(ask);
      return;
    }
    this.#waiting.push(ask);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** The page is there and hears events (call `app.listening`). */
  listening(): void {
    this.#listening = true;
    for (const ask of this.#waiting.splice(0)) this.#parts.send(ask);
  }

  /** The page is gone: with its window, or because its process is. */
  gone(): void {
    this.#listening = false;
  }
}
