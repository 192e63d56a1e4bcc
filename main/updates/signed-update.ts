/**
 * What a signature of an update vouches for, and who may sign. Windows and macOS check their publisher's signature; an
 * AppImage has none of its own, so each of its files is signed by Ed25519 (RFC 8032) with a key that the app knows.
 *
 * Signatures stand in the feed file, `signatures` of each of its `files`: js-yaml keeps keys that electron-updater doesn't
 * know, they are here before a byte is downloaded, and can't be of another moment than the sums that they vouch for.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { refused, unavailable } from './feed.ts';

/** No field can hold a line's end, so that no two updates have one text. */
const updateFacts = z.strictObject({
  /** Semantic Versioning 2.0.0. */
  version: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/),
  /** The system and processor that it is for, as Node names them: `linux-x64`. */
  platform: z.string().regex(/^[a-z0-9]+-[a-z0-9]+$/),
  /** Its name in the folder of the feed, no path. */
  file: z
    .string()
    .max(200)
    .regex(/^[0-9A-Za-z][0-9A-Za-z._+-]*$/),
  /** Bytes. */
  size: z.int().positive(),
  /** Base64. */
  sha512: z.string().regex(/^[0-9A-Za-z+/]{86}==$/),
});
/** One file of one version. */
export type UpdateFacts = z.infer<typeof updateFacts>;

/**
 * The text that is signed. The version is part of it, so that no signature of an older version passes for a newer one.
 *
 * @throws Error of zod where a fact has another form
 */
export function signedText(facts: UpdateFacts): string {
  const { version, platform, file, size, sha512 } = updateFacts.parse(facts);
  const lines = [
    'Trip Kit Desktop update 1',
    `version ${version}`,
    `platform ${platform}`,
    `file ${file}`,
    `size ${size}`,
    `sha512 ${sha512}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Most keys of a build, and most signatures of a file: what changing a key takes, twice. */
export const MAX_KEYS = 4;
const keyTexts = z.array(z.string().max(200)).min(1).max(MAX_KEYS);

/**
 * The keys that a build trusts.
 *
 * @param texts `updateKeys` of the app's package.json: public keys, SubjectPublicKeyInfo (RFC 8410) in base64
 * @throws TripKitError of kind `config` where there is none, or one that is not of Ed25519
 */
export function updateKeys(texts: unknown): KeyObject[] {
  if (texts === undefined || texts === null) {
    throw unavailable('it has no key to check them with, so that newer versions are installed by hand');
  }
  try {
    return keyTexts.parse(texts).map((text) => {
      const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error(`A key is of ${key.asymmetricKeyType}.`);
      return key;
    });
  } catch {
    throw unavailable(
      'its keys to check them with can’t be read, so that newer versions are installed by hand',
    );
  }
}

/** Whose updates are taken here. */
export interface UpdateTrust {
  keys: readonly KeyObject[];
  /** As in {@link UpdateFacts}. */
  platform: string;
}

const signatures = z.array(z.base64().length(88)).min(1).max(MAX_KEYS);
const signedFeed = z.looseObject({
  version: z.string(),
  files: z
    .array(
      z.looseObject({
        url: z.string(),
        size: z.number(),
        sha512: z.string(),
        signatures: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(20),
});

/**
 * The files of a feed, each signed by one of the keys: all of them, because electron-updater chooses among them.
 *
 * @param info the feed file, parsed
 * @throws TripKitError of kind `config`, condition `update_refused`
 */
export function signedFiles(info: unknown, { keys, platform }: UpdateTrust): UpdateFacts[] {
  const read = signedFeed.safeParse(info);
  if (!read.success) throw refused('what the place of updates says of it is not complete');
  const { version, files } = read.data;
  return files.map(({ url, size, sha512, signatures: given }) => {
    if (given === undefined || given === null) throw refused('it is not signed');
    const facts = updateFacts.safeParse({ version, platform, file: url, size, sha512 });
    const list = signatures.safeParse(given);
    if (!facts.success || !list.success) throw refused('what its signature is for can’t be read');
    const text = Buffer.from(signedText(facts.data));
    const right = list.data.some((one) =>
      keys.some((key) => verify(null, text, key, Buffer.from(one, 'base64'))),
    );
    if (!right) throw refused('it is not signed by a key that this app trusts, or not as this version');
    return facts.data;
  });
}
