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
