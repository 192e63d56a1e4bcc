/**
 * Filters messages between a document's page and the library's page: passes calls on, and lets back only one answer to each
 * call, in the expected shape. Knows no port and no worker (gate-worker.ts).
 */
import { checkAnswer, checkFailure } from '../../../documents/messages/checks.ts';
import {
  type DocumentCall,
  type FromGate,
  HANDSHAKE,
  type ToDocument,
} from '../../../documents/messages/messages.ts';

export class Gate {
  readonly #toLibrary: (message: FromGate, transfer: Transferable[]) => void;
  readonly #toDocument: (message: ToDocument) => void;
  /** Calls without an answer, by id. */
  readonly #asked = new Map<number, DocumentCall>();
  #greeted = false;
  #changed = false;

  constructor(
    toLibrary: (message: FromGate, transfer: Transferable[]) => void,
    toDocument: (message: ToDocument) => void,
  ) {
    this.#toLibrary = toLibrary;
    this.#toDocument = toDocument;
  }

  /** A message from the library's page, which is trusted. */
  fromLibrary(message: ToDocument): void {
    if ('call' in message) this.#asked.set(message.id, message.call);
    else if ('stop' in message) this.#asked.delete(message.stop);
    this.#toDocument(message);
  }

  /** A message from the document's page: can be anything. Never throws. */
  fromDocument(message: unknown): void {
    if (!this.#greeted) {
      this.#greeted = message === HANDSHAKE;
      if (this.#greeted) this.#toLibrary({ ready: true }, []);
    } else if (typeof message === 'object' && message !== null) {
      this.#take(message);
    }
  }

  #take(message: { id?: unknown; value?: unknown; failure?: unknown; changed?: unknown }): void {
    const { id, value } = message;
    const call = typeof id === 'number' ? this.#asked.get(id) : undefined;
    if (typeof id === 'number' && call) {
      this.#asked.delete(id);
      this.#answer(id, call, message);
      return;
    }
    // Nobody waits for this answer any more.
    if (value instanceof ImageBitmap) value.close();
    if (message.changed === true && !this.#changed) {
      this.#changed = true;
      this.#toLibrary({ changed: true }, []);
    }
  }

  #answer(id: number, call: DocumentCall, { value, failure }: { value?: unknown; failure?: unknown }): void {
    if (failure !== undefined) {
      this.#toLibrary({ id, failure: checkFailure(failure) ?? 'damaged' }, []);
      return;
    }
    const answer = checkAnswer(call, value);
    // A picture that was not requested.
    if (value instanceof ImageBitmap && value !== answer) value.close();
    if (answer === undefined) this.#toLibrary({ id, failure: 'damaged' }, []);
    else this.#toLibrary({ id, value: answer }, answer instanceof ImageBitmap ? [answer] : []);
  }
}
