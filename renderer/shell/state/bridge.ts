/**
 * The only place that uses `window.tripkit`. Makes the bridges of both windows: each Result becomes a value or a thrown
 * UiFailure, and every call that does not wait for a person gets a time-out.
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

declare global {
  interface Window {
    /** Set by the preload script; absent when the page runs outside the app. */
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

/** Any thrown value as a UiFailure; unknown errors get a general sentence and lose their text. */
export function asUiFailure(error: unknown): UiFailure {
  return error instanceof UiFailure
    ? error
    : new UiFailure({ kind: 'app', message: failureWords.unexpected });
}

type Unwrapped<F> = F extends (...args: infer A) => Promise<Result<infer T>>
  ? (...args: A) => Promise<T>
  : never;
/** The calls of a domain, which resolve to the value or reject with a UiFailure, and its events as in the contract. */
type Domain<M> = { readonly [N in Exclude<keyof M & string, 'on'>]: Unwrapped<M[N]> } & Pick<
  M,
  Extract<keyof M, 'on'>
>;
/** A contract as the screens use it. */
export type Bound<R> = { readonly [D in keyof R]: Domain<R[D]> };
type CallNames<R> = {
  [D in keyof R & string]: `${D}.${Exclude<keyof R[D] & string, 'on'>}`;
}[keyof R & string];
/** The calls with a time-out other than `CALL_TIMEOUT_MS`, ms; null: no time-out. */
export type TimeOuts<R> = { readonly [N in CallNames<R>]?: number | null };

/** The library's contract as the screens use it. */
export type Bridge = Omit<Bound<TripKitBridge>, 'kits'> & {
  readonly kits: Omit<Domain<TripKitBridge['kits']>, 'listText' | 'firstText'> & {
    /** The kits of the next flights, ahead of `list`; empty if the list is short. */
    first(): Promise<Kit[]>;
    /** Every kit, newest first. */
    list(): Promise<Kit[]>;
  };
};

/** Time-out of a call to the main process, ms. */
export const CALL_TIMEOUT_MS = 30_000;
/** Time-out of calls that make several network requests, or read many files, ms. */
export const LONG_CALL_TIMEOUT_MS = 180_000;
/** No time-out: a system dialog, or the keychain, waits for a person. */
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
  // The drag ends when the person drops it.
  'documents.drag': UNTIL_PERSON,
  'documents.prepareDrag': LONG_CALL_TIMEOUT_MS,
  'documents.saveCopy': UNTIL_PERSON,
  // Many removals at a time ask the person.
  'kits.remove': UNTIL_PERSON,
  'marks.saveCopy': UNTIL_PERSON,
  'print.save': UNTIL_PERSON,
  'print.start': UNTIL_PERSON,
  'retention.apply': UNTIL_PERSON,
  'setup.hand': UNTIL_PERSON,
  'shelf.board': LONG_CALL_TIMEOUT_MS,
  'shelf.say': UNTIL_PERSON,
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

/** Binds a raw bridge of any contract. */
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
 * @param early the answer to `kits.firstText`, if it was already requested
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

/** The bridge of this window. Throws a UiFailure if the page runs outside the app. */
export function windowBridge(early?: Promise<Result<string>>): Bridge {
  if (!window.tripkit) throw new UiFailure({ kind: 'app', message: failureWords.noBridge });
  return connect(window.tripkit, early);
}

/** Kits that are parsed before pending events run again. */
const AT_ONCE = 500;

/** Lets pending events run. */
function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Parses kits that the main process has validated and written as text. A long list has one kit per line
 * (main/kits/first-list.ts) and is parsed in pieces, so keys and clicks are handled in between.
 */
export async function readKits(text: string): Promise<Kit[]> {
  if (!text.startsWith('[\n')) return JSON.parse(text) as Kit[];
  const lines = text.slice(2, text.lastIndexOf('\n')).split(',\n');
  const kits: Kit[] = [];
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    if (from > 0) await yieldToEvents();
    for (const kit of JSON.parse(`[${lines.slice(from, from + AT_ONCE).join()}]`) as Kit[]) kits.push(kit);
  }
  return kits;
}
