/** The activity record, as an inspector finds it: a kit is requested, read, acknowledged and removed, and all of it is there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { ask, fetched, kitList, setUp } from './steps.ts';

test('what was done with a kit is on record when the kit is gone, after a kill, and in three exports', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const [id = ''] = await fetched(app.page, [{ origin: 'KDEN', destination: 'KLAX', flight: 'DMO118' }]);
  await ask(app.page, [{ origin: 'KDEN', destination: 'KSFO', flight: 'DMO119' }]);
  const done = await app.page.evaluate(async (kit_id) => {
    const bridge = window.tripkit;
    await bridge?.documents.open(kit_id);
    await bridge?.documents.closed(kit_id);
    await bridge?.kits.acknowledge(kit_id);
    await bridge?.kits.setPinned(kit_id, true);
    await bridge?.kits.setPinned(kit_id, false);
    const removed = await bridge?.kits.remove(kit_id);
    return removed?.ok;
  }, id);
  expect(done).toBe(true);
  // As after a power cut.
  await app.kill();

  app = await launch();
  const { page } = app;
  await expect(kitList(page).getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Activity record', exact: true }).click();
  await expect(page.getByText(/^The record is whole: \d+ entries from /)).toBeVisible();
  await page.getByLabel('Flight, airport or kit ID').fill('DMO118');
  const rows = page.locator('tbody tr');
  for (const what of [
    'Request created.',
    'whole and verified',
    'was opened',
    'No longer kept',
    'A person removed it.',
  ]) {
    await expect(rows.filter({ hasText: what }).first()).toBeVisible();
  }
  await expect(rows.first()).toContainText('no longer here');

  const read = async (name: string, button: string) => {
    const file = join(folder, name);
    await app.scriptDialog(file);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(`The entries were saved as ${name}.`)).toBeVisible();
    return readFile(file);
  };
  const csv = (await read('record.csv', 'CSV…')).toString();
  const json = JSON.parse((await read('record.json', 'JSON…')).toString()) as {
    verification: { ok: boolean };
    entries: { kind: string; kit_id: string; reason?: string; document?: { sha256: string } }[];
  };
  expect(json.verification.ok).toBe(true);
  const kinds = json.entries.map(({ kind }) => kind);
  for (const kind of ['asked', 'state', 'opened', 'kept', 'unkept', 'removed']) expect(kinds).toContain(kind);
  expect(new Set(json.entries.map(({ kit_id }) => kit_id))).toEqual(new Set([id]));
  expect(json.entries.at(-1)).toMatchObject({ kind: 'removed', reason: 'person' });
  const sha256 = json.entries.find(({ document }) => document)?.document?.sha256 ?? '';
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(csv).toContain(sha256);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(json.entries.length + 1);

  const loading = getDocument({
    data: new Uint8Array(await read('record.pdf', 'PDF to print…')),
    verbosity: 0,
  });
  const document = await loading.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  for (const words of [
    'Activity record of trip kits',
    'The record is whole',
    'DMO118 KDEN-KLAX',
    sha256,
    'Page 1 of',
  ]) {
    expect(text).toContain(words);
  }
  await loading.destroy();
});
