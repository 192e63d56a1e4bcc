/** What administrators decided, in words. */
import { type AdminWords, settingsTable, valueInWords } from '../../main/settings/rules/settings-table.ts';
import type { AppInfo, PolicyState } from '../../preload/contract.ts';
import { policies, policyWords } from './words.ts';

type Decision = PolicyState['decisions'][number];

function wordsOf(name: string): AdminWords | undefined {
  const all: Readonly<Record<string, AdminWords>> = { ...policies, ...settingsTable };
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** What a setting or a policy is called; its own name where there is no other. */
export function nameWords(name: string): string {
  return wordsOf(name)?.title ?? name;
}

/** A value in words; as it is written where it has none. */
export function valueWords({ name, value }: Pick<Decision, 'name' | 'value'>): string {
  const read = parsed(value);
  if (read === undefined) return value;
  const words = wordsOf(name);
  return (words && valueInWords(words, read)) ?? (typeof read === 'string' ? read : value);
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
