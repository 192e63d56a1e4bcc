import { expect, test } from 'vitest';
import { rescueWords } from '../../../main/library/rescue-words.ts';
import { aKit, anEvent } from './samples.ts';

const nothing = { ready: [], altered: [], unusable: [] };

test('says nothing where nothing was repaired', () => {
  expect(rescueWords({ setAside: null, rescued: null, rebuilt: nothing })).toBeNull();
});

test('says what was read, what came back, what is damaged and what is lost', () => {
  const [back, gone] = [aKit(), aKit()];
  const rescued = {
    profiles: 1,
    kits: 41,
    events: 1,
    acknowledgements: 0,
    pins: 0,
    documents: 1,
    loose_events: [anEvent(back), anEvent(gone), anEvent(gone)],
  };
  const rebuilt = { ready: [back.id], altered: ['a', 'b'], unusable: [{ kit_id: 'c', why: 'No PDF.' }] };
  expect(
    rescueWords({ setAside: '/home/me/library.sqlite.damaged-20261121T080005Z', rescued, rebuilt }),
  ).toBe(
    'The library’s database was damaged. It is kept as library.sqlite.damaged-20261121T080005Z. ' +
      '41 kits with 1 line of history could be read from it. ' +
      '1 kit came back from the documents on this laptop. ' +
      'The documents of 2 kits are damaged; try these kits again to download them anew. ' +
      '1 document on this laptop can’t be used; the log says why. ' +
      'At least 1 kit could not be saved. Track or request what is missing.',
  );
});

test('a library of which nothing could be read says so', () => {
  const rescued = {
    profiles: 0,
    kits: 0,
    events: 0,
    acknowledgements: 0,
    pins: 0,
    documents: 0,
    loose_events: [],
  };
  expect(rescueWords({ setAside: '/x/l', rescued, rebuilt: nothing })).toContain('No kit could be read');
});
