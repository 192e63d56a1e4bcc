import type { InputEvent } from 'electron';

/** One press of the left button; two presses are never the same one. */
export type Press = Readonly<Record<never, never>>;

/**
 * The left button of the mouse over the page, as the main process hears it (Electron docs, webContents, 'input-event'): what
 * the page says may be late, or a lie. A release that the system kept to itself after a drag shows in the next move.
 */
export class MouseButton {
  #press: Press | null = null;

  /** The press that is held now; null where there is none. */
  get press(): Press | null {
    return this.#press;
  }

  hear({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): void {
    if (!type.startsWith('mouse')) return;
    if (type === 'mouseUp' || !modifiers.some((one) => one.toLowerCase() === 'leftbuttondown'))
      this.#press = null;
    else if (type === 'mouseDown') this.#press ??= {};
  }

  /** The system has taken the press over: its end is not heard. */
  used(): void {
    this.#press = null;
  }
}
