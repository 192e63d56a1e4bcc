/** Files that another program of Windows has open for a moment. test/windows has them open under Wine. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unreadable } from '../../main/command/inputs.ts';
import { diskError } from '../../main/common/disk-error.ts';
import { untilClosed } from '../../main/common/files.ts';

const failed = (code: string) => Object.assign(new Error('inner'), { code });

/** A step that fails with each of these codes, then succeeds. */
function stepAfter(...codes: string[]) {
  let tries = 0;
  const step = async () => {
    const code = codes[tries];
    tries += 1;
    if (code !== undefined) throw failed(code);
    return 'done';
  };
  return { step, tries: () => tries };
}

test('Windows: a step is tried again while a program has the file open, and what else is wrong is thrown', async () => {
  const closed = stepAfter('EBUSY', 'EPERM', 'EACCES');
  expect(await untilClosed(closed.step, 'win32')).toBe('done');
  const full = stepAfter('EBUSY', 'ENOSPC');
  await expect(untilClosed(full.step, 'win32')).rejects.toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  expect(full.tries()).toBe(2);
});

test('Windows: a file that stays open is an error in the end', async () => {
  const open = stepAfter(...Array<string>(50).fill('EPERM'));
  await expect(untilClosed(open.step, 'win32')).rejects.toThrow(expect.objectContaining({ code: 'EPERM' }));
});

test('elsewhere only a share refuses an open file, so no other error is waited for', async () => {
  const share = stepAfter('EBUSY', 'EBUSY');
  expect(await untilClosed(share.step, 'linux')).toBe('done');
  const refused = stepAfter('EPERM');
  await expect(untilClosed(refused.step, 'linux')).rejects.toThrow('inner');
  expect(refused.tries()).toBe(1);
});

test('messages name the other program', () => {
  const path = join('C:', 'out', 'a.pdf');
  expect(diskError(failed('EPERM'), 'Saving', path, 'win32').message).toMatch(
    /a program has a file there open/,
  );
  expect(diskError(failed('EPERM'), 'Saving', path, 'linux').message).not.toMatch(/program/);
  expect(unreadable(failed('EBUSY'), path, 'file', 'disk').message).toMatch(
    /Close that program and try again/,
  );
});
