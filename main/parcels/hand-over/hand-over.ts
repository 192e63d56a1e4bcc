import { TripKitError } from '../../common/errors.ts';
import type { Agreements } from '../../host/agreements.ts';
import { agreedOf, clearHandOver, type Decision, decide } from './hand-over-folder.ts';
import { lookAtHandOver, type OpenDeps, type OpenedHandOver, openHandOver } from './open-hand-over.ts';
import {
  type HandOverContents,
  type HandOverProgress,
  planOf,
  type WriteDeps,
  writeHandOver,
} from './write-hand-over.ts';

export interface HandOverDeps extends WriteDeps, Omit<OpenDeps, keyof WriteDeps> {
  agreements: Pick<Agreements, 'keep'>;
  /** Whether kits may be handed over on this computer. */
  allowed(): boolean;
  /** Called at each step; null: nothing is running. */
  onProgress(progress: HandOverProgress | null): void;
}

/** Makes and opens hand-over files, one at a time; a person can cancel it, and the app's end does. */
export class HandOver {
  readonly #deps: HandOverDeps;
  #running: { abort: AbortController; done: Promise<unknown> } | null = null;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
  }

  get allowed(): boolean {
    return this.#deps.allowed();
  }

  /** What would be handed over. @param kit_ids null: all of this laptop */
  plan(kit_ids: readonly string[] | null): HandOverContents {
    return planOf(this.#deps, kit_ids);
  }

  /** Makes a file. @throws as `give`; TripKitError of kind `config` if that is not allowed, or one is running */
  write(path: string, kit_ids: readonly string[] | null, passphrase: string): Promise<HandOverContents> {
    return this.#run((signal) =>
      writeHandOver(this.#deps, path, kit_ids, passphrase, signal, this.#deps.onProgress),
    );
  }

  /** Checks that this can be a hand-over file. @throws as `lookAtHandOver`, and as `write` */
  look(path: string): Promise<void> {
    return this.#run((signal) => lookAtHandOver(path, signal));
  }

  /** Unpacks and checks a file. @throws as `take`, and as `give` */
  open(path: string, passphrase: string): Promise<OpenedHandOver> {
    return this.#run((signal) => openHandOver(this.#deps, path, passphrase, signal, this.#deps.onProgress));
  }

  /** Has the next start bring in what was unpacked. @throws TripKitError of kind `disk`, or `identity` without a keychain */
  async accept(
    { manifest, known }: OpenedHandOver,
    file_name: string,
    added: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { user_data, now, user, agreements } = this.#deps;
    const decision: Decision = {
      ...{ format: 1, manifest, file_name, at: now(), who: user, attempts: 0 },
      profiles: { ...known, ...added },
    };
    if (!(await agreements.keep('hand_over', agreedOf(decision)))) {
      throw new TripKitError(
        'identity',
        'The keychain of this computer is locked, or there is none, so the app can’t bring in a hand-over file. Unlock it, then open the file again.',
        { condition: 'no_keychain' },
      );
    }
    await decide(user_data, decision);
  }

  /** Removes what was unpacked. @throws the file system's error */
  refuse(): Promise<void> {
    return clearHandOver(this.#deps.user_data);
  }

  /** Cancels the running job; its call rejects with an AbortError. Resolves when everything of it is removed. */
  async cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.done.catch(() => {});
  }

  async #run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!this.allowed) {
      throw new TripKitError(
        'config',
        'Handing kits over is switched off on this computer. Switch it on in set-up, or ask your IT.',
        { condition: 'managed' },
      );
    }
    if (this.#running !== null) {
      throw new TripKitError(
        'config',
        'Another hand-over file is being made or opened. Wait for it, or cancel it.',
      );
    }
    const abort = new AbortController();
    const done = work(abort.signal);
    this.#running = { abort, done };
    try {
      return await done;
    } finally {
      this.#running = null;
      this.#deps.onProgress(null);
    }
  }
}
