/** All scenarios of the conformance suite. */
import { authentication } from './cases/authentication.ts';
import type { Scenario } from './world.ts';

export const scenarios: readonly Scenario[] = [...authentication];
