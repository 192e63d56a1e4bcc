import type { Failure } from '../common/failure.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import type { KitState } from '../store/kit-record.ts';
import type { HeadlessIo } from './io.ts';

/** Reports what a headless command does while it runs. */
export interface Report {
  /** A kit has changed; reports only new states. `position` is the kit's in the input, from 0. */
  kit(position: number, kit: LiveKit, file: string | null): void;
  /** The whole command has failed. */
  failed(failure: Failure): void;
  /** A result of another kind. */
  result(json: Record<string, unknown>, lines: readonly string[]): void;
}

/** One JSON object per line (profile-and-headless.md, section 2), nothing else. */
export function jsonReport(io: HeadlessIo): Report {
  const newState = stateChanges();
  const put = (event: Record<string, unknown>) => io.out(JSON.stringify(event));
  return {
    kit(position, kit, file) {
      const state = newState(position, kit);
      if (state === null) return;
      put({
        event: 'state',
        kit: position,
        tripkit_id: kit.tripkit_id,
        state,
        ...(state === 'ready'
          ? { file, bytes: kit.document?.bytes, sha256: kit.document?.sha256, messages: kit.messages }
          : {}),
        ...(state === 'failed' ? { error: kit.failure } : {}),
      });
    },
    failed: (error) => put({ event: 'failed', error }),
    result: (json) => put(json),
  };
}

/** Lines for people; on a terminal with a progress bar below. */
export function peopleReport(io: HeadlessIo): Report {
  const newState = stateChanges();
  const live = new Map<number, LiveKit>();
  const say = (line: string) => {
    io.status?.('');
    io.out(line);
  };
  return {
    kit(position, kit, file) {
      live.set(position, kit);
      const state = newState(position, kit);
      if (state !== null) for (const line of kitLines(position, kit, state, file)) say(line);
      io.status?.(progressLine(live));
    },
    failed: ({ message }) => {
      io.status?.('');
      io.err(message);
    },
    result: (_json, lines) => {
      for (const line of lines) say(line);
    },
  };
}

/** Errors alone. */
export function quietReport(io: HeadlessIo): Report {
  const newState = stateChanges();
  return {
    kit(position, kit, file) {
      const state = newState(position, kit);
      if (state === 'failed') for (const line of kitLines(position, kit, state, file)) io.err(line);
    },
    failed: ({ message }) => io.err(message),
    result: () => {},
  };
}

/** Returns a kit's state in the contract's words if it is new; otherwise null. */
function stateChanges(): (position: number, kit: LiveKit) => KitState | null {
  const reported = new Map<number, KitState>();
  return (position, kit) => {
    // For a script, an unconfirmed request has failed.
    const state = kit.state === 'unconfirmed' ? 'failed' : kit.state;
    if (state === 'cancelled' || reported.get(position) === state) return null;
    reported.set(position, state);
    return state;
  };
}

function kitLines(position: number, kit: LiveKit, state: KitState, file: string | null): string[] {
  const name = kit.trip ? `${kit.trip.origin}-${kit.trip.destination}` : 'kit';
  const id = kit.tripkit_id === null ? '' : ` ${printable(kit.tripkit_id)}`;
  const head = `[${position}] ${name}${id}:`;
  const messages = kit.messages
    .filter(({ type }) => type !== 'Info')
    .map(({ type, code, message }) => `    ${type} ${code}: ${message}`);
  switch (state) {
    case 'ready':
      return [
        `${head} saved and verified, ${megabytes(kit.document?.bytes ?? 0)}, ${kit.document?.pages} pages: ${file}`,
        ...messages,
      ];
    case 'failed':
      return [`${head} failed. ${kit.failure?.message ?? ''}`];
    default:
      return [`${head} ${state}`];
  }
}

const BAR = 24;

function progressLine(live: ReadonlyMap<number, LiveKit>): string {
  const kits = [...live.values()];
  const done = kits.filter(({ state }) => state === 'ready').length;
  const hasEnded = ({ state }: LiveKit) => ['ready', 'failed', 'unconfirmed'].includes(state);
  if (kits.every(hasEnded)) return '';
  const share =
    kits.reduce((sum, kit) => {
      if (hasEnded(kit)) return sum + 1;
      const { received = 0, total = null } = kit.progress ?? {};
      return sum + (total ? (0.5 * received) / total + 0.5 : kit.state === 'generating' ? 0.25 : 0);
    }, 0) / kits.length;
  const filled = Math.round(share * BAR);
  const now =
    kits.find(({ state }) => state === 'downloading') ?? kits.find(({ state }) => state === 'generating');
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${done}/${kits.length} ready${now ? `, ${activityOf(now)}` : ''}`;
}

function activityOf(kit: LiveKit): string {
  if (kit.activity) return kit.activity;
  if (!kit.progress) return kit.state;
  const { received, total } = kit.progress;
  return total ? `${Math.floor((100 * received) / total)} % of ${megabytes(total)}` : megabytes(received);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Texts from outside must not move the cursor. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
