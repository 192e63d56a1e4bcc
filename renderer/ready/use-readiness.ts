import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAppearance } from '../design/appearance.ts';
import { useNow } from '../design/timing.ts';
import { useKits } from '../kits/kits-store.ts';
import { useOpening } from '../kits/opening-store.ts';
import { useShelves } from '../shelf/shelf-store.ts';
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
  const { cockpit } = useAppearance();
  const machine = useReady((state) => state.machine);
  const held = useReady((state) => state.held);
  const checks = useReady((state) => state.checks);
  const shelves = useShelves((state) => state.shelves);
  const facts = { kits, complete, hours, cockpit, held, identities, machine, checks, shelves };
  const result = readiness({ ...facts, notices: { status: noticesStatus, items: notices } }, now);
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

/** The control of this `data-ready-key`. */
function control(panel: HTMLElement | null, key: string): HTMLElement | null {
  return panel?.querySelector<HTMLElement>(`[data-ready-key="${CSS.escape(key)}"]`) ?? null;
}

/** Focuses a control, or the flight that it belonged to where it is gone; keys are `flight|what`. */
function focusOn(panel: HTMLElement | null, key: string, options?: FocusOptions): void {
  const flight = key.slice(0, Math.max(0, key.lastIndexOf('|')));
  const target = control(panel, key) ?? control(panel, flight) ?? control(panel, 'again');
  target?.focus(options);
}

/**
 * Keeps a person's place in the panel: when they come back to it from a kit, when a dialog over it closes, and when the control
 * that they used goes because it did its work. Opened afresh, everything is checked again.
 */
export function useWayBack() {
  const [ready] = useStores(readySlice);
  // Before the first draw, which shows nothing of what was found earlier.
  const [left] = useState(() => {
    const place = ready.getState().comeBack();
    if (!place) ready.getState().begin();
    return place;
  });
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const asked = useOpening((state) => state.question !== null);

  useLayoutEffect(() => {
    if (!left) return;
    const pane = panel.current?.closest('.pane');
    if (pane) pane.scrollTop = left.scroll;
    last.current = left.key;
    focusOn(panel.current, left.key, { preventScroll: true });
  }, [left]);

  // After every draw: what was focused may be gone with it.
  useEffect(() => {
    const key = last.current;
    if (asked || key === null || document.activeElement !== document.body) return;
    if (!control(panel.current, key)) focusOn(panel.current, key);
  });

  useEffect(() => {
    const element = panel.current;
    function note({ target }: FocusEvent) {
      const used = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-ready-key]') : null;
      if (used?.dataset.readyKey !== undefined) last.current = used.dataset.readyKey;
    }
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, []);
  return panel;
}

/** Notes where a person goes from, so that they come back there. */
export function useLeave(): (from: HTMLElement) => void {
  const [ready] = useStores(readySlice);
  return (from) => {
    const key = from.dataset.readyKey ?? '';
    ready.getState().leave({ key, scroll: from.closest('.pane')?.scrollTop ?? 0 });
  };
}
