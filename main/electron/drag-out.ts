/** Kits that are dragged out of the window: PDFs with readable names, in a private folder that is emptied. */

import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputEvent, Item, NativeImage } from 'electron';
import { TripKitError } from '../common/errors.ts';

/** A kit whose document is dragged, and the name of its copy. */
interface NamedKit {
  id: string;
  name: string;
}

interface DragOutDeps {
  /** Absolute, used by this app only: its content is removed at the start and at the end. */
  folder: string;
  /** Writes a complete copy of the kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
  /** The button that drags. */
  button: Pick<MouseButton, 'press' | 'last' | 'used'>;
  /** Passes the files to the system's drag, while the mouse is dragging. On Linux it returns when the drag is over. */
  startDrag(item: Item): void;
  icon: NativeImage;
}

/**
 * Drags documents. The system gets copies, never links: what a person edits must not change what was verified.
 *
 * A drag starts only while the button is held, and never after an await: started after the release, it blocks the whole
 * process on Linux until the next click.
 */
export class DragOut {
  readonly #deps: DragOutDeps;
  readonly #copies = new Map<string, Promise<void>>();
  /** Copies that are complete. */
  readonly #completeCopies = new Set<string>();
  #cleared: Promise<void> = Promise.resolve();
  #dragging = false;
  /** The last press for which copies were made. */
  #prepared: Press | null = null;

  constructor(deps: DragOutDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the missing copies, once for each press of the button, which may be released by now.
   * @throws TripKitError of kind `config` if there was no press, or it has ended; of kind `disk`
   */
  async prepare(kits: readonly NamedKit[]): Promise<void> {
    const { press, last } = this.#deps.button;
    if (press === null && (last === null || last === this.#prepared)) throw notHeld();
    this.#prepared = last;
    await Promise.all(kits.map((kit) => this.#copy(kit)));
    if (press === null || this.#deps.button.press !== press) {
      throw new TripKitError(
        'config',
        'The button of the mouse was released before the copy to drag was ready. It is ready now: drag the kit again.',
      );
    }
  }

  /**
   * Starts the drag of existing copies. On Linux it is over when this returns.
   * @throws TripKitError of kind `config` if the button is not held; of kind `disk` if a copy is gone. Then no drag starts
   */
  drag(kits: readonly NamedKit[]): void {
    if (this.#deps.button.press === null || this.#dragging) throw notHeld();
    if (!kits.every((kit) => this.#isMade(kit))) {
      throw new TripKitError('disk', 'The copy to drag is gone. Drag the kit again.');
    }
    const [file = '', ...others] = kits.map((kit) => this.#file(kit));
    const files = others.length > 0 ? { files: [file, ...others] } : {};
    this.#dragging = true;
    try {
      withTicks(() => this.#deps.startDrag({ file, ...files, icon: this.#deps.icon }));
    } finally {
      this.#dragging = false;
      this.#deps.button.used();
    }
  }

  /** Removes every copy. Never rejects: a copy that a virus scanner has open is removed at the next start. */
  async clear(): Promise<void> {
    this.#copies.clear();
    this.#completeCopies.clear();
    this.#cleared = rm(this.#deps.folder, { recursive: true, force: true }).catch(() => {});
    await this.#cleared;
  }

  /** The document was changed or removed: the next drag copies it again. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) {
      this.#copies.delete(id);
      this.#completeCopies.delete(id);
    }
  }

  #isMade(kit: NamedKit): boolean {
    // A person may have moved the copy away instead of copying it.
    return this.#completeCopies.has(kit.id) && existsSync(this.#file(kit));
  }

  async #copy(kit: NamedKit): Promise<void> {
    if (this.#completeCopies.has(kit.id) && !this.#isMade(kit)) this.forget([kit.id]);
    let copy = this.#copies.get(kit.id);
    if (!copy) {
      copy = this.#write(kit);
      this.#copies.set(kit.id, copy);
      const current = () => this.#copies.get(kit.id) === copy;
      copy.then(
        () => current() && this.#completeCopies.add(kit.id),
        () => current() && this.#copies.delete(kit.id),
      );
    }
    await copy;
  }

  async #write(kit: NamedKit): Promise<void> {
    await this.#cleared;
    try {
      await mkdir(join(this.#deps.folder, kit.id), { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new TripKitError(
        'disk',
        'There is no place for a copy to drag. Check free space and access rights of the app’s folder, and try again.',
        { cause },
      );
    }
    await this.#deps.copyDocument(kit.id, this.#file(kit));
  }

  #file({ id, name }: NamedKit): string {
    return join(this.#deps.folder, id, name);
  }
}

/** How often Node's ticks and promises run, ms. */
const TICK_MS = 10;

/**
 * Does work in which Chromium runs its own loop, as `startDrag` does on Linux. libuv's events continue in it, but promises
 * and ticks don't, because Node runs them when its outermost callback ends: so a timer runs them.
 *
 * Call this in an IPC handler before it awaits anything: within a libuv callback all of Node would stop.
 */
function withTicks<T>(work: () => T): T {
  // Not documented, but made for this: "to emulate a tick manually" (Node, lib/internal/bootstrap/node.js).
  const runTicks: unknown = Reflect.get(process, '_tickCallback');
  const ticking =
    typeof runTicks === 'function' ? setInterval(() => runTicks.call(process), TICK_MS) : undefined;
  try {
    return work();
  } finally {
    clearInterval(ticking);
  }
}

function notHeld(): TripKitError {
  return new TripKitError(
    'config',
    'A kit is dragged with the left button of the mouse held down. Try again, or save a copy instead.',
  );
}

/** One press of the left button; every press is a different object. */
type Press = Readonly<Record<never, never>>;

/**
 * The left mouse button over the page, as the main process sees it (Electron docs, webContents, 'input-event'): reports of
 * the page may be late or false. A release that the system consumed after a drag shows at the next move.
 */
export class MouseButton {
  #press: Press | null = null;
  #last: Press | null = null;

  /** The latest press, held or not; null before the first. */
  get last(): Press | null {
    return this.#last;
  }

  /** The press that is held now; null if none is. */
  get press(): Press | null {
    return this.#press;
  }

  hear({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): void {
    if (!type.startsWith('mouse')) return;
    if (type === 'mouseUp' || !modifiers.some((one) => one.toLowerCase() === 'leftbuttondown'))
      this.#press = null;
    else if (type === 'mouseDown' && this.#press === null) this.#press = this.#last = {};
  }

  /** The system has taken over the press: its end is not reported. */
  used(): void {
    this.#press = null;
  }
}
