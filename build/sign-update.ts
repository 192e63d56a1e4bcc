/**
 * Signs the AppImages of a release: `node build/sign-update.ts FOLDER KEY_FILE [KEY_FILE]`, with the packages and
 * `latest-linux*.yml` in the folder. A second key is for laptops that don't know the first yet (docs/release.md). The passphrase
 * of the keys, where they have one, is TRIPKIT_UPDATE_KEY_PASSPHRASE.
 */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { signedFiles, signedText } from '../main/updates/signed-update.ts';
import { publicKeyText, readUpdateKey } from './make-update-key.ts';

/** js-yaml as electron-updater has it: what reads a feed file writes it. */
const yaml: { load(text: string): unknown; dump(value: unknown, options: object): string } = createRequire(
  createRequire(import.meta.url).resolve('electron-updater'),
)('js-yaml');

interface Feed {
  version: string;
  files: { url: string; size: number; sha512: string; signatures?: string[] }[];
}

/**
 * Signs what the feed files of a folder name, and writes the signatures into them. Nothing is written where anything is wrong.
 *
 * @returns the files that were signed
 * @throws Error where there is no feed file, or a package is not the one that its feed file names
 */
export async function signFeeds(folder: string, keys: readonly KeyObject[]): Promise<string[]> {
  const done: { path: string; text: string; files: string[] }[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const arch = /^latest-linux(?:-(\w+))?\.yml$/.exec(name);
    if (!arch) continue;
    const path = join(folder, name);
    const feed = yaml.load(await readFile(path, 'utf8')) as Feed;
    const platform = `linux-${arch[1] ?? 'x64'}`;
    for (const file of feed.files) {
      await checkPackage(folder, file);
      const { url, size, sha512 } = file;
      const text = Buffer.from(signedText({ version: feed.version, platform, file: url, size, sha512 }));
      file.signatures = keys.map((key) => sign(null, text, key).toString('base64'));
    }
    const text = yaml.dump(feed, { lineWidth: -1, noRefs: true });
    // As the app will read it.
    for (const key of keys) signedFiles(yaml.load(text), { keys: [createPublicKey(key)], platform });
    done.push({ path, text, files: feed.files.map(({ url }) => url) });
  }
  if (done.length === 0) throw new Error(`There is no latest-linux*.yml in ${folder}.`);
  for (const { path, text } of done) {
    await writeFile(`${path}.part`, text, { flush: true });
    await rename(`${path}.part`, path);
  }
  return done.flatMap(({ files }) => files);
}

async function checkPackage(folder: string, { url, size, sha512 }: Feed['files'][number]): Promise<void> {
  const sum = createHash('sha512');
  let bytes = 0;
  for await (const piece of createReadStream(join(folder, url))) {
    sum.update(piece);
    bytes += piece.length;
  }
  if (bytes !== size || sum.digest('base64') !== sha512) {
    throw new Error(`${url} is not the package that its feed file names. Nothing was signed.`);
  }
}

if (import.meta.main) {
  const [folder, ...files] = process.argv.slice(2);
  if (folder === undefined || files.length === 0) {
    process.stderr.write('Use: node build/sign-update.ts FOLDER KEY_FILE [KEY_FILE]\n');
    process.exitCode = 2;
  } else {
    const keys = files.map((file) => readUpdateKey(file, process.env.TRIPKIT_UPDATE_KEY_PASSPHRASE));
    const signed = await signFeeds(folder, keys);
    const by = keys.map((key) => `by ${publicKeyText(key)}\n`).join('');
    process.stdout.write(`Signed: ${signed.join(', ')}\n${by}`);
  }
}
