import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../../main/host/host.ts';
import { suggestedName } from '../../main/kits/kit-view.ts';
import { openViewer } from '../../main/viewer/open.ts';
import { OpenDocuments } from '../../main/viewer/open-documents.ts';
import { freshFolder } from '../fresh-folder.ts';
import { dialogsOf, KIT_ID, liveKit, memoryFlags } from '../start/ipc-fixtures.ts';

const document = { bytes: 10, sha256: 'ab', pages: 2 };
const ready = liveKit({ state: 'ready', document });
const PDF = '%PDF-1.7 x';

const sound = { state: 'verified', at: '2026-11-21T08:00:00.000Z', seal: 'intact', what: 'Sound.' } as const;

function setUp(kit = ready, answer: string | null = 'copy.pdf', file = PDF) {
  const [folder, chosen] = [freshFolder(), freshFolder()];
  writeFileSync(join(folder, `${KIT_ID}.pdf`), file);
  const suggested: string[] = [];
  const open = new OpenDocuments();
  const doubted: string[] = [];
  const flags = memoryFlags();
  const noted: string[][] = [];
  const prepared: { id: string; name: string }[][] = [];
  const dragged: { id: string; name: string }[][] = [];
  const viewer = openViewer({ paths: { documents: folder } } as Host, {
    checker: {
      check: async () => {},
      suspect: (id) => void doubted.push(id),
      served: () => {},
    },
    flags,
    engine: { get: () => kit },
    kits: { get: (id) => (id === KIT_ID ? kit : undefined) },
    activity: { record: (act, kits) => void noted.push([act, ...kits.map(({ id }) => id)]) },
    notes: { note: (kind, _what, of) => void noted.push([kind, of?.id ?? '']) },
  });
  const dialogs = dialogsOf({
    saveDocument: async (name) => {
      suggested.push(name);
      return answer && join(chosen, answer);
    },
  });
  const dragOut = {
    prepare: async (kits: { id: string; name: string }[]) => void prepared.push([...kits]),
    drag: (kits: { id: string; name: string }[]) => void dragged.push([...kits]),
  };
  const calls = viewer.calls({ dialogs, open: open.of(1) }, { dragOut }).documents;
  const serve = async (id: string) => (await viewer.serveDocument(new Request('app://x/'), id)).status;
  return { calls, chosen, suggested, open, doubted, flags, noted, prepared, dragged, serve };
}

test('only a ready kit’s document is served', async () => {
  expect([await setUp().serve(KIT_ID), await setUp().serve('other')]).toEqual([200, 404]);
  expect(await setUp(liveKit({ state: 'downloading' })).serve(KIT_ID)).toBe(404);
});

test('a ready kit opens, and who opened it is written down', async () => {
  const { calls, noted } = setUp();
  expect(await calls.open(KIT_ID)).toEqual({
    kit_id: KIT_ID,
    ...document,
  });
  expect(noted).toEqual([['opened', KIT_ID]]);
});

test('a kit that is not ready does not open, and asks for no folder', async () => {
  const { calls, suggested } = setUp(liveKit());
  await expect(async () => calls.open(KIT_ID)).rejects.toMatchObject({ kind: 'config' });
  await expect(async () => calls.saveCopy(KIT_ID)).rejects.toMatchObject({ kind: 'config' });
  expect(suggested).toEqual([]);
});

test('a drag holds the documents of ready kits, once each, under names that people know', async () => {
  const { calls, prepared, dragged } = setUp();
  await calls.prepareDrag([KIT_ID, KIT_ID]);
  expect(prepared).toHaveLength(1);
  expect(dragged).toEqual([]);
  // At once: the system's drag begins in the call that asks for it.
  expect(calls.drag([KIT_ID, KIT_ID])).toBeUndefined();
  expect(prepared).toEqual(dragged);
  expect(dragged).toEqual([[{ id: KIT_ID, name: 'KLM511 EHAM-KJFK 2026-11-21.pdf' }]]);
  const waiting = setUp(liveKit());
  await expect(waiting.calls.prepareDrag([KIT_ID])).rejects.toMatchObject({ kind: 'config' });
  await expect(async () => waiting.calls.drag([KIT_ID])).rejects.toMatchObject({ kind: 'config' });
  expect(waiting.dragged).toEqual([]);
});

