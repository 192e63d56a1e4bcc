/** All scenarios of the conformance suite. */
import { authentication } from './cases/authentication.ts';
import { inputs } from './cases/inputs.ts';
import { names } from './cases/names.ts';
import { pdfAnswers } from './cases/pdf-answers.ts';
import { requests } from './cases/requests.ts';
import { storage } from './cases/storage.ts';
import type { Scenario } from './world.ts';

export const scenarios: readonly Scenario[] = [
  // The longest waits first, so that the shorter scenarios fill the time beside them.
  ...storage,
  ...pdfAnswers,
  ...requests,
  ...authentication,
  ...names,
  ...inputs,
];

/** What is played as processes: scenarios about the process itself, and one whole fetch with the rule of 5 s. */
export const asProcesses = [
  // Streams and exit codes, for people and for scripts
  'as users run it: npm run',
  'an out folder that cannot be',
  'SIGTERM and SIGINT',
  // The environment: trust, passphrase
  'trust "system"',
  'token: the documented success',
  'request: the default template',
].map((start) => {
  const [scenario, more] = scenarios.filter(({ name }) => name.startsWith(start));
  if (!scenario || more) throw new Error(`“${start}” has to begin the name of one scenario`);
  return scenario;
});
