/** In a process of its own, whose limits are its own. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';

const SECRET = 'correct horse battery staple';
const MODULE = join(import.meta.dirname, '../../main/common/processes.ts');

/** Limit and filter before, after, and of a child that is started afterwards. */
function states(path: string | undefined): string[] {
  const text = execFileSync(
    // A limit to take away: the hard one is left as it is.
    '/bin/sh',
    ['-c', 'ulimit -S -c "$(ulimit -H -c)"; exec "$@"', 'sh', process.execPath].concat([
      '--input-type=module',
      '--disable-warning=ExperimentalWarning',
      '--eval',
      `
        import { execFileSync } from 'node:child_process';
        import { readFileSync } from 'node:fs';
        import { forbidCoreDumps } from ${JSON.stringify(MODULE)};
        const read = (limits, filter) => /Max core file size\\s+(\\S+)\\s+(\\S+)/.exec(limits).slice(1).join(' ') + ' ' + filter.trim();
        const own = () => read(readFileSync('/proc/self/limits', 'utf8'), readFileSync('/proc/self/coredump_filter', 'utf8'));
        const before = own();
        await forbidCoreDumps();
        const [limits, filter] = ['limits', 'coredump_filter'].map((name) => execFileSync('/bin/cat', ['/proc/self/' + name], { encoding: 'utf8' }));
        process.stdout.write(JSON.stringify([before, own(), read(limits, filter)]));
      `,
    ]),
    { encoding: 'utf8', env: path === undefined ? process.env : { PATH: path, TRIPKIT_PASSPHRASE: SECRET } },
  );
  return JSON.parse(text);
}

test.skipIf(process.platform !== 'linux')(
  'a process and what it starts leave no memory in a core dump',
  () => {
    const [before, after, child] = states(undefined);
    expect(before).not.toMatch(/ 0{8}$/);
    expect([after, child]).toEqual(['0 0 00000000', '0 0 00000000']);
  },
);

test.skipIf(process.platform !== 'linux')(
  'without the system’s tool a dump holds nothing all the same',
  () => {
    const [before, after] = states('/nowhere');
    expect(after).toBe(before?.replace(/\S+$/, '00000000'));
  },
);

test.skipIf(process.platform !== 'linux')(
  'the tool is not given the environment, where a passphrase may be',
  async () => {
    const folder = freshFolder();
    const given = join(folder, 'given');
    await writeFile(join(folder, 'prlimit'), `#!/bin/sh\n/usr/bin/env > '${given}'\n`, { mode: 0o755 });
    states(folder);
    const text = await readFile(given, 'utf8');
    expect(text).toContain(`PATH=${folder}`);
    expect(text).not.toContain(SECRET);
  },
);
