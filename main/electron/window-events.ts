import type { EventMessage } from '../host/call-map.ts';

/** What the system's menus, notifications and links ask of the window. */
export type WindowEvent = Extract<EventMessage, ['app.command' | 'app.openKit', unknown]>;

/** So many wait at most; nobody means more of them. */
const MAX_WAITING = 10;

/** Events that open the window where it is closed, and wait until its page listens. */
export class WindowEvents {
  readonly #deps: { send(...event: WindowEvent): void; showWindow(): void };
  readonly #waiting: WindowEvent[] = [];
  #listening = false;

  constructor(deps: { send(...event: WindowEvent): void; showWindow(): void }) {
    this.#deps = deps;
  }

  /** Shows the window and sends the event: at once where its page listens, else as soon as it does. */
  send(...event: WindowEvent): void {
    this.#deps.showWindow();
    if (this.#listening) {
      this.#deps.send(...event);
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** The page is there and hears events (call `app.listening`). */
  listening(): void {
    this.#listening = true;
    for (const event of this.#waiting.splice(0)) this.#deps.send(...event);
  }

  /** The page is gone: with its window, or because its process is. */
  gone(): void {
    this.#listening = false;
  }
}
