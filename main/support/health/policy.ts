/** The policies of this computer, as the app would find them at a start. */
import { lockableSettings } from '../../../preload/contract/settings.ts';
import { type ManagedFileAccess, machineFiles } from '../../policies/managed-file.ts';
import { type Policies, strictestPolicies } from '../../policies/policies.ts';
import { type PolicyReport, readPolicies } from '../../policies/read-policies.ts';
import type { ManagedServiceProfile } from '../../profile/profile-book.ts';

/** The policies in force. */
export interface PolicyInForce {
  state: PolicyReport;
  profiles: Pick<ManagedServiceProfile, 'id' | 'text'>[];
  policies: Policies;
}

/** Used if the policies could not be read in time. */
export const unknownPolicy: PolicyInForce = {
  state: { sources: [], decisions: [], profiles: [], refused: [] },
  profiles: [],
  policies: { ...strictestPolicies },
};

/** Reads the administrators' decisions. Never rejects: what can't be read or trusted is a refused source. */
export async function readPolicy(files: ManagedFileAccess = machineFiles()): Promise<PolicyInForce> {
  const { state, managed, policies } = await readPolicies(process.platform, files, lockableSettings);
  return { state, profiles: managed?.profiles ?? [], policies };
}
