import type { Dialog } from 'electron';
import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ dialog: {} }));
const { createFileDialogs } = await import('../../../main/electron/dialogs.ts');

function setUp(open: string[], save: string) {
  const showOpenDialog = vi.fn(async () => ({ canceled: open.length === 0, filePaths: open }));
  const showSaveDialog = vi.fn(async () => ({ canceled: save === '', filePath: save }));
  const dialog = { showOpenDialog, showSaveDialog } as unknown as Pick<
    Dialog,
    'showOpenDialog' | 'showSaveDialog'
  >;
  return { showOpenDialog, showSaveDialog, dialogs: createFileDialogs(() => null, dialog) };
}

test('one file of the right kind is asked for', async () => {
  const { dialogs, showOpenDialog } = setUp(['/p.json'], '');
  expect(await dialogs.openProfile()).toBe('/p.json');
  expect(await dialogs.openIdentity()).toBe('/p.json');
  const asked = showOpenDialog.mock.calls as unknown as [
    { properties: string[]; filters: { extensions: string[] }[] },
  ][];
  expect(asked.map(([options]) => options.filters[0]?.extensions)).toEqual([['json'], ['p12', 'pfx']]);
  expect(asked[0]?.[0].properties).not.toContain('multiSelections');
});

test('a copy is suggested under its name', async () => {
  const { dialogs, showSaveDialog } = setUp([], '/copy.pdf');
  expect(await dialogs.saveDocument('EHAM-KJFK.pdf')).toBe('/copy.pdf');
  expect(showSaveDialog).toHaveBeenCalledWith(expect.objectContaining({ defaultPath: 'EHAM-KJFK.pdf' }));
});

test('Cancel is null', async () => {
  const { dialogs } = setUp([], '');
  expect([
    await dialogs.openProfile(),
    await dialogs.openIdentity(),
    await dialogs.saveDocument('a'),
  ]).toEqual([null, null, null]);
});
