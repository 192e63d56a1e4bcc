/**
 * The only place that touches `window.tripkit`. Turns each Result of the contract into a value or a thrown UiFailure,
 * and gives every call that does not wait for a person a time-out.
 */
import type {
  AppCommand,
  ErrorKind,
  Failure,
  Kit,
  KitsChanged,
  Notice,
  Result,
  ServiceMessage,
  StandingOrder,
  TripKitBridge,
  UpdateState,
} from '../preload/contract.ts';
import { readKits } from './kit-lines.ts';
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
    /** Calls `listener` at every command of the system's menus; the answer unsubscribes. */
    onCommand(listener: (command: AppCommand) => void): () => void;
    /** Calls `listener` when a known kit is to be shown; the answer unsubscribes. */
    onOpenKit(listener: (wanted: { kit_id: string }) => void): () => void;
    /** Calls `listener` with a profile file that was opened from the system; the answer unsubscribes. */
    onOfferProfile(listener: (file: { file_name: string; text: string }) => void): () => void;
  };
  readonly settings: Domain<'settings'>;
  readonly profiles: Domain<'profiles'>;
  readonly identity: Domain<'identity'>;
  readonly kits: Omit<Domain<'kits'>, 'listText' | 'firstText'> & {
    /** Every kit, newest first. */
    list(): Promise<Kit[]>;
    /** The kits of the next flights, ahead of `list`; none where that is not worth it. */
    first(): Promise<Kit[]>;
    /** Calls `listener` at every batch of changes; the answer unsubscribes. */
    onChanged(listener: (change: KitsChanged) => void): () => void;
  };
  readonly batch: Domain<'batch'>;
  readonly orders: Domain<'orders'> & {
    /** Calls `listener` with all orders whenever they change; the answer unsubscribes. */
    onChanged(listener: (orders: StandingOrder[]) => void): () => void;
  };
  readonly retention: Domain<'retention'>;
  readonly audit: Domain<'audit'>;
  readonly documents: Domain<'documents'>;
  readonly reading: Domain<'reading'> & {
    /** Calls `listener` when what is known of a kit's document has changed; the answer unsubscribes. */
    onPrepared(listener: (change: { kit_id: string }) => void): () => void;
  };
  readonly search: Domain<'search'>;
  readonly marks: Domain<'marks'>;
  readonly updates: Domain<'updates'> & {
    /** Calls `listener` whenever the state of updates changes; the answer unsubscribes. */
    onChanged(listener: (state: UpdateState) => void): () => void;
  };
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

/**
 * Binds the raw bridge.
 *
 * @param early the answer to `kits.firstText`, where it was asked for already
 */
export function connect(raw: TripKitBridge, early?: Promise<Result<string>>): Bridge {
  let ahead = early;
  const firstText = () => {
    const answer = ahead ?? raw.kits.firstText();
    ahead = undefined;
    return answer;
  };
  return {
    app: {
      info: limited(raw.app.info),
      notices: limited(raw.app.notices),
      dismissNotice: limited(raw.app.dismissNotice),
      freeSpace: limited(raw.app.freeSpace),
      saveDiagnostics: untilPerson(raw.app.saveDiagnostics),
      openExternal: limited(raw.app.openExternal),
      listening: limited(raw.app.listening),
      kitCommands: limited(raw.app.kitCommands),
      onNotices: (listener) => raw.app.on('notices', listener),
      onCommand: (listener) => raw.app.on('command', listener),
      onOpenKit: (listener) => raw.app.on('openKit', listener),
      onOfferProfile: (listener) => raw.app.on('offerProfile', listener),
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
      first: async () => readKits(await limited(firstText)()),
      list: async () => readKits(await limited(raw.kits.listText)()),
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
    batch: { check: limited(raw.batch.check), save: untilPerson(raw.batch.save) },
    orders: {
      list: limited(raw.orders.list),
      add: limited(raw.orders.add),
      remove: limited(raw.orders.remove),
      onChanged: (listener) => raw.orders.on('changed', listener),
    },
    retention: { preview: limited(raw.retention.preview), apply: patient(raw.retention.apply) },
    audit: { of: limited(raw.audit.of), export: untilPerson(raw.audit.export) },
    documents: {
      open: limited(raw.documents.open),
      closed: limited(raw.documents.closed),
      shown: limited(raw.documents.shown),
      saveCopy: untilPerson(raw.documents.saveCopy),
      // Copies of large documents may take a while on a slow disk.
      prepareDrag: patient(raw.documents.prepareDrag),
      // It ends when the person lets go.
      drag: untilPerson(raw.documents.drag),
      check: patient(raw.documents.check),
    },
    reading: {
      prepared: limited(raw.reading.prepared),
      text: limited(raw.reading.text),
      missingPosters: limited(raw.reading.missingPosters),
      storePoster: limited(raw.reading.storePoster),
      thumbnails: limited(raw.reading.thumbnails),
      missingStoredThumbnails: limited(raw.reading.missingStoredThumbnails),
      storeStoredThumbnails: limited(raw.reading.storeStoredThumbnails),
      place: limited(raw.reading.place),
      setPlace: limited(raw.reading.setPlace),
      onPrepared: (listener) => raw.reading.on('prepared', listener),
    },
    search: { pages: limited(raw.search.pages) },
    marks: {
      list: limited(raw.marks.list),
      add: limited(raw.marks.add),
      change: limited(raw.marks.change),
      remove: limited(raw.marks.remove),
      bookmarks: limited(raw.marks.bookmarks),
      saveCopy: untilPerson(raw.marks.saveCopy),
    },
    updates: {
      state: limited(raw.updates.state),
      check: patient(raw.updates.check),
      install: limited(raw.updates.install),
      installOnQuit: limited(raw.updates.installOnQuit),
      onChanged: (listener) => raw.updates.on('changed', listener),
    },
  };
}

/** The bridge of this window. Throws a UiFailure where the page runs outside the app. */
export function windowBridge(early?: Promise<Result<string>>): Bridge {
  if (!window.tripkit) throw new UiFailure({ kind: 'app', message: strings.failure.noBridge });
  return connect(window.tripkit, early);
}
