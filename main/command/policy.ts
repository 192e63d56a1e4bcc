import type { PolicyState } from '../../preload/contract/policies.ts';
import { lockableSettings } from '../../preload/contract/settings.ts';
import { readPolicies } from '../policies/read-policies.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/**
 * Shows what administrators decided, where, and which of it is not in force (profile-and-headless.md, `policy`).
 *
 * @returns the exit code: 0 if everything is in force, 1 if something is refused
 */
export async function showPolicies({ computer }: HeadlessIo, report: Report): Promise<number> {
  const { state } = await readPolicies(computer.platform, computer.files, lockableSettings);
  report.result({ event: 'policies', ...state }, policyLines(state));
  return state.refused.length > 0 || state.sources.some((source) => source.state === 'refused') ? 1 : 0;
}

const STATES = { in_force: 'in force', absent: 'nothing there', refused: 'REFUSED' } as const;

/** The lines for people; names and values come from files and must not move the cursor. */
function policyLines({ sources, decisions, profiles, refused }: PolicyState): string[] {
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines] : []);
  const decided = (of: 'policy' | 'setting') =>
    decisions
      .filter((decision) => decision.of === of)
      .map(({ name, value, place }) => `  ${name} = ${value}  (${place ?? 'the strictest value'})`);
  return [
    ...sources.flatMap(({ place, state, problem }) => [
      `${place}: ${STATES[state]}`,
      ...(problem === null ? [] : [`  ${problem}`]),
    ]),
    ...part('Policies:', decided('policy')),
    ...part('Settings:', decided('setting')),
    ...part(
      'Profiles:',
      profiles.map(({ id, name, place }) => `  ${name}  (${id}, ${place})`),
    ),
    ...part(
      'Not in force:',
      refused.map(({ name, place, reason }) => `  ${name}: ${reason}  (${place})`),
    ),
  ].map(printable);
}
