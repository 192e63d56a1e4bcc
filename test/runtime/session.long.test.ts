import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { missingTools } from './desktop-tools.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const root_calls = process.getuid?.() === 0;

/** What is asked within: who, where, on which display; and one thing is left behind. */
const script = `
  id -un; pwd; echo "$DISPLAY"; echo "$DBUS_SESSION_BUS_ADDRESS" | cut -c1-5
  xprop -root _NET_SUPPORTING_WM_CHECK | grep -c 'window id'
  mkdir -p test-results; echo left > test-results/session-probe; exit 7`;

test.runIf(process.platform === 'linux' && missingTools('session').length === 0)(
  'a session has a display, a window manager and a bus of its own; for root another user on a copy',
  async () => {
    const probe = join(root, 'test-results/session-probe');
    await rm(probe, { force: true });
    // Read by the copy while this test changes nothing of it.
    const before = await stat(join(root, 'package.json'));
    const env = { ...process.env, DISPLAY: ':no' };
    const failed = await run(process.execPath, ['test/runtime/session.ts', 'sh', '-c', script], {
      cwd: root,
      env,
      timeout: 120_000,
    }).then(
      () => null,
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    // The command's own exit code.
    expect([failed?.code, failed?.stderr]).toEqual([7, expect.any(String)]);
    const [user, folder, display, bus, manager] = failed?.stdout.split('\n') ?? [];
    expect(display).toMatch(/^:\d+$/);
    expect([bus, manager]).toEqual(['unix:', '1']);
    const after = await stat(join(root, 'package.json'));
    expect([after.uid, after.ino]).toEqual([before.uid, before.ino]);
    const left = await stat(probe);
    expect(left.uid).toBe(process.getuid?.());
    if (root_calls) {
      expect(user).toBe('tripkit-test');
      expect(folder).not.toBe(root.replace(/\/$/, ''));
      await expect(stat(folder ?? '')).rejects.toThrow('ENOENT');
    }
    await rm(probe);
  },
);

test('a program that is not there ends the session with an error, not with a wait', async () => {
  if (process.platform !== 'linux' || missingTools('session').length > 0) return;
  const asked = run(process.execPath, ['test/runtime/session.ts', 'no-such-program'], {
    cwd: root,
    timeout: 120_000,
  });
  await expect(asked).rejects.toMatchObject({ killed: false });
});
