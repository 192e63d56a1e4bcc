/**
 * The only place that touches `window.tripkit`, and what both windows' bridges are made of: each Result becomes a value or a
 * thrown UiFailure, and every call that does not wait for a person gets a time-out.
 */

import type {
  ErrorKind,
  Failure,
  Kit,
  Result,
  ServiceMessage,
  TripKitBridge,
} from '../../../preload/contract.ts';
import { failureWords } from '../../design/words.ts';
import { readKits } from './kit-lines.ts';

declare global {
  interface Window {
    /** Put there by the preload script; absent when the page runs outside the app. */
    readonly tripkit?: TripKitBridge;
  }
}

/** A failure that a screen shows: `message` is a sentence for a person. Kind `app` is a fault of the app itself. */
export class UiFailure extends Error {
  override readonly name = 'UiFailure';
  readonly kind: ErrorKind | 'app';
  readonly messages: ServiceMessage[];

  constructor(failure: Omit<Failure, 'kind'> & { kind: ErrorKind | 'app' }) {
    super(failure.message);
    this.kind = failure.kind;
    this.messages = failure.messages ?? [];
  }
}

/** Whatever was thrown, as a UiFailure; unknown errors get a sentence of their own and lose their text. */
export function asUiFailure(error: unknown): UiFailure {
  return error instanceof UiFailure
    ? error
    : new UiFailure({ kind: 'app', message: failureWords.unexpected });
}

type Unwrapped<F> = F extends (...args: infer A) => Promise<Result<infer T>>
  ? (...args: A) => Promise<T>
  : never;
/** The calls of a domain, which answer with the value or throw a UiFailure, and its events as the contract has them. */
type Domain<M> = { readonly [N in Exclude<keyof M & string, 'on'>]: Unwrapped<M[N]> } & Pick<
  M,
  Extract<keyof M, 'on'>
>;
/** A contract as the screens use it. */
export type Bound<R> = { readonly [D in keyof R]: Domain<R[D]> };
type CallNames<R> = {
  [D in keyof R & string]: `${D}.${Exclude<keyof R[D] & string, 'on'>}`;
}[keyof R & string];
/** The calls that may take another time than `CALL_TIMEOUT_MS`, ms; null: as long as they like. */
export type TimeOuts<R> = { readonly [N in CallNames<R>]?: number | null };

/** The library's contract as the screens use it. */
export type Bridge = Omit<Bound<TripKitBridge>, 'kits'> & {
  readonly kits: Omit<Domain<TripKitBridge['kits']>, 'listText' | 'firstText'> & {
    /** The kits of the next flights, ahead of `list`; none where that is not worth it. */
    first(): Promise<Kit[]>;
    /** Every kit, newest first. */
    list(): Promise<Kit[]>;
  };
};

/** How long a call of the main process may take before it counts as unanswered, ms. */
export const CALL_TIMEOUT_MS = 30_000;
/** The same for calls that go through the network step by step, or through many files; ms. */
export const LONG_CALL_TIMEOUT_MS = 180_000;
/** A dialog of the system, or its keychain, waits for a person. */
export const UNTIL_PERSON = null;

const timeouts: TimeOuts<TripKitBridge> = {
  'app.collectDiagnostics': LONG_CALL_TIMEOUT_MS,
  'app.saveDiagnostics': UNTIL_PERSON,
  'audit.export': UNTIL_PERSON,
  'audit.exportRecord': UNTIL_PERSON,
  'audit.verify': LONG_CALL_TIMEOUT_MS,
  'backups.restore': UNTIL_PERSON,
  'batch.save': UNTIL_PERSON,
  'documents.check': LONG_CALL_TIMEOUT_MS,
  // It ends when the person lets go.
  'documents.drag': UNTIL_PERSON,
  'documents.prepareDrag': LONG_CALL_TIMEOUT_MS,
  'documents.saveCopy': UNTIL_PERSON,
  'marks.saveCopy': UNTIL_PERSON,
  'retention.apply': UNTIL_PERSON,
  'setup.hand': UNTIL_PERSON,
};

function limited<A extends unknown[], T>(
  call: (...args: A) => Promise<Result<T>>,
  timeoutMs: number | null = CALL_TIMEOUT_MS,
): (...args: A) => Promise<T> {
  return async (...args) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      if (timeoutMs === null) return;
      timer = setTimeout(
        () => reject(new UiFailure({ kind: 'app', message: failureWords.noAnswer })),
        timeoutMs,
      );
    });
    try {
      const result = await Promise.race([call(...args), late]);
      if (result.ok) return result.value;
      throw new UiFailure(result.error);
    } catch (error) {
      throw asUiFailure(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Binds a raw bridge, whatever contract it is of. */
export function bind<R extends object>(raw: R, timeOuts: TimeOuts<R>): Bound<R> {
  const limits = timeOuts as Readonly<Record<string, number | null | undefined>>;
  const domains = Object.entries(raw).map(([domain, members]) => [
    domain,
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        name === 'on'
          ? member
          : limited(member as (...args: unknown[]) => Promise<Result<unknown>>, limits[`${domain}.${name}`]),
      ]),
    ),
  ]);
  return Object.fromEntries(domains) as Bound<R>;
}

/**
 * Binds the raw bridge of the library.
 *
 * @param early the answer to `kits.firstText`, where it was asked for already
 */
export function connect(raw: TripKitBridge, early?: Promise<Result<string>>): Bridge {
  const bridge = bind(raw, timeouts);
  let ahead = early;
  const firstText = limited(() => {
    const answer = ahead ?? raw.kits.firstText();
    ahead = undefined;
    return answer;
  });
  return {
    ...bridge,
    kits: {
      ...bridge.kits,
      first: async () => readKits(await firstText()),
      list: async () => readKits(await bridge.kits.listText()),
    },
  };
}

/** The bridge of this window. Throws a UiFailure where the page runs outside the app. */
export function windowBridge(early?: Promise<Result<string>>): Bridge {
  if (!window.tripkit) throw new UiFailure({ kind: 'app', message: failureWords.noBridge });
  return connect(window.tripkit, early);
}
