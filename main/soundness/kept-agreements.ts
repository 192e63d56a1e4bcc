/** Agreements with their proofs, in `agreements.json` beside the key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../common/log.ts';
import { replaceFile } from '../common/whole-file.ts';
import { isProof, proofOf, type SealKey } from '../documents/document-seal.ts';
import type { Agreed, Agreement, Agreements, Proofs, Proven } from '../host/agreements.ts';
import type { KeyHolder } from './key-holder.ts';

const NAME = 'agreements.json';

const fileSchema = z.object({
  format: z.literal(1),
  /** HMAC-SHA256 of each agreement, hex. */
  proofs: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

type Kept = z.infer<typeof fileSchema>['proofs'];

export interface AgreementsDeps {
  /** `seals` in the user-data folder, absolute. */
  folder: string;
  key: KeyHolder;
  log: Pick<Log, 'warn'>;
}

/** The agreements of this laptop. Those of this run are in memory, too: they hold without a keychain until the app ends. */
export class KeptAgreements implements Agreements {
  readonly #deps: AgreementsDeps;
  readonly #now = new Map<Agreement, string>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: AgreementsDeps) {
    this.#deps = deps;
  }

  keep(what: Agreement, values: unknown): Promise<boolean> {
    this.#now.set(what, JSON.stringify(values));
    return this.#change(async (proofs) => {
      const key = await this.#key();
      return key && { ...proofs, [what]: proofOf(key, what, values) };
    });
  }

  async holds(what: Agreement, values: unknown, signal?: AbortSignal): Promise<Agreed> {
    if (this.#now.get(what) === JSON.stringify(values)) return 'yes';
    const key = await this.#key(signal);
    if (key === null) return 'locked';
    await this.#writing;
    const proof = (await this.#read())[what];
    return proof !== undefined && isProof(key, what, values, proof) ? 'yes' : 'no';
  }

  async forget(what: Agreement): Promise<void> {
    this.#now.delete(what);
    await this.#change(({ [what]: proof, ...others }) => (proof === undefined ? null : others));
  }

  withProofs(what: Proven, listener: (proofs: Proofs) => void): () => void {
    const give = () => {
      const { answer } = this.#deps.key;
      if ('key' in answer) listener(proofsOf(answer.key, answer.is_new, what));
    };
    if ('key' in this.#deps.key.answer) give();
    else return this.#deps.key.onKey(give);
    return () => {};
  }

  onKey(listener: () => void): () => void {
    return this.#deps.key.onKey(listener);
  }

  async #key(signal?: AbortSignal): Promise<SealKey | null> {
    await this.#deps.key.answered(signal);
    const { answer } = this.#deps.key;
    return 'key' in answer ? answer.key : null;
  }

  /** Changes the file; null: nothing is to be written. Returns whether it was. One change at a time, in the order of the calls. */
  #change(next: (proofs: Kept) => Kept | null | Promise<Kept | null>): Promise<boolean> {
    const { folder, log } = this.#deps;
    const mine = this.#writing.then(async () => {
      try {
        const proofs = await next(await this.#read());
        if (proofs !== null) await replaceFile(join(folder, NAME), JSON.stringify({ format: 1, proofs }));
        return proofs !== null;
      } catch (error) {
        log.warn(`What was agreed to could not be written down: ${String(error)}`);
        return false;
      }
    });
    this.#writing = mine;
    return mine;
  }

  /** None if the file is missing or damaged: then a person is asked again. */
  async #read(): Promise<Kept> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(join(this.#deps.folder, NAME), 'utf8'))).proofs;
    } catch {
      return {};
    }
  }
}

function proofsOf(key: SealKey, is_new: boolean, what: string): Proofs {
  return {
    is_new,
    prove: (values) => proofOf(key, what, values),
    isProof: (values, proof) => isProof(key, what, values, proof),
  };
}
