import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIds, trackSlice } from '../../renderer/request/track-form.tsx';
import { trackWords } from '../../renderer/request/words.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { createFakeBridge } from '../window/fake-bridge.ts';

test('one id a line, each once, whatever else is in it', () => {
  expect(parseIds(' a b/c?#\r\n\n é%2f \na b/c?#')).toEqual({
    ids: ['a b/c?#', 'é%2f'],
    repeated: 1,
    error: null,
  });
  expect(parseIds(' \n').error).toBe(trackWords.empty);
  expect(parseIds(`x\n${'y'.repeat(1025)}`).error).toBe(trackWords.tooLong(2));
  expect(parseIds(Array.from({ length: 1001 }, (_, index) => `k${index}`).join('\n')).error).toBe(
    trackWords.tooMany(1000),
  );
});

test('ids are never empty, never twice', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { ids } = parseIds(text);
      expect(ids.every((id) => id.trim() === id && id !== '')).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('a refusal keeps the text; success clears it', async () => {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  const store = createRegistry(connect(fake.bridge)).get(trackSlice);
  store.getState().edit('TK-1\nTK-2');
  fake.failNext('kits.track', 'Not now.');
  expect(await store.getState().submit('demo')).toBeNull();
  expect(store.getState()).toMatchObject({ text: 'TK-1\nTK-2', failure: { message: 'Not now.' } });
  expect(await store.getState().submit('demo')).toHaveLength(2);
  expect(store.getState().text).toBe('');
});
