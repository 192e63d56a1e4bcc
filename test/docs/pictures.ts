/**
 * Makes the pictures of the user guide: `node test/docs/pictures.ts`. They are those of the demo, which goes the way that
 * the guide tells; docs/user-guide.md names the files, and only these are kept in docs/pictures/.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const made = join(root, 'demo-output');
const kept = join(root, 'docs/pictures');
/** A picture of the guide is no larger, bytes: everybody who clones the project takes them all. */
const MAX_BYTES = 320_000;

const guide = await readFile(join(root, 'docs/user-guide.md'), 'utf8');
const named = [...guide.matchAll(/\]\(pictures\/([\w-]+\.png)\)/g)].map(([, file = '']) => file);
const { status } = spawnSync(process.execPath, ['test/demo/demo.ts', '--fast', '--headless'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) throw new Error('The demo did not come to its end, so that there are no new pictures.');
const sizes = await Promise.all(
  named.map(async (file) => ({ file, bytes: (await stat(join(made, file))).size })),
);
const large = sizes
  .filter(({ bytes }) => bytes > MAX_BYTES)
  .map(({ file, bytes }) => `${file} (${bytes} bytes)`);
if (large.length > 0) throw new Error(`Too large for the guide, choose another picture: ${large.join(', ')}`);
await mkdir(kept, { recursive: true });
for (const file of await readdir(kept)) await rm(join(kept, file));
for (const file of named) await copyFile(join(made, file), join(kept, file));
process.stdout.write(`${named.length} pictures are in docs/pictures/.\n`);
