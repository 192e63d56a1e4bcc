import type { Mark, MarkDraft } from '../../preload/contract.ts';
import { asUiFailure, type Bridge } from '../shell/state/bridge.ts';
import type { ShownMark } from './mark-order.ts';
import { marksWords } from './words.ts';

/** The most steps that can be undone. */
const MAX_STEPS = 200;

/** One step that can be undone: what was there before, and after. */
interface Step {
  key: string;
  before: MarkDraft | null;
  after: MarkDraft | null;
}

interface MarkEditsDeps {
  bridge: Omit<Bridge['marks'], 'on'>;
  kitId(): string;
  find(key: string): ShownMark | undefined;
  /** Shows a mark with this draft, or no mark; `kept`: the mark in the main process. */
  put(key: string, draft: MarkDraft | null, kept?: Mark): void;
  /** A sentence for the person, shown and read out. */
  tell(sentence: string): void;
  onSteps(steps: { canUndo: boolean; canRedo: boolean }): void;
}

/** Edits of marks: shown at once, sent one after the other, and reverted if they fail. A mark can be changed before it is stored. */
export class MarkEdits {
  readonly #deps: MarkEditsDeps;
  readonly #ids = new Map<string, string>();
  readonly #done: Step[] = [];
  readonly #undone: Step[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(deps: MarkEditsDeps) {
    this.#deps = deps;
  }

  /** The main process knows the mark by this id. */
  know(key: string, id: string): void {
    this.#ids.set(key, id);
  }

  knows(key: string): boolean {
    return this.#ids.has(key);
  }

  /** The key of the mark with this id in the main process; undefined if not known yet. */
  keyOf(id: string): string | undefined {
    return [...this.#ids].find(([, known]) => known === id)?.[0];
  }

  /** Resolves once every edit so far is stored, or has failed. */
  settled(): Promise<unknown> {
    return this.#queue;
  }

  /** @returns a sentence why it failed, once that is known; null if it is stored */
  make(key: string, after: MarkDraft | null): Promise<string | null> {
    const step: Step = { key, before: this.#draftOf(key), after };
    this.#done.push(step);
    if (this.#done.length > MAX_STEPS) this.#done.shift();
    this.#undone.length = 0;
    this.#publish();
    return this.#apply(step, step.before, after);
  }

  undo(): void {
    const step = this.#done.pop();
    if (!step) return;
    this.#undone.push(step);
    this.#publish();
    void this.#apply(step, step.after, step.before);
  }

  redo(): void {
    const step = this.#undone.pop();
    if (!step) return;
    this.#done.push(step);
    this.#publish();
    void this.#apply(step, step.before, step.after);
  }

  #draftOf(key: string): MarkDraft | null {
    return this.#deps.find(key)?.mark.draft ?? null;
  }

  #publish(): void {
    this.#deps.onSteps({ canUndo: this.#done.length > 0, canRedo: this.#undone.length > 0 });
  }

  #forget(step: Step): void {
    for (const list of [this.#done, this.#undone]) {
      const index = list.indexOf(step);
      if (index >= 0) list.splice(index, 1);
    }
    this.#publish();
  }

  #apply(step: Step, before: MarkDraft | null, after: MarkDraft | null): Promise<string | null> {
    const { find, put, tell } = this.#deps;
    const { key } = step;
    const kitId = this.#deps.kitId();
    const old = find(key);
    put(key, after);
    const result = this.#queue.then(async () => {
      try {
        await this.#keep(kitId, key, after);
        return null;
      } catch (error) {
        const why = asUiFailure(error).message;
        // Later edits of the person are kept.
        if (this.#draftOf(key) === after) put(key, this.#ids.has(key) ? before : null, old?.mark);
        this.#forget(step);
        const { add, change, remove } = marksWords.failed;
        const sentence = (before === null ? add : after === null ? remove : change)(why);
        tell(sentence);
        return sentence;
      }
    });
    this.#queue = result;
    return result;
  }

  async #keep(kitId: string, key: string, after: MarkDraft | null): Promise<void> {
    const { bridge, put } = this.#deps;
    const id = this.#ids.get(key);
    if (after === null) {
      if (id !== undefined) await bridge.remove(kitId, id);
      this.#ids.delete(key);
      return;
    }
    const kept = id === undefined ? await bridge.add(kitId, after) : await bridge.change(kitId, id, after);
    this.#ids.set(key, kept.id);
    const shown = this.#draftOf(key);
    if (shown) put(key, shown, kept);
  }
}
