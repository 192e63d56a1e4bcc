import type { EventMessage } from '../host/call-map.ts';

/** Requests of the system's menus, notifications and links to the window. */
export type WindowEvent = Extract<EventMessage, ['app.command' | 'app.openKit', unknown]>;

/** Most events that wait; nobody needs more. */
const MAX_WAITING = 10;

/** Events that open a closed window, and wait until its page listens. */
export class WindowEvents {
  readonly #deps: { send(...event: WindowEvent): void; showWindow(): void };
  readonly #waiting: WindowEvent[] = [];
  #listening = false;

  constructor(deps: { send(...event: WindowEvent): void; showWindow(): void }) {
    this.#deps = deps;
  }

  /** Shows the window and sends the event as soon as its page listens. */
  send(...event: WindowEvent): void {
    this.#deps.showWindow();
    if (this.#listening) {
      this.#deps.send(...event);
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** The page receives events now (call `app.listening`). */
  listening(): void {
    this.#listening = true;
    for (const event of this.#waiting.splice(0)) this.#deps.send(...event);
  }

  /** The page is gone: its window or its process has ended. */
  gone(): void {
    this.#listening = false;
  }
}