test('a copy is written where the person says; the answer names no folder', async () => {
  const { calls, chosen, suggested, noted } = setUp();
  expect(await calls.saveCopy(KIT_ID)).toBe('copy.pdf');
  expect(readFileSync(join(chosen, 'copy.pdf'), 'utf8')).toBe(PDF);
  expect(noted).toEqual([['saved', KIT_ID]]);
  expect(suggested).toEqual(['KLM511 EHAM-KJFK 2026-11-21.pdf']);
});

test('a person who changes their mind gets no copy', async () => {
  const { calls, chosen, noted } = setUp(ready, null);
  expect(await calls.saveCopy(KIT_ID)).toBeNull();
  expect([readdirSync(chosen), noted]).toEqual([[], []]);
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  ['a:b*c?', 'a_b_c_.pdf'],
  ['...', `${KIT_ID}.pdf`],
])('the name suggested for the tripkit_id %s is safe', (tripkit_id, name) => {
  expect(suggestedName({ trip: null, tripkit_id, id: KIT_ID })).toBe(name);
});

test('retention knows what is open until its last view lets go', async () => {
  const { calls, open } = setUp();
  await calls.open(KIT_ID);
  await calls.open(KIT_ID);
  expect([...open]).toEqual([KIT_ID]);
  await calls.closed(KIT_ID);
  expect([...open]).toEqual([KIT_ID]);
  await calls.closed(KIT_ID);
  expect([...open]).toEqual([]);
  await calls.closed(KIT_ID);
});

test('what one window lets go of, or goes with it, stays open where another one holds it', () => {
  const open = new OpenDocuments();
  const [first, second] = [open.of(1), open.of(2)];
  first.add('a');
  second.add('a');
  second.add('b');
  first.shown = ['a'];
  second.shown = ['b', 'a'];
  expect([...open].sort()).toEqual(['a', 'b']);
  expect(open.shown).toEqual(['a', 'b', 'a']);
  // Who lets go of what it does not hold takes nothing from the other.
  first.delete('b');
  first.delete('a');
  expect([...open].sort()).toEqual(['a', 'b']);
  open.gone(2);
  expect([...open]).toEqual([]);
  expect(open.of(1).shown).toEqual(['a']);
  expect(open.of(2).shown).toEqual([]);
});

test('after the window has gone, nothing counts as open', async () => {
  const { calls, open } = setUp();
  await calls.open(KIT_ID);
  await calls.open(KIT_ID);
  open.gone(1);
  expect([...open]).toEqual([]);
  await calls.open(KIT_ID);
  await calls.closed(KIT_ID);
  expect([...open]).toEqual([]);
});

test('the check answers with the kit as it is then', async () => {
  const { calls, flags } = setUp();
  flags.soundness = sound;
  expect(await calls.check(KIT_ID)).toMatchObject({ id: KIT_ID, soundness: sound });
});

test('a damaged document opens at the length that it has, as one of which nothing is known', async () => {
  const { calls, flags, doubted } = setUp(ready, null, '%PDF-1.');
  // Its length tells, before anybody has read it.
  expect(await calls.open(KIT_ID)).toMatchObject({ bytes: 7, sha256: null, pages: 2 });
  expect(doubted).toEqual([KIT_ID]);
  flags.soundness = { ...sound, state: 'damaged' };
  const same = setUp();
  same.flags.soundness = { ...sound, state: 'damaged' };
  expect(await same.calls.open(KIT_ID)).toMatchObject({ bytes: 10, sha256: null });
});

test('a copy of a damaged document says so in its name, wherever it goes', async () => {
  const { calls, suggested, prepared, flags } = setUp();
  flags.soundness = { ...sound, state: 'damaged' };
  await calls.saveCopy(KIT_ID);
  await calls.prepareDrag([KIT_ID]);
  const name = 'DAMAGED KLM511 EHAM-KJFK 2026-11-21.pdf';
  expect(suggested).toEqual([name]);
  expect(prepared).toEqual([[{ id: KIT_ID, name }]]);
});
