import { expect, test } from 'vitest';
import { documentCalls, suggestedName } from '../../../main/ipc/document-calls.ts';
import { KIT_ID, liveKit } from './fixtures.ts';

const document = { bytes: 10, sha256: 'ab', pages: 2 };
const ready = liveKit({ state: 'ready', document });

function setUp(kit = ready, answer: string | null = '/somewhere/copy.pdf') {
  const copies: string[][] = [];
  const suggested: string[] = [];
  const open = new Set<string>();
  const calls = documentCalls({
    open,
    engine: { get: () => kit },
    dialogs: {
      saveDocument: async (name) => {
        suggested.push(name);
        return answer;
      },
    },
    copyDocument: async (id, to) => void copies.push([id, to]),
  });
  return { calls, copies, suggested, open };
}

test('a ready kit opens under an opaque path', async () => {
  expect(await setUp().calls.open(KIT_ID)).toEqual({
    kit_id: KIT_ID,
    url: `/documents/${KIT_ID}`,
    ...document,
  });
});

test('a kit that is not ready does not open, and asks for no folder', async () => {
  const { calls, suggested } = setUp(liveKit());
  await expect(async () => calls.open(KIT_ID)).rejects.toMatchObject({ kind: 'config' });
  await expect(async () => calls.saveCopy(KIT_ID)).rejects.toMatchObject({ kind: 'config' });
  expect(suggested).toEqual([]);
});

test('a copy is written where the person says; the answer names no folder', async () => {
  const { calls, copies, suggested } = setUp();
  expect(await calls.saveCopy(KIT_ID)).toBe('copy.pdf');
  expect(copies).toEqual([[KIT_ID, '/somewhere/copy.pdf']]);
  expect(suggested).toEqual(['KLM511 EHAM-KJFK 2026-11-21.pdf']);
});

test('a person who changes their mind gets no copy', async () => {
  const { calls, copies } = setUp(ready, null);
  expect(await calls.saveCopy(KIT_ID)).toBeNull();
  expect(copies).toEqual([]);
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  ['a:b*c?', 'a_b_c_.pdf'],
  ['...', `${KIT_ID}.pdf`],
])('the name suggested for the tripkit_id %s is safe', (tripkit_id, name) => {
  expect(suggestedName({ trip: null, tripkit_id, id: KIT_ID })).toBe(name);
});

test('retention knows what is open until it is closed', async () => {
  const { calls, open } = setUp();
  await calls.open(KIT_ID);
  expect([...open]).toEqual([KIT_ID]);
  expect(await calls.closed(KIT_ID)).toBeNull();
  expect([...open]).toEqual([]);
});
