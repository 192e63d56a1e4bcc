/** Service profiles. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileBytes, fileName, fileText, profileId, shelfReceipts, utc } from './common.ts';
import { profilesChanged } from './setup.ts';
import { diagnosis } from './support.ts';

/** A service profile as far as the renderer needs it. */
export const profileSummary = z.object({
  id: profileId,
  name: z.string(),
  company_code: z.string(),
  company_name: z.string(),
  /** Host names only, for recognition. */
  auth_host: z.string(),
  api_host: z.string(),
  max_alternates: z.number().int(),
  /** Set for this computer by its administrators: can't be changed or removed here. */
  managed: z.boolean(),
  /** The shelf from which its kits may come, without a certificate; absent: none. `takes_login`: it may ask for user and password. */
  shelf: z
    .object({ name: z.string(), where: z.string(), takes_login: z.boolean(), receipts: shelfReceipts })
    .optional(),
});

export type ProfileSummary = z.infer<typeof profileSummary>;

/** A profile that is complete except for what an airline's onboarding papers say (publicly-known.md). */
export const profilePreset = z.object({
  id: z.string().min(1).max(64),
  name: z.string(),
  /** A sentence always shown with the preset: where its values come from, and that they must be checked. */
  source: z.string(),
  /** The servers that it names. */
  hosts: z.array(z.string()),
  /** What the guide leaves open: the profile's key, and why it must be checked. */
  checks: z.array(z.object({ key: z.string(), why: z.string() })),
});

export type ProfilePreset = z.infer<typeof profilePreset>;

/** What a person enters to make a profile from a preset. */
export const presetInput = z.strictObject({
  preset: z.string().min(1).max(64),
  name: z.string().max(200),
  company_code: z.string().max(64),
  company_name: z.string().max(200),
  client_id: z.string().max(500),
  /** The operator's CA for the authentication server, from `chooseAuthority` or `offerAuthority`. */
  authority_handle: z.uuid(),
});

/** The operator's CA, read but not yet used; `createFromPreset` uses up the handle. */
export const chosenAuthority = z.object({
  handle: z.uuid(),
  file_name: fileName,
  certificates: z.array(z.object({ subject: z.string(), sha256: z.string(), valid_to: utc })).min(1),
});

export type ChosenAuthority = z.infer<typeof chosenAuthority>;

export const profileCalls = {
  list: call([], z.array(profileSummary)),
} as const;

export const profileEvents = {
  changed: profilesChanged,
} as const;

export const profileSetupCalls = {
  list: call([], z.array(profileSummary)),
  /** Asks the person for a profile file and adds the profile; null if they cancelled. */
  choose: call([], profileSummary.nullable()),
  /**
   * Adds the profile of a file that was dropped on the window, once the person has seen its servers in a system dialog
   * and agreed; null if they declined.
   */
  offer: call([fileName, fileText], profileSummary.nullable()),
  /** New requests go to this profile from now on. */
  use: call([profileId], z.null()),
  presets: call([], z.array(profilePreset)),
  /** Asks the person for the operator's CA (PEM or DER); null if they cancelled. */
  chooseAuthority: call([], chosenAuthority.nullable()),
  offerAuthority: call([fileName, fileBytes], chosenAuthority),
  /** Like `offer`, with a profile made from a preset. */
  createFromPreset: call([presetInput], profileSummary.nullable()),
  /** Authenticates step by step and says what failed; takes up to a minute on a bad network. */
  test: call([profileId], diagnosis),
  /** Refused for a managed profile, and while one of its kits can still continue. */
  remove: call([profileId], z.null()),
} as const;
