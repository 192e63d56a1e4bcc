/** The `--json` contract of `profile-and-headless.md` (section 2), checked key by key. */
import { isAbsolute } from 'node:path';
import type { Event } from './command.ts';

export const kinds = [
  'config',
  'identity',
  'authentication',
  'rejected',
  'not_found',
  'service',
  'network',
  'deadline',
  'document',
  'disk',
] as const;
export type Kind = (typeof kinds)[number];

const order = ['requesting', 'generating', 'downloading', 'ready'];

/** Parses standard output of a `--json` run: one object a line, nothing else. Adds what is wrong to `problems`. */
export function readEvents(stdout: string, problems: string[]): Event[] {
  if (stdout !== '' && !stdout.endsWith('\n')) problems.push('stdout does not end with a newline');
  const events: Event[] = [];
  for (const line of stdout.split('\n').filter((each) => each !== '')) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
      events.push(value as Event);
    } catch {
      problems.push(`stdout has a line that is no JSON object: ${line.slice(0, 120)}`);
    }
  }
  for (const event of events) checkEvent(event, events.length, problems);
  return events;
}

function checkEvent(event: Event, alone: number, problems: string[]): void {
  const shown = JSON.stringify(event).slice(0, 300);
  if (event.event === 'token') {
    exactKeys(event, ['event', 'scopes', 'expires_in'], [], shown, problems);
    if (!Array.isArray(event.scopes) && typeof event.scopes !== 'string') problems.push(`scopes: ${shown}`);
    return;
  }
  if (event.event === 'failed') {
    // The document has no event for a command that fails as a whole, but kinds (config, identity) that fit nothing else.
    exactKeys(event, ['event', 'error'], [], shown, problems);
    checkError(event.error, shown, problems);
    if (alone !== 1) problems.push(`a failure of the whole command beside other events: ${shown}`);
    return;
  }
  if (event.event !== 'state') {
    problems.push(`an event the document does not have: ${shown}`);
    return;
  }
  const base = ['event', 'kit', 'tripkit_id', 'state'];
  if (!Number.isInteger(event.kit)) problems.push(`kit is no position: ${shown}`);
  if (event.tripkit_id !== null && typeof event.tripkit_id !== 'string')
    problems.push(`tripkit_id: ${shown}`);
  if (event.state === 'ready') checkReady(event, base, shown, problems);
  else if (event.state === 'failed') checkFailed(event, base, shown, problems);
  else {
    exactKeys(event, base, [], shown, problems);
    if (!order.includes(String(event.state))) problems.push(`an unknown state: ${shown}`);
  }
}

function checkReady(event: Event, base: string[], shown: string, problems: string[]): void {
  exactKeys(event, [...base, 'file', 'bytes', 'sha256', 'messages'], [], shown, problems);
  if (typeof event.file !== 'string' || !isAbsolute(event.file))
    problems.push(`file is not absolute: ${shown}`);
  if (!Number.isInteger(event.bytes)) problems.push(`bytes: ${shown}`);
  if (!/^[0-9a-f]{64}$/.test(String(event.sha256))) problems.push(`sha256: ${shown}`);
  if (!Array.isArray(event.messages)) problems.push(`messages is no list: ${shown}`);
}

function checkFailed(event: Event, base: string[], shown: string, problems: string[]): void {
  exactKeys(event, [...base, 'error'], [], shown, problems);
  checkError(event.error, shown, problems);
}

function checkError(error: unknown, shown: string, problems: string[]): void {
  if (typeof error !== 'object' || error === null) {
    problems.push(`error is no object: ${shown}`);
    return;
  }
  const parts = error as Event;
  exactKeys(parts, ['kind', 'message'], ['messages', 'status'], shown, problems);
  if (!(kinds as readonly unknown[]).includes(parts.kind)) problems.push(`an unknown kind: ${shown}`);
  if (typeof parts.message !== 'string' || parts.message.length < 10) problems.push(`message: ${shown}`);
  if ('status' in parts && !Number.isInteger(parts.status)) problems.push(`status: ${shown}`);
  if ('messages' in parts && !Array.isArray(parts.messages)) problems.push(`messages: ${shown}`);
}

function exactKeys(
  value: Event,
  required: readonly string[],
  optional: readonly string[],
  shown: string,
  problems: string[],
): void {
  const missing = required.filter((key) => !(key in value));
  const extra = Object.keys(value).filter((key) => !required.includes(key) && !optional.includes(key));
  if (missing.length > 0) problems.push(`keys missing (${missing}): ${shown}`);
  if (extra.length > 0) problems.push(`keys the document does not have (${extra}): ${shown}`);
}

/** The events of one kit, checked for the documented order of states: forward only, one end. */
export function kitEvents(
  events: readonly Event[],
  kit: number,
  requested: boolean,
  problems: string[],
): Event[] {
  const own = events.filter((event) => event.event === 'state' && event.kit === kit);
  const states = own.map((event) => String(event.state));
  const shown = `kit ${kit}: ${states.join(' → ') || 'no events'}`;
  const last = states.at(-1);
  if (last !== 'ready' && last !== 'failed') problems.push(`${shown}: no end`);
  if (states.filter((state) => state === 'ready' || state === 'failed').length > 1)
    problems.push(`${shown}: two ends`);
  const ranks = states.filter((state) => state !== 'failed').map((state) => order.indexOf(state));
  if (ranks.some((rank, at) => at > 0 && rank <= (ranks[at - 1] ?? -1)))
    problems.push(`${shown}: wrong order`);
  if (last === 'ready' && !states.includes('downloading')) problems.push(`${shown}: never downloading`);
  if (requested && states[0] !== 'requesting') problems.push(`${shown}: does not begin with requesting`);
  if (!requested && states.includes('requesting')) problems.push(`${shown}: requesting although --id`);
  for (const event of own) {
    if (event.state === 'requesting' && event.tripkit_id !== null)
      problems.push(`${shown}: an id while requesting`);
    const known = ['generating', 'downloading', 'ready'].includes(String(event.state));
    if (known && typeof event.tripkit_id !== 'string')
      problems.push(`${shown}: no tripkit_id in ${event.state}`);
  }
  return own;
}
