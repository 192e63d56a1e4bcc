/** Schemas of the domain `profiles`. */
import { z } from 'zod';
import { fileName, profileId, utc } from './common.ts';

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
});
export type ProfileSummary = z.infer<typeof profileSummary>;

/** What a person has to bring to make a profile from a preset. */
export const presetField = z.enum(['name', 'company_code', 'company_name', 'client_id', 'authority']);
export type PresetField = z.infer<typeof presetField>;

/** A profile that is known but for what an airline's onboarding papers say (publicly-known.md). */
export const profilePreset = z.object({
  id: z.string().min(1).max(64),
  name: z.string(),
  /** Where its values come from, and that they are to be checked: a sentence that is always shown with it. */
  source: z.string(),
  /** The servers that it names. */
  hosts: z.array(z.string()),
  missing: z.array(presetField),
  /** What the guide leaves open: the profile's key, and why to check it. */
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
export type PresetInput = z.infer<typeof presetInput>;

/** The operator's CA, read but not yet used; the handle is spent by `createFromPreset`. */
export const chosenAuthority = z.object({
  handle: z.uuid(),
  file_name: fileName,
  certificates: z.array(z.object({ subject: z.string(), sha256: z.string(), valid_to: utc })).min(1),
});
export type ChosenAuthority = z.infer<typeof chosenAuthority>;

/** One step of a connection test. `what` says what was found, `advice` what to do about it. */
export const diagnosisStep = z.object({
  id: z.string(),
  server: z.string().nullable(),
  ok: z.enum(['passed', 'failed', 'skipped']),
  what: z.string(),
  advice: z.string().nullable(),
  /** A stable name for what failed, for code; null where nothing did. */
  condition: z.string().nullable(),
  /** The server's chain, its own certificate first, as far as it was sent or is known. */
  certificates: z
    .array(
      z.object({
        subject: z.string(),
        issuer: z.string(),
        sha256: z.string(),
        valid_from: utc,
        valid_to: utc,
      }),
    )
    .optional(),
});
export type DiagnosisStep = z.infer<typeof diagnosisStep>;

/** A connection test: `ok` means that the service gave a token to this profile with its identity. */
export const diagnosis = z.object({
  steps: z.array(diagnosisStep),
  verdict: z.object({ ok: z.boolean(), message: z.string() }),
});
export type Diagnosis = z.infer<typeof diagnosis>;
