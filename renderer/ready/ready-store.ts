import { createStore } from 'zustand/vanilla';
import type { Kit, Notice } from '../../preload/contract.ts';
import { appearanceStore } from '../design/appearance.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { readBattery } from '../shell/state/battery.ts';
import { asUiFailure, type Bridge } from '../shell/state/bridge.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { sessionSlice } from '../shell/state/session-store.ts';
import { type AskedCheck, CHECK_AGAIN_MS, type Machine } from './ready-flights.ts';
import { readyWords } from './words.ts';

/** Documents that are read at a time. */
const AT_ONCE = 2;

/** Free space and battery now. Never rejects: what the machine does not tell is null. */
async function readMachine(bridge: Bridge): Promise<Machine> {
  const [free_bytes, battery] = await Promise.all([bridge.app.freeSpace().catch(() => null), readBattery()]);
  return { free_bytes, battery };
}

/** What cockpit mode holds back now; null if it can't be read. Never rejects. */
async function readHeld(bridge: Bridge): Promise<readonly Notice[] | null> {
  if (!appearanceStore.getState().cockpit) return [];
  return bridge.app.meanwhile().then(
    ({ notices }) => notices,
    () => null,
  );
}

/** Where a person was in the panel when they went to look at something from it. */
interface Left {
  /** The control that they used, as its `data-ready-key`. */
  key: string;
  /** How far the panel was scrolled, CSS px. */
  scroll: number;
}

interface ReadyState {
  /** Counts how often everything was to be checked again. */
  round: number;
  /** The last answer of the machine in this round; null before. */
  machine: Machine | null;
  /** The notices that cockpit mode held back when the machine was asked; null if they can't be read. */
  held: readonly Notice[] | null;
  /** The checks of documents in this round, by kit. */
  checks: ReadonlyMap<string, AskedCheck>;
  /** Which flights a person opened or closed, or were found not to be right: they stay so until the next round. */
  opened: ReadonlyMap<string, boolean>;
  /** Null unless the person is away from the panel and will come back to it. */
  left: Left | null;
  /** A person opens the panel, or wants everything checked again: nothing that was found before counts. */
  begin(): void;
  /** The certificates of these profiles, and the machine. Never rejects. */
  checkLaptop(profileIds: readonly string[]): Promise<void>;
  /** Reads the documents of these kits byte by byte, a few at a time. Never rejects. */
  checkDocuments(kits: readonly Kit[]): Promise<void>;
  open(keys: readonly string[], open: boolean): void;
  leave(left: Left): void;
  /** Where the person was, once. */
  comeBack(): Left | null;
}

/** Whether the document of a kit is to be read: not asked for yet in this round, replaced since, or too long ago. */
export function isDue(kit: Kit, asked: AskedCheck | undefined, now: number): boolean {
  if (!kit.document) return false;
  if (asked?.sha256 !== kit.document.sha256) return true;
  return asked.answer !== null && Math.abs(now - asked.asked_at) > CHECK_AGAIN_MS;
}

/** What a kit says of its document after its check. */
function answerOf({ soundness }: Kit): AskedCheck['answer'] {
  if (!soundness) return { failure: readyWords.checks['verified.unchecked'] ?? '' };
  const { state, at, what } = soundness;
  if (state === 'unchecked' || state === 'checking') return { failure: what };
  return { ok: state === 'verified', at: Date.parse(at), what };
}

const nothingChecked = { machine: null, held: [], checks: new Map() };

/** "Ready to fly". */
export const [readySlice, useReady] = defineSlice(({ bridge, get: slice }) => {
  const navigation = slice(navigationSlice);
  const kits = slice(kitsSlice);
  const store = createStore<ReadyState>()((set, get) => {
    /** The kits whose documents are being read, with the round that they are read for. */
    const running = new Map<string, number>();

    function put(id: string, asked: AskedCheck) {
      set({ checks: new Map(get().checks).set(id, asked) });
    }

    async function read(kit: Kit, sha256: string, round: number) {
      const asked_at = Date.now();
      const answer = await bridge.documents.check(kit.id).then(
        (checked) => {
          kits.getState().update(checked);
          return answerOf(checked);
        },
        (error: unknown) => ({ failure: asUiFailure(error).message }),
      );
      if (running.get(kit.id) === round) running.delete(kit.id);
      if (round === get().round) put(kit.id, { sha256, asked_at, answer });
    }

    return {
      round: 0,
      ...nothingChecked,
      opened: new Map(),
      left: null,
      begin: () => set({ ...nothingChecked, round: get().round + 1, opened: new Map(), left: null }),
      async checkLaptop(profileIds) {
        const { round } = get();
        const [machine, held] = await Promise.all([
          readMachine(bridge),
          readHeld(bridge),
          slice(sessionSlice).getState().refreshIdentities(profileIds),
        ]);
        if (round === get().round) set({ machine, held });
      },
      async checkDocuments(kits) {
        const { round, checks } = get();
        const queue = kits.filter(({ id, document }) => document && running.get(id) !== round);
        const next = new Map(checks);
        for (const { id, document } of queue) {
          running.set(id, round);
          const before = checks.get(id);
          // What was found before counts until it is found again, or is too old.
          if (document && before?.sha256 !== document.sha256)
            next.set(id, { sha256: document.sha256, asked_at: Date.now(), answer: null });
        }
        set({ checks: next });
        async function work() {
          for (let kit = queue.shift(); kit && round === get().round; kit = queue.shift())
            if (kit.document) await read(kit, kit.document.sha256, round);
        }
        await Promise.all(Array.from({ length: AT_ONCE }, work));
      },
      open(keys, open) {
        set({ opened: new Map([...get().opened, ...keys.map((key) => [key, open] as const)]) });
      },
      leave: (left) => set({ left }),
      comeBack() {
        const { left } = get();
        if (left) set({ left: null });
        return left;
      },
    };
  });
  // Who has gone elsewhere is not led back.
  navigation.subscribe(({ screen, pane, back }) => {
    const away = screen.name === 'library' && pane !== 'ready' && back !== 'ready';
    if (away && store.getState().left) store.setState({ left: null });
  });
  return store;
});
