/** What administrators decided, in words. */

import type { AppInfo, PolicyState } from '../../preload/contract.ts';
import { writeHour } from '../kits/airac-hour.ts';
import { policyWords } from './words.ts';

type Decision = PolicyState['decisions'][number];

/** What a setting or a policy is called; its own name where there is no other. */
export function nameWords(name: string): string {
  return Object.hasOwn(policyWords.names, name) ? (policyWords.names[name] ?? name) : name;
}

/** A value in words; as it is written where it has none. */
export function valueWords({ name, value }: Pick<Decision, 'name' | 'value'>): string {
  const read = parsed(value);
  if (read === undefined) return value;
  const known = Object.hasOwn(policyWords.choices, name) ? policyWords.choices[name] : undefined;
  const key = String(read);
  if (known && typeof read !== 'object' && Object.hasOwn(known, key)) return known[key] ?? value;
  if (known && read === null && known.null !== undefined) return known.null;
  if (typeof read === 'number') return numberWords(name, read) ?? value;
  if (typeof read === 'string') return textWords(name, read);
  return (name === 'watch' && watchWords(read)) || value;
}

function numberWords(name: string, value: number): string | null {
  switch (name) {
    case 'keep_days_after_departure':
      return policyWords.days(value);
    case 'airac_minutes':
      return policyWords.utc(writeHour(value));
    case 'ready_hours':
      return policyWords.hours(value);
    case 'audit_months':
      return policyWords.months(value);
    default:
      return null;
  }
}

function textWords(name: string, value: string): string {
  const [from, to] = value.split('-');
  return name === 'update_hours' && from && to ? policyWords.between(from, to) : value;
}

function watchWords(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { in: from, out } = value as { in?: unknown; out?: unknown };
  return typeof from === 'string' && typeof out === 'string' ? policyWords.watched(from, out) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether nothing is managed, and nothing was refused. */
export function isEmpty({ sources, decisions, profiles, refused }: PolicyState): boolean {
  const quiet = sources.every(({ state, problem }) => state !== 'refused' && problem === null);
  return quiet && decisions.length === 0 && profiles.length === 0 && refused.length === 0;
}

/** The whole page as a text for a ticket. */
export function policyText(state: PolicyState, { version, platform }: AppInfo): string {
  const part = (title: string, lines: readonly string[]) => [
    '',
    title,
    ...(lines.length > 0 ? lines : [policyWords.text.nothing]).map((line) => `- ${line}`),
  ];
  const { sources, decisions, profiles, refused } = policyWords;
  return [
    policyWords.text.head(version, platform),
    ...part(
      sources.title,
      state.sources.map(({ kind, place, state: standing, problem }) =>
        [`${sources.kinds[kind]} ${place}: ${sources.states[standing]}`, problem].filter(Boolean).join('. '),
      ),
    ),
    ...part(
      decisions.title,
      state.decisions.map(
        ({ name, value, place }) => `${name} = ${value} (${place ?? decisions.strictest.toLowerCase()})`,
      ),
    ),
    ...part(
      profiles.title,
      state.profiles.map(({ name, place }) => `${name}, ${profiles.from(place)}`),
    ),
    ...part(
      refused.title,
      state.refused.map(({ name, place, reason }) => `${refused.line(name, place)}: ${reason}`),
    ),
    '',
  ].join('\n');
}
