import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { scriptedDialogs } from '../host/electron/dialog.ts';

const clipboard = vi.hoisted(() => ({ writeText: vi.fn<(text: string) => void>() }));
vi.mock('electron', () => ({ dialog: {}, clipboard }));
const { createConfirm, createFileDialogs, tellLink } = await import('../../main/electron/dialogs.ts');

function setUp(answers: readonly (string | null)[]) {
  const dialog = scriptedDialogs(answers);
  const open = vi.spyOn(dialog, 'showOpenDialog');
  const save = vi.spyOn(dialog, 'showSaveDialog');
  return { open, save, dialogs: createFileDialogs(() => null, dialog) };
}

test('one file of the right kind is asked for', async () => {
  const { dialogs, open } = setUp(['/p.json', '/i.p12']);
  expect(await dialogs.openProfile()).toBe('/p.json');
  expect(await dialogs.openIdentity()).toBe('/i.p12');
  const asked = open.mock.calls as [{ properties: string[]; filters: { extensions: string[] }[] }][];
  expect(asked.map(([{ filters }]) => filters[0]?.extensions)).toEqual([['json'], ['p12', 'pfx']]);
  expect(asked[0]?.[0].properties).not.toContain('multiSelections');
});

test('a file is suggested under its name, and saved as its kind', async () => {
  const { dialogs, save } = setUp(['/copy.pdf', '/h.json', '/h.csv', '/t.csv', '/d.txt']);
  expect(await dialogs.saveDocument('EHAM-KJFK.pdf')).toBe('/copy.pdf');
  await dialogs.saveAudit('history.json');
  await dialogs.saveAudit('history.csv');
  await dialogs.saveTable('kits.csv');
  await dialogs.saveDiagnostics('diagnostics 0920.txt');
  const asked = save.mock.calls as [{ title: string; defaultPath: string; filters: unknown[] }][];
  expect(asked.map(([{ title, defaultPath, filters }]) => [title, defaultPath, filters])).toEqual([
    ['Save a copy', 'EHAM-KJFK.pdf', [{ name: 'PDF', extensions: ['pdf'] }]],
    ['Save the history', 'history.json', [{ name: 'JSON', extensions: ['json'] }]],
    ['Save the history', 'history.csv', [{ name: 'Spreadsheet (CSV)', extensions: ['csv'] }]],
    ['Save the table', 'kits.csv', [{ name: 'Spreadsheet (CSV)', extensions: ['csv'] }]],
    ['Save diagnostics for support', 'diagnostics 0920.txt', [{ name: 'Text', extensions: ['txt'] }]],
  ]);
});

test('there is one dialog at a time: a page can’t flood a person with them', async () => {
  const { dialogs, save } = setUp(['/a.pdf', '/c.pdf']);
  const asked = [
    dialogs.saveDocument('a.pdf'),
    dialogs.openFolder('Take out'),
    dialogs.saveDocument('b.pdf'),
  ];
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: '/a.pdf' },
    { reason: { message: expect.stringContaining('still open') } },
    { reason: { kind: 'config' } },
  ]);
  expect(await dialogs.saveDocument('c.pdf')).toBe('/c.pdf');
  expect(save).toHaveBeenCalledTimes(2);
});

test('Cancel is null', async () => {
  const { dialogs } = setUp([null, null, null]);
  expect([
    await dialogs.openProfile(),
    await dialogs.openIdentity(),
    await dialogs.saveDocument('a.pdf'),
  ]).toEqual([null, null, null]);
});

test('a question is the system’s: Cancel is what Enter says, and there is one at a time', async () => {
  const answered = Promise.withResolvers<number>();
  const asked: Electron.MessageBoxOptions[] = [];
  const confirm = createConfirm(() => null, {
    showMessageBox: async (...given: unknown[]) => {
      asked.push(given.at(-1) as Electron.MessageBoxOptions);
      return { response: await answered.promise, checkboxChecked: false };
    },
  });
  const question = { message: 'Add?', detail: 'login.example', yes: 'Add profile' };
  const first = confirm(question);
  await expect(confirm(question)).rejects.toMatchObject({ kind: 'config' });
  answered.resolve(0);
  expect(await first).toBe(true);
  expect(asked).toMatchObject([{ buttons: ['Add profile', 'Cancel'], defaultId: 1, cancelId: 1 }]);
  expect(await createConfirm(() => null, scriptedDialogs([null]))(question)).toBe(false);
});

test('a question goes with its window, as a no', async () => {
  const parent = new EventEmitter();
  let signal: AbortSignal | undefined;
  const confirm = createConfirm(() => parent as never, {
    showMessageBox: (...given: unknown[]) => {
      signal = (given.at(-1) as Electron.MessageBoxOptions).signal;
      // As Electron does: an aborted box is a cancelled one.
      return new Promise((resolve) =>
        signal?.addEventListener('abort', () => resolve({ response: 1, checkboxChecked: false })),
      );
    },
  });
  const answer = confirm({ message: 'Add?', detail: '', yes: 'Add' });
  expect(signal?.aborted).toBe(false);
  parent.emit('closed');
  expect(await answer).toBe(false);
  expect(parent.listenerCount('closed')).toBe(0);
});

test('what a terminal needs is shown and copied, unless the person closes it', async () => {
  const outcome = { message: 'No.', detail: 'Enter this:', command: 'sudo ln' };
  const asked: Electron.MessageBoxOptions[] = [];
  const answering = (response: number) => ({
    showMessageBox: async (...given: unknown[]) => {
      asked.push(given.at(-1) as Electron.MessageBoxOptions);
      return { response, checkboxChecked: false };
    },
  });
  await tellLink(null, outcome, answering(1));
  await tellLink(null, { ...outcome, command: null }, answering(0));
  expect(clipboard.writeText).not.toHaveBeenCalled();
  await tellLink(null, outcome, answering(0));
  expect(clipboard.writeText.mock.calls).toEqual([['sudo ln']]);
  expect(asked.map(({ buttons, detail }) => [buttons, detail])).toEqual([
    [['Copy', 'Close'], 'Enter this:\n\nsudo ln'],
    [['OK'], 'Enter this:'],
    [['Copy', 'Close'], 'Enter this:\n\nsudo ln'],
  ]);
});
