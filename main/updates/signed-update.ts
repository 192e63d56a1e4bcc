/**
 * The content of an update's signature, and who may sign. Windows and macOS check their publisher's signature; an AppImage
 * has none, so each of its files is signed by Ed25519 (RFC 8032) with a key that the app knows.
 *
 * Signatures are in the feed file, `signatures` of each of its `files`: js-yaml keeps keys that electron-updater doesn't
 * know, they arrive before a byte is downloaded, and always match the checksums beside them.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { refused, unavailable } from './feed.ts';

/** No field can contain a line end, so two different updates never have the same text. */
const updateFacts = z.strictObject({
  /** Semantic Versioning 2.0.0. */
  version: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/),
  /** Its system and processor, by Node's names: `linux-x64`. */
  platform: z.string().regex(/^[a-z0-9]+-[a-z0-9]+$/),
  /** Its name in the folder of the feed, not a path. */
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
 * The text that is signed. It contains the version, so no signature of an older version is valid for a newer one.
 *
 * @throws Error of zod if a fact has another form
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

/** Most keys of a build, and most signatures of a file: enough to change a key twice. */
export const MAX_KEYS = 4;
const keyTexts = z.array(z.string().max(200)).min(1).max(MAX_KEYS);

/**
 * The keys that a build trusts.
 *
 * @param texts `updateKeys` of the app's package.json: public keys, SubjectPublicKeyInfo (RFC 8410) in base64
 * @throws TripKitError of kind `config` if there is none, or one that is not an Ed25519 key
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

/** The signers and the platform of accepted updates. */
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
 * The files of a feed. Each must be signed by one of the keys, because electron-updater chooses among them.
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
