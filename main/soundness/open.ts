import type { ParcelWriter } from '../documents/parcel-writer.ts';
import type { Host } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitStore } from '../store/kit-store.ts';
import { checkDocuments } from './check-documents.ts';
import { DocumentChecker } from './document-checker.ts';
import { DocumentSeals } from './document-seals.ts';
import { followDocuments } from './follow-documents.ts';
import type { KeyHolder } from './key-holder.ts';
import { SoundnessKeeper } from './soundness.ts';

export interface SealsNeeds {
  key: KeyHolder;
  kits: KitStore;
  parcels: ParcelWriter;
}

/** The known soundness of documents, and their seals: needed before the kit engine runs. */
export function openSeals(host: Host, { key, kits, parcels }: SealsNeeds) {
  const soundness = new SoundnessKeeper();
  const seals = new DocumentSeals({
    folder: host.paths.documents,
    ...{ key, kits, parcels },
    sealed: (id) => {
      const kit = kits.get(id);
      if (!kit) return;
      const found = soundness.finding(kit);
      if (found.state === 'verified') soundness.put(kit, { ...found, seal: 'intact' });
    },
  });
  let unfollow = () => {};
  return {
    ...{ key, soundness, seals },
    follow(engine: KitEngine) {
      unfollow = seals.follow(engine);
    },
    stop: () => unfollow(),
  };
}

export interface SoundnessNeeds {
  sealing: ReturnType<typeof openSeals>;
  kits: KitStore;
  engine: KitEngine;
  /** Kits of a hand-over file whose documents were verified by their hashes at this start. */
  received: readonly string[];
  /** Kits whose documents are checked before all others. */
  suspects: readonly string[];
  /** Called when a document was found damaged. @param what a sentence */
  broken(kit_id: string, what: string): void;
}

/** Whether each document on this laptop is the verified one. */
export function openSoundness(host: Host, needs: SoundnessNeeds) {
  const { kits, engine, sealing, received, suspects } = needs;
  const { key, soundness, seals } = sealing;
  const checking = new AbortController();
  const { signal } = checking;
  const checker = new DocumentChecker({
    ...host,
    folder: host.paths.documents,
    kits,
    engine,
    soundness,
    sealOf: (kit) => seals.check(kit),
    opens: (file, until) => host.verifier.opens(file, until),
    signal,
  });
  const unfollow = [
    soundness.onChange(({ kit_id, now: found }) => {
      if (found.state === 'damaged') needs.broken(kit_id, found.what);
    }),
    engine.onChange(({ changed }) => {
      for (const kit of changed) checker.changed(kit);
    }),
    seals.onKey((ids) => {
      for (const id of ids) void checker.check(id, { quietly: true });
    }),
  ];
  sealing.follow(engine);
  return {
    checker,
    start() {
      void seals.received(received);
      void checkDocuments({ ...host, kits, checker, suspects, keychain: () => key.answered(signal), signal });
      void followDocuments({ ...host, folder: host.paths.documents, kits, checker, soundness, signal });
    },
    stop() {
      checking.abort();
      for (const end of unfollow) end();
    },
  };
}
