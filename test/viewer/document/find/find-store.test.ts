import { expect, test } from 'vitest';
import { createFindStore, MAX_MATCHES } from '../../../../renderer/viewer/document/find/find-store.ts';

/** A view on a kit; `stored` null: the text is read by the engine, where page 2 can't be read. */
function setUp(pages: readonly string[], { stored = true, from = 1 } = {}) {
  const view = { page: from, went: [] as number[], asked: 0, read: [] as number[], stored };
  const store = createFindStore({
    stored: async () => {
      view.asked += 1;
      return view.stored ? pages : null;
    },
    document: () => ({
      text: async (page) => {
        view.read.push(page);
        if (page === 2) throw new Error('damaged');
        return [{ text: pages[page - 1] ?? '', lineEnd: true }];
      },
    }),
    page: () => view.page,
    pageCount: () => pages.length,
    goTo: (page) => {
      view.page = page;
      view.went.push(page);
    },
  });
  store.getState().setOpen(true);
  return { store, view, state: () => store.getState() };
}

const kit = ['EGLL ILS 27L', 'nothing', 'ILS 22L and ILS 22R', 'KJFK ils'];

test('stored text is searched at once, without the engine: all matches, the first from the page in view on', async () => {
  const { state, view } = setUp(kit, { from: 3 });
  await state().search('ils');
  expect(state().matches.map((match) => match.page)).toEqual([1, 3, 3, 4]);
  expect(state()).toMatchObject({ current: 1, searching: null, unreadable: 0, more: false });
  expect(state().byPage.get(3)).toHaveLength(2);
  expect(view).toMatchObject({ read: [], went: [], asked: 1 });
});

test('next and previous come round', async () => {
  const { state, view } = setUp(kit);
  await state().search('ils');
  await state().next(-1);
  expect(state().current).toBe(3);
  expect(view.page).toBe(4);
  await state().next(1);
  expect(state().current).toBe(0);
  expect(view.page).toBe(1);
});

test('typing on stays with the page that the search began on', async () => {
  const { state, view } = setUp(['x', 'K', 'KJ', 'KJF']);
  await state().search('k');
  await state().search('kj');
  await state().search('kjf');
  expect(view.page).toBe(4);
  await state().search('k');
  expect(view.page).toBe(2);
});

test('a page that the person went to is where the next search begins', async () => {
  const { state, view } = setUp(['K', 'K', 'K', 'K']);
  await state().search('k');
  view.page = 3;
  await state().search('K ');
  expect(state().current).toBe(2);
});

test('without stored text pages are read from the one in view on; unreadable ones are counted', async () => {
  const { state, view } = setUp(kit, { stored: false, from: 3 });
  await state().search('ils');
  expect(view.read).toEqual([3, 4, 1, 2]);
  expect(state().matches.map((match) => match.page)).toEqual([1, 3, 3, 4]);
  expect(state()).toMatchObject({ current: 1, unreadable: 1, searching: null, slow: true });
  await state().search('ils 27');
  expect(view.read).toEqual([3, 4, 1, 2, 2]);
  view.stored = true;
  await state().search('nothing');
  expect(state()).toMatchObject({ unreadable: 0, slow: false });
  expect(state().matches).toHaveLength(1);
});

test('a new search ends the one before it', async () => {
  const { state } = setUp(kit, { stored: false });
  const first = state().search('ils');
  await Promise.all([first, state().search('kjfk')]);
  expect(state().matches.map((match) => match.page)).toEqual([4]);
});

test('options narrow the search down', async () => {
  const { state } = setUp(['ILS ils ILSX']);
  await state().search('ILS');
  expect(state().matches).toHaveLength(3);
  await state().setOptions({ wholeWords: true });
  expect(state().matches).toHaveLength(2);
  await state().setOptions({ matchCase: true });
  expect(state().matches).toHaveLength(1);
});

test('a letter that is everywhere is capped, and said so', async () => {
  const { state } = setUp(Array.from({ length: 3 }, () => 'a'.repeat(MAX_MATCHES / 2)));
  await state().search('a');
  expect(state().matches).toHaveLength(MAX_MATCHES);
  expect(state().more).toBe(true);
});

test('exactly as many matches as the cap are all', async () => {
  const { state } = setUp(['a'.repeat(MAX_MATCHES)]);
  await state().search('a');
  expect(state()).toMatchObject({ more: false });
  expect(state().matches).toHaveLength(MAX_MATCHES);
});

test('closing forgets the matches and keeps the words; next takes the search up again', async () => {
  const { state } = setUp(kit);
  await state().search('ils');
  state().setOpen(false);
  expect(state()).toMatchObject({ open: false, query: 'ils', matches: [] });
  await state().next(1);
  expect(state()).toMatchObject({ open: true, current: 0 });
  expect(state().matches).toHaveLength(4);
});

test('where the engine’s text of a page is another than the stored one, its matches are found in it', async () => {
  const { state } = setUp(['ILS one, ILS two']);
  await state().search('ils');
  const [first, second] = state().matches;
  if (!first || !second) throw new Error('two matches');
  expect(state().placesIn(1, 'ILS one, ILS two').get(second)).toBe(second);
  expect(state().placesIn(1, 'Head\nILS one,\nILS two').get(second)).toMatchObject({ begin: 14, end: 17 });
  expect(state().placesIn(1, 'nothing').size).toBe(0);
});

test('the match that was gone to is brought into view once', async () => {
  const { state } = setUp(kit);
  await state().search('22r');
  expect(state().reveal).toMatchObject({ page: 3 });
  state().revealed();
  expect(state().reveal).toBeNull();
  expect(state().context(state().matches[0] ?? { page: 0, begin: 0, end: 0 })).toEqual({
    before: 'ILS 22L and ILS ',
    match: '22R',
    after: '',
  });
});
