/** `npm run dev` on a copy of the sources: a change of the page, one of the main process, and Ctrl+C. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '../patience.ts';
import { expect, test } from './fixtures.ts';

const root = join(import.meta.dirname, '../..');

/** The command lines of running processes that hold this text; none where the system has no /proc. */
async function processesNaming(text: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text));
}

test('a change of the page loads it again, one of the app starts it again, Ctrl+C ends it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-dev-'));
  const folders = ['build', 'docs', 'main', 'preload', 'renderer', 'test'];
  for (const name of [...folders, 'CHANGELOG.md', 'SECURITY.md', 'package.json', 'tsconfig.json'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const child = spawn(process.execPath, [join(folder, 'test/runtime/dev.ts')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: Ctrl+C at a terminal goes to all processes of it.
    detached: true,
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const said = (text: string) => expect.poll(() => log, { timeout: patient(60_000) }).toContain(text);
  try {
    await said('[dev] Following changes');
    const [, port] = /Debugger listening on (?:ws:\/\/)?127\.0\.0\.1:(\d+)/.exec(log) ?? [];
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
    expect(await targets.json(), log).toEqual([expect.objectContaining({ type: 'node' })]);
    await appendFile(join(folder, 'renderer/main.tsx'), "\nconsole.warn('a new page');\n");
    await said('[dev] page, warning: a new page');
    const mark = join(folder, 'a new main process');
    const statement = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, '');`;
    await appendFile(join(folder, 'main/main.ts'), `\n${statement}\n`);
    await expect.poll(() => existsSync(mark), { timeout: patient(60_000) }).toBe(true);
    await expect
      .poll(() => log.split('[dev] Following changes').length, { timeout: patient(60_000) })
      .toBe(3);
    await appendFile(join(folder, 'main/main.ts'), '\nthrow new Error(;\n');
    await said('[dev] main: ');
    process.kill(-Number(child.pid), 'SIGINT');
    expect(await ended, log).toBe(130);
    await expect.poll(() => processesNaming(folder)).toEqual([]);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
