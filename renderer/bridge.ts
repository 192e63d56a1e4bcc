/**
 * The only place that touches `window.tripkit`. Turns each Result of the contract into a value or a thrown UiFailure,
 * and gives every call that does not wait for a person a time-out.
 */
import type {
  ErrorKind,
  Failure,
  KitsChanged,
  Notice,
  Result,
  ServiceMessage,
  TripKitBridge,
} from '../preload/contract.ts';
import { strings } from './strings.ts';

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
    : new UiFailure({ kind: 'app', message: strings.failure.unexpected });
}

type Unwrapped<F> = F extends (...args: infer A) => Promise<Result<infer T>>
  ? (...args: A) => Promise<T>
  : never;
type Domain<D extends keyof TripKitBridge> = {
  [N in Exclude<keyof TripKitBridge[D], 'on'>]: Unwrapped<TripKitBridge[D][N]>;
};

/** The contract as the screens use it: calls that answer with the value or throw a UiFailure. */
export interface Bridge {
  readonly app: Domain<'app'> & {
    /** Calls `listener` with all notices whenever they change; the answer unsubscribes. */
    onNotices(listener: (notices: Notice[]) => void): () => void;
  };
  readonly settings: Domain<'settings'>;
  readonly profiles: Domain<'profiles'>;
  readonly identity: Domain<'identity'>;
  readonly kits: Domain<'kits'> & {
    /** Calls `listener` at every batch of changes; the answer unsubscribes. */
    onChanged(listener: (change: KitsChanged) => void): () => void;
  };
  readonly retention: Domain<'retention'>;
  readonly documents: Domain<'documents'>;
}

/** How long a call of the main process may take, in ms, before the person is told. */
export const CALL_TIMEOUT_MS = 30_000;
/** The same for calls that go through the network step by step, or through many files; ms. */
export const LONG_CALL_TIMEOUT_MS = 180_000;

function limited<A extends unknown[], T>(
  call: (...args: A) => Promise<Result<T>>,
  timeoutMs: number | null = CALL_TIMEOUT_MS,
): (...args: A) => Promise<T> {
  return async (...args) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      if (timeoutMs === null) return;
      timer = setTimeout(
        () => reject(new UiFailure({ kind: 'app', message: strings.failure.noAnswer })),
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

/** A file dialog waits for a person: no time-out. */
function untilPerson<A extends unknown[], T>(call: (...args: A) => Promise<Result<T>>) {
  return limited(call, null);
}

/** The network, or many files: more time. */
function patient<A extends unknown[], T>(call: (...args: A) => Promise<Result<T>>) {
  return limited(call, LONG_CALL_TIMEOUT_MS);
}

/** Binds the raw bridge. */
export function connect(raw: TripKitBridge): Bridge {
  return {
    app: {
      info: limited(raw.app.info),
      notices: limited(raw.app.notices),
      dismissNotice: limited(raw.app.dismissNotice),
      saveDiagnostics: untilPerson(raw.app.saveDiagnostics),
      openExternal: limited(raw.app.openExternal),
      onNotices: (listener) => raw.app.on('notices', listener),
    },
    settings: { get: limited(raw.settings.get), set: limited(raw.settings.set) },
    profiles: {
      list: limited(raw.profiles.list),
      choose: untilPerson(raw.profiles.choose),
      offer: limited(raw.profiles.offer),
      presets: limited(raw.profiles.presets),
      chooseAuthority: untilPerson(raw.profiles.chooseAuthority),
      offerAuthority: limited(raw.profiles.offerAuthority),
      createFromPreset: limited(raw.profiles.createFromPreset),
      test: patient(raw.profiles.test),
      remove: limited(raw.profiles.remove),
    },
    identity: {
      state: limited(raw.identity.state),
      choose: untilPerson(raw.identity.choose),
      offer: limited(raw.identity.offer),
      // The keychain may ask the person to unlock it.
      import: untilPerson(raw.identity.import),
      canStore: limited(raw.identity.canStore),
      remove: limited(raw.identity.remove),
    },
    kits: {
      list: limited(raw.kits.list),
      history: limited(raw.kits.history),
      check: limited(raw.kits.check),
      request: limited(raw.kits.request),
      track: limited(raw.kits.track),
      cancel: limited(raw.kits.cancel),
      retry: limited(raw.kits.retry),
      requestAgain: limited(raw.kits.requestAgain),
      remove: limited(raw.kits.remove),
      setPinned: limited(raw.kits.setPinned),
      acknowledge: limited(raw.kits.acknowledge),
      acknowledgements: limited(raw.kits.acknowledgements),
      onChanged: (listener) => raw.kits.on('changed', listener),
    },
    retention: { preview: limited(raw.retention.preview), apply: patient(raw.retention.apply) },
    documents: {
      open: limited(raw.documents.open),
      closed: limited(raw.documents.closed),
      saveCopy: untilPerson(raw.documents.saveCopy),
    },
  };
}

/** The bridge of this window. Throws a UiFailure where the page runs outside the app. */
export function windowBridge(): Bridge {
  if (!window.tripkit) throw new UiFailure({ kind: 'app', message: strings.failure.noBridge });
  return connect(window.tripkit);
}
