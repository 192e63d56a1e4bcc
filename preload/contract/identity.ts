/** Client certificates. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileBytes, fileName, profileId, utc } from './common.ts';

/** How soon a certificate expires: `soon` within 30 days, `urgent` within 7, with a different message on the last day. */
export const expiry = z.object({
  level: z.enum(['none', 'soon', 'urgent', 'expired']),
  /** Whole days left, rounded down; negative once it has expired. */
  days: z.number().int(),
  /** What to say and what to do; null at level `none`. */
  message: z.string().nullable(),
});

/** Whose certificate it is. Public facts only; the key stays in the main process. */
export const identitySummary = z.object({
  /** One line, most specific part first: `CN=Demo Pilot, O=Demo Air, C=NL`. */
  subject: z.string(),
  issuer: z.string(),
  /** Hex, upper case. */
  serial: z.string(),
  /** SHA-256 fingerprint of the DER as openssl and Windows show it: hex pairs, upper case, with colons. */
  sha256: z.string(),
  valid_from: utc,
  valid_to: utc,
  /** `RSA 2048`, `EC P-256`, … */
  key: z.string(),
  /** Certificates that are sent: the leaf and the part of its chain in the file. */
  chain_length: z.number().int(),
  /** Whether the chain ends at a root, with no issuer missing. */
  chain_complete: z.boolean(),
  /** Names (`clientAuth`) if known, otherwise OIDs; empty if the certificate does not restrict its use. */
  extended_key_usage: z.array(z.string()),
  expiry,
});

export type IdentitySummary = z.infer<typeof identitySummary>;

/** Where the key is: in a file, or in this computer's store or on a card. */
export const identityKind = z.enum(['file', 'computer']);

export type IdentityKind = z.infer<typeof identityKind>;

/** Which kinds administrators allow. */
export const allowedKinds = z.enum(['any', 'file', 'computer']);

export type AllowedKinds = z.infer<typeof allowedKinds>;

/** A certificate of this computer that the server would accept. `problem`: why it can't be chosen; null if it can. */
export const computerCandidate = z.object({ identity: identitySummary, problem: z.string().nullable() });

export type ComputerCandidate = z.infer<typeof computerCandidate>;

const none = z.object({ state: z.literal('none') });

const locked = z.object({
  state: z.literal('locked'),
  kind: identityKind,
  identity: identitySummary.nullable(),
  reason: z.string(),
});

const refused = z.object({
  state: z.literal('refused'),
  kind: identityKind,
  identity: identitySummary,
  reason: z.string(),
});

const usable = z.object({
  state: z.literal('usable'),
  kind: identityKind,
  identity: identitySummary,
  /** False if the keychain cannot store it: the passphrase is entered at each start. */
  stored: z.boolean(),
});

/**
 * State of a profile's client identity. `locked`: stored or chosen before, but needs the passphrase or the keychain. `refused`:
 * administrators don't allow its kind. Only a call to the server shows whether a certificate of this computer is present.
 */
export const identityState = z.discriminatedUnion('state', [none, locked, refused, usable]);

export type IdentityState = z.infer<typeof identityState>;

/** The result of an import. `several`: nothing was changed; call again with one of the choices as `key_sha256`. */
export const identityImported = z.discriminatedUnion('state', [
  none,
  locked,
  refused,
  usable,
  z.object({
    state: z.literal('several'),
    choices: z.array(z.object({ sha256: z.string(), subject: z.string() })),
  }),
]);

export type IdentityImported = z.infer<typeof identityImported>;

/** A PKCS#12 file that was chosen but not yet opened; `identity.import` uses up the handle. */
export const chosenIdentityFile = z.object({ handle: z.uuid(), file_name: fileName });

export type ChosenIdentityFile = z.infer<typeof chosenIdentityFile>;

export const identityImport = z.strictObject({
  profile_id: profileId,
  handle: z.uuid(),
  passphrase: z.string().max(4096),
  /** False keeps it in memory until the app ends, for machines whose keychain can't seal it. */
  store: z.boolean(),
  /** Which identity, if the file holds several. */
  key_sha256: z.string().max(200).optional(),
});

export const identityCalls = {
  state: call([profileId], identityState),
} as const;

export const identitySetupCalls = {
  state: call([profileId], identityState),
  /**
   * Asks the person for a .p12/.pfx file for this profile only; the file is opened once the passphrase is given.
   * Null if they cancelled.
   */
  choose: call([profileId], chosenIdentityFile.nullable()),
  /** Accepts a .p12/.pfx file that was dropped on the window, unopened, for this profile only. */
  offer: call([profileId, fileName, fileBytes], chosenIdentityFile),
  /** Does the same with the file that was last dropped on the library's window; null if there is none. */
  takeDropped: call([profileId], chosenIdentityFile.nullable()),
  /** Opens the chosen file and keeps the identity for this profile; the previous one is kept until the new one is stored. */
  import: call([identityImport], identityImported),
  /** Whether this machine's keychain can store an identity; if not, `reason` is a sentence. */
  canStore: call([], z.object({ can: z.boolean(), reason: z.string().nullable() })),
  remove: call([profileId], identityState),
  /** Which kinds of certificates administrators allow; the others are refused. */
  kinds: call([], allowedKinds),
  /**
   * The certificates of this computer that the profile's sign-in server accepts; the system may ask the person for a card's PIN. Nothing
   * of the profile is sent. Cancels an earlier call that is still running.
   */
  listComputer: call([profileId], z.array(computerCandidate)),
  /** Cancels a running `listComputer`. */
  cancelComputer: call([], z.null()),
  /** Uses the certificate with this SHA-256 fingerprint from the profile's last list from now on. */
  chooseComputer: call([profileId, z.string().max(200)], identityState),
} as const;
