import type { InputEvent } from 'electron';

/** One press of the left button; every press is a different object. */
export type Press = Readonly<Record<never, never>>;

/**
 * The left mouse button over the page, as the main process sees it (Electron docs, webContents, 'input-event'): reports of
 * the page may be late or false. A release that the system consumed after a drag shows at the next move.
 */
export class MouseButton {
  #press: Press | null = null;

  /** The press that is held now; null if none is. */
  get press(): Press | null {
    return this.#press;
  }

  hear({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): void {
    if (!type.startsWith('mouse')) return;
    if (type === 'mouseUp' || !modifiers.some((one) => one.toLowerCase() === 'leftbuttondown'))
      this.#press = null;
    else if (type === 'mouseDown') this.#press ??= {};
  }

  /** The system has taken over the press: its end is not reported. */
  used(): void {
    this.#press = null;
  }
}
