import { createStore } from 'zustand/vanilla';
import type {
  ChosenHandOver,
  HandOverMade,
  HandOverPlan,
  HandOverProgress,
} from '../../preload/contract/parcels.ts';
import { defineSlice } from '../setup/state/registry.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly, oneAtATime } from '../shell/state/calls.ts';

interface HandOverState {
  /** The kits that are handed over; null: all of this laptop. */
  kitIds: readonly string[] | null;
  /** What that is; null until it is known. */
  plan: HandOverPlan | null;
  busy: 'make' | 'choose' | 'open' | null;
  /** Of which half `failure` is. */
  half: 'give' | 'take';
  failure: UiFailure | null;
  /** The running operation, even if it began before the window was closed and opened again. */
  progress: HandOverProgress;
  cancelling: boolean;
  /** The file that was made last. */
  made: HandOverMade | null;
  /** The file that waits for its passphrase. */
  chosen: ChosenHandOver | null;
  /** How the last opening ended: the app restarts, or a person said no. */
  opened: 'restarting' | 'refused' | null;
  /** Follows the progress. Returns a function that stops following. */
  start(): () => void;
  /** Shows what would be handed over. */
  show(kitIds: readonly string[] | null): Promise<void>;
  /** The passphrase is not kept. */
  make(passphrase: string): Promise<void>;
  choose(): Promise<void>;
  forgetChosen(): void;
  /** False if the passphrase must be typed again. */
  open(passphrase: string): Promise<boolean>;
  cancel(): Promise<void>;
}

/** Hand-over files. */
export const [handOverSlice, useHandOver] = defineSlice(({ bridge }) =>
  createStore<HandOverState>()((set, get) => {
    const run = oneAtATime(set, get);
    const asked = latestOnly();
    return {
      kitIds: null,
      plan: null,
      busy: null,
      half: 'give',
      failure: null,
      progress: null,
      cancelling: false,
      made: null,
      chosen: null,
      opened: null,
      start: () => bridge.handOver.on('progress', (progress) => set({ progress })),
      async show(kitIds) {
        const isLatest = asked();
        set({ kitIds, made: null, ...(get().busy ? {} : { failure: null }) });
        try {
          const plan = await bridge.handOver.plan(kitIds === null ? null : [...kitIds]);
          if (isLatest()) set({ plan });
        } catch (error) {
          if (isLatest()) set({ plan: null, half: 'give', failure: asUiFailure(error) });
        }
      },
      async make(passphrase) {
        if (get().busy) return;
        const { kitIds } = get();
        set({ half: 'give', made: null });
        const kit_ids = kitIds === null ? null : [...kitIds];
        const made = await run('make', () => bridge.handOver.make({ kit_ids, passphrase }));
        set({ made, progress: null, cancelling: false });
      },
      async choose() {
        if (get().busy) return;
        set({ half: 'take', opened: null });
        const chosen = await run('choose', () => bridge.handOver.choose());
        if (chosen) set({ chosen });
      },
      forgetChosen: () => set({ chosen: null, failure: null }),
      async open(passphrase) {
        const { chosen, busy } = get();
        if (!chosen || busy) return false;
        set({ half: 'take', opened: null });
        const opened = await run('open', () => bridge.handOver.open({ handle: chosen.handle, passphrase }));
        set({ progress: null, cancelling: false });
        if (opened === null) return false;
        set({ chosen: opened ? null : chosen, opened: opened ? 'restarting' : 'refused' });
        return true;
      },
      async cancel() {
        set({ cancelling: true });
        // What it ends says how that went.
        await bridge.handOver.cancel().catch(() => {});
        set({ cancelling: false });
      },
    };
  }),
);

/** Crockford's base 32: no letter that looks like a digit. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 5;
const SIGNS_OF_GROUP = 5;

/** A passphrase that nobody guesses, 125 bits, in groups that can be read aloud: `k7pq2-…`. */
export function newPassphrase(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(GROUPS * SIGNS_OF_GROUP));
  const signs = Array.from(drawn, (byte) => SIGNS[byte % SIGNS.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * SIGNS_OF_GROUP, (group + 1) * SIGNS_OF_GROUP),
  ).join('-');
}
