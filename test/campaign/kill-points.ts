/**
 * Where the engine's process can be made to die: between any two of its steps. The parts are the app's own; around each
 * outward step and each write stands a point at which the process may end itself by SIGKILL.
 */
import type { DocumentInTheMaking, KitDocuments } from '../../main/kits/kit-documents.ts';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import { TripKitService } from '../../main/service/trip-kit-service.ts';
import type { KitState } from '../../main/store/kit-record.ts';
import type { KitStore } from '../../main/store/kit-store.ts';
import type { KillAt } from './protocol.ts';

export type WriteStep = `before writing ${KitState}` | `after writing ${KitState}`;
const writeSteps = kitStates.flatMap((state): WriteStep[] => [
  `before writing ${state}`,
  `after writing ${state}`,
]);

/** Every point at which the process can be made to die. */
export const killSteps = [
  'library opened',
  'library repaired',
  ...writeSteps,
  'before token',
  'after token',
  'before request',
  'after request',
  'before poll',
  'after poll',
  'before download',
  'after download',
  'document opened',
  'document begun',
  'document written',
  'before finish',
  'after finish',
  'after verify',
  'before publish',
  'after publish',
  'after discard',
  'before close',
] as const;
export type KillStep = (typeof killSteps)[number];

/** Ends this process at one of its steps. */
export class KillSwitch {
  readonly #at: KillAt | null;
  #reached = 0;

  constructor(at: KillAt | null) {
    this.#at = at;
  }

  reach = (step: KillStep): void => {
    if (step !== this.#at?.step) return;
    this.#reached += 1;
    if (this.#reached === this.#at.nth) process.kill(process.pid, 'SIGKILL');
  };
}

type Reach = (step: KillStep) => void;

export function killableStore(store: KitStore, reach: Reach): KitStore {
  return {
    list: () => store.list(),
    get: (id) => store.get(id),
    history: (id) => store.history(id),
    remove: (id, removal) => store.remove(id, removal),
    together: (step) => store.together(step),
    write: (kit, event) => {
      reach(`before writing ${kit.state}`);
      store.write(kit, event);
      reach(`after writing ${kit.state}`);
    },
  };
}

export class KillableService extends TripKitService {
  readonly #reach: Reach;

  constructor(options: ConstructorParameters<typeof TripKitService>[0], reach: Reach) {
    super(options);
    this.#reach = reach;
  }

  override async prepareRequest(...args: Parameters<TripKitService['prepareRequest']>): Promise<void> {
    this.#reach('before token');
    await super.prepareRequest(...args);
    this.#reach('after token');
  }

  override async request(...args: Parameters<TripKitService['request']>) {
    this.#reach('before request');
    const answer = await super.request(...args);
    this.#reach('after request');
    return answer;
  }

  override async pdf(...args: Parameters<TripKitService['pdf']>) {
    this.#reach('before poll');
    const answer = await super.pdf(...args);
    this.#reach('after poll');
    return answer;
  }

  override async download(...args: Parameters<TripKitService['download']>): Promise<void> {
    this.#reach('before download');
    await super.download(...args);
    this.#reach('after download');
  }
}

export function killableDocuments(documents: KitDocuments, reach: Reach): KitDocuments {
  return {
    open: async (kit) => {
      const document = await documents.open(kit);
      reach('document opened');
      return killableDocument(document, reach);
    },
    verify: async (path, signal) => {
      const verified = await documents.verify(path, signal);
      reach('after verify');
      return verified;
    },
    publish: async (kit, document) => {
      reach('before publish');
      await documents.publish(kit, document);
      reach('after publish');
    },
    remove: (kit) => documents.remove(kit),
    freeSpace: () => documents.freeSpace(),
  };
}

function killableDocument(document: DocumentInTheMaking, reach: Reach): DocumentInTheMaking {
  return {
    get path() {
      return document.path;
    },
    get received() {
      return document.received;
    },
    get etag() {
      return document.etag;
    },
    get total() {
      return document.total;
    },
    begin: async (start) => {
      await document.begin(start);
      reach('document begun');
    },
    write: async (piece) => {
      await document.write(piece);
      reach('document written');
    },
    finish: async () => {
      reach('before finish');
      const finished = await document.finish();
      reach('after finish');
      return finished;
    },
    discard: async () => {
      await document.discard();
      reach('after discard');
    },
    close: async () => {
      reach('before close');
      await document.close();
    },
  };
}
