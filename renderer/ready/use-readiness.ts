import { useEffect, useMemo } from 'react';
import { useNow } from '../design/use-now.ts';
import { useKits } from '../kits/kits-store.ts';
import { useNotices } from '../shell/state/notices-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useSession } from '../shell/state/session-store.ts';
import { useSettings } from '../shell/state/settings-store.ts';
import { type Readiness, readiness } from './readiness.ts';
import { isDue, readySlice, useReady } from './ready-store.ts';

/** How often it is looked at the clock, ms. */
const LOOK_EVERY_MS = 15_000;

/** The verdict as of now, found again with every change of what it rests on. */
export function useReadiness(): { result: Readiness; now: number } {
  const now = useNow(true, LOOK_EVERY_MS);
  const kits = useKits((state) => state.kits);
  const complete = useKits((state) => state.complete);
  const notices = useNotices((state) => state.notices);
  const noticesStatus = useNotices((state) => state.status);
  const identities = useSession((state) => state.identities);
  const hours = useSettings((state) => state.settings?.values.ready_hours ?? null);
  const machine = useReady((state) => state.machine);
  const checks = useReady((state) => state.checks);
  const result = useMemo(() => {
    const facts = { kits, complete, hours, identities, machine, checks };
    return readiness({ ...facts, notices: { status: noticesStatus, items: notices } }, now);
  }, [kits, complete, notices, noticesStatus, identities, hours, machine, checks, now]);
  useKeptUp(result, now);
  return { result, now };
}

/** Asks for what the verdict rests on, as flights and kits come in and checks grow old. */
function useKeptUp({ flights, unknown, laptop }: Readiness, now: number): void {
  const [ready] = useStores(readySlice);
  const round = useReady((state) => state.round);
  const checks = useReady((state) => state.checks);
  const due = [...flights, ...unknown].flatMap(({ kit }) =>
    kit && isDue(kit, checks.get(kit.id), now) ? [kit] : [],
  );
  const documents = due.map(({ id, document }) => `${id} ${document?.sha256}`).join();
  const profiles = laptop.flatMap(({ name, about }) => (name === 'identity' && about ? [about] : [])).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `documents` stands for `due`, which is another list at every draw
  useEffect(() => {
    if (documents !== '') void ready.getState().checkDocuments(due);
  }, [ready, round, documents]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again in every round
  useEffect(() => {
    void ready.getState().checkLaptop(profiles === '' ? [] : profiles.split(','));
  }, [ready, round, profiles]);
  // What was not right stays in sight when it is mended.
  const opened = useReady((state) => state.opened);
  const wrong = flights
    .filter(({ key, state }) => (state === 'bad' || state === 'warn') && !opened.has(key))
    .map(({ key }) => key);
  const keys = JSON.stringify(wrong);
  useEffect(() => {
    const found: string[] = JSON.parse(keys);
    if (found.length > 0) ready.getState().open(found, true);
  }, [ready, keys]);
}
