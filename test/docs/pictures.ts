/**
 * Makes the pictures of the user guide and of the papers for EFB approvals: `node test/docs/pictures.ts`. The guide's are those of the
 * demo, which goes the way that it tells; the pilot's card has its own (card.ts; `--card` makes these alone). The documents name
 * the files, and only these are kept in docs/pictures/.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withPalette } from './palette-png.ts';

const root = join(import.meta.dirname, '../..');
const made = join(root, 'demo-output');
const kept = join(root, 'docs/pictures');
/** A picture of the guide is no larger, bytes: everybody who clones the project takes them all. */
const MAX_BYTES = 150_000;

const { values } = parseArgs({ options: { card: { type: 'boolean', default: false } } });
/** The pictures that documents of a folder name. */
async function namedIn(folder: string): Promise<string[]> {
  const files = (await readdir(join(root, folder))).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/\]\((?:\.\.\/)?pictures\/([\w-]+\.png)\)/g)].map(([, file = '']) => file),
  );
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} did not come to its end, so that there are no new pictures.`);
}

const named = new Set([...(await namedIn('docs')), ...(await namedIn('docs/efb'))]);
if (!values.card) run('test/demo/demo.ts', '--fast', '--headless');
run('test/docs/card.ts');
const isThere = async (file: string) => (await readdir(made)).includes(file);
const fresh: string[] = [];
for (const file of named) {
  if (await isThere(file)) fresh.push(file);
  else if (!values.card)
    throw new Error(`Neither the demo nor the card makes ${file}, which a document names.`);
}
const small = await Promise.all(
  fresh.map(async (file) => ({ file, png: withPalette(await readFile(join(made, file))) })),
);
const large = small
  .filter(({ png }) => png.length > MAX_BYTES)
  .map(({ file, png }) => `${file} (${png.length} bytes)`);
if (large.length > 0) throw new Error(`Too large for the guide, choose another picture: ${large.join(', ')}`);
await mkdir(kept, { recursive: true });
for (const file of await readdir(kept)) if (!named.has(file)) await rm(join(kept, file));
for (const { file, png } of small) await writeFile(join(kept, file), png);
process.stdout.write(`${fresh.length} pictures are in docs/pictures/.\n`);
