/** A library of one folder whose documents are checked by the real parts, with a life of their own and no network. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ParcelWriter } from '../../main/documents/parcel-writer.ts';
import type { Sealer } from '../../main/host/sealer.ts';
import type { KitChange, LiveKit } from '../../main/kits/kit-engine.ts';
import { type DocumentEvent, decide, type LifecycleEvent } from '../../main/kits/lifecycle.ts';
import { DocumentChecker } from '../../main/soundness/document-checker.ts';
import { DocumentSeals } from '../../main/soundness/document-seals.ts';
import { KeyHolder } from '../../main/soundness/key-holder.ts';
import { SoundnessKeeper } from '../../main/soundness/soundness.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';

export const PDF = Buffer.from('%PDF-1.7 and so on, and on %%EOF');
export const BEGIN = Date.UTC(2026, 10, 21, 8);

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A keychain that a test locks, replaces, or lets hang. */
export function memoryKeychain() {
  const chain = { secret: 'one', mode: 'works' as 'works' | 'locked' | 'hangs', asked: 0 };
  const answer = async <T>(give: () => T): Promise<T> => {
    chain.asked += 1;
    if (chain.mode === 'hangs') await new Promise(() => {});
    if (chain.mode === 'locked') throw new Error('locked');
    return give();
  };
  const sealer: Sealer = {
    probe: () => answer(() => ({ can: true, reason: null })).catch(() => ({ can: false, reason: 'locked' })),
    seal: (text) => answer(() => Buffer.from(`${chain.secret}:${text}`)),
    unseal: (sealed) =>
      answer(() => {
        const text = sealed.toString();
        if (!text.startsWith(`${chain.secret}:`)) throw new Error('another key');
        return text.slice(chain.secret.length + 1);
      }),
  };
  return Object.assign(chain, { sealer });
}

/** Where a library is; it outlives the runs of the app. */
export function libraryFolder() {
  const root = mkdtempSync(join(tmpdir(), 'tripkit-sound-'));
  const runs: { parcels: ParcelWriter; stop: AbortController }[] = [];
  return {
    folder: root,
    keys: join(root, 'seals'),
    /** Of the app over this library. */
    runs,
    /** Ends all runs first: a parcel that is due would make the folder again. */
    async remove() {
      for (const { parcels, stop } of runs) {
        stop.abort();
        await parcels.written();
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** One run of the app over a folder and a store. */
export function soundLibrary(
  { folder, keys, runs }: ReturnType<typeof libraryFolder>,
  kits = new MemoryKitStore(),
  keychain = memoryKeychain(),
  timeout_ms?: number,
  begin = BEGIN,
) {
  const clock = new VirtualClock();
  let now = begin;
  const log = memoryLog();
  const listeners = new Set<(change: KitChange) => void>();
  const soundness = new SoundnessKeeper();
  const stop = new AbortController();
  const file = (id: string) => join(folder, `${id}.pdf`);
  const apply = (id: string, event: LifecycleEvent | DocumentEvent): LiveKit => {
    const kit = kits.get(id);
    if (!kit) throw new Error('no such kit');
    now += 1_000;
    const decision = decide(kit, event, now);
    if (!decision.ok) throw new Error(decision.why);
    kits.write(decision.kit, { kit_id: id, at: now, state: decision.kit.state, what: decision.what });
    parcels.changed(id);
    const live = liveKit(decision.kit);
    for (const listener of listeners) listener({ changed: [live], removed: [] });
    return live;
  };
  const parcels = new ParcelWriter({ folder, kits, datesOf: () => [], log });
  runs.push({ parcels, stop });
  const key = new KeyHolder({ folder: keys, sealer: keychain.sealer, clock, log });
  const seals = new DocumentSeals({
    folder,
    ...{ key, kits, parcels },
  });
  const end = seals.follow({
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const checker = new DocumentChecker({
    folder,
    kits,
    engine: { document: apply },
    soundness,
    sealOf: (kit) => seals.check(kit),
    signal: stop.signal,
    now: () => (now += 1_000),
    log,
    // A file opens as long as it begins as a PDF does: what pdf.js says is another test's.
    opens: async (path) => {
      const { readFileSync } = await import('node:fs');
      return readFileSync(path).subarray(0, 5).toString() === '%PDF-';
    },
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  });
  return {
    kits,
    clock,
    log,
    soundness,
    key,
    seals,
    parcels,
    checker,
    keychain,
    stop,
    file,
    apply,
    end,
    kit: (id: string): KitRecord => kits.get(id) as KitRecord,
    of: (id: string) => soundness.of(kits.get(id) as KitRecord),
    /** What a download does: the file is in its place, then the kit is ready. */
    async publish(id: string, bytes: Buffer = PDF, { sealed = true } = {}) {
      writeFileSync(file(id), bytes);
      if (sealed) seals.published(id);
      apply(id, { type: 'verified', document: { bytes: bytes.length, sha256: sha256(bytes), pages: 1 } });
      await seals.check(kits.get(id) as KitRecord);
    },
  };
}
