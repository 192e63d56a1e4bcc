import { beforeEach, describe, expect, test } from 'vitest';
import type { BookmarkPlace, Mark, MarkDraft, OutlineEntry, PinName } from '../../preload/contract.ts';
import { createMarksStore, type MarksStore } from '../../renderer/marks/marks-store.ts';
import { type Bridge, UiFailure } from '../../renderer/shell/state/bridge.ts';

const note = (text: string, page = 1): MarkDraft => ({ kind: 'note', page, x: 0.5, y: 0.5, text });
const stroke = (y: number) => [0.1, y, 0.2, y];

/** The main process of this test: keeps marks, fails where it is told to, and answers only when it is let. */
class Keeper {
  readonly kept = new Map<string, Mark>();
  readonly asked: string[] = [];
  fail: string | null = null;
  gate: Promise<void> = Promise.resolve();
  bookmarksAnswer: BookmarkPlace[] = [];
  #serial = 0;

  readonly bridge: Omit<Bridge['marks'], 'on'> = {
    list: (kit) => this.#answer('list', () => [...this.kept.values()].filter(({ kit_id }) => kit_id === kit)),
    add: (kit, draft) =>
      this.#answer('add', () => {
        this.#serial += 1;
        return this.put(`id-${this.#serial}`, kit, draft);
      }),
    change: (kit, id, draft) =>
      this.#answer('change', () => {
        if (!this.kept.has(id)) throw new UiFailure({ kind: 'config', message: 'No such mark.' });
        return this.put(id, kit, draft);
      }),
    keepNote: (_kit, id) =>
      this.#answer('keepNote', () => {
        const mark = this.kept.get(id);
        if (!mark) throw new UiFailure({ kind: 'config', message: 'No such mark.' });
        const kept = { ...mark, outdated: false };
        this.kept.set(id, kept);
        return kept;
      }),
    remove: (_kit, id) =>
      this.#answer('remove', () => {
        this.kept.delete(id);
        return null;
      }),
    bookmarks: () => this.#answer('bookmarks', () => this.bookmarksAnswer),
    saveCopy: () => this.#answer('saveCopy', () => 'copy.pdf'),
  };

  put(id: string, kit_id: string, draft: MarkDraft, outdated = false): Mark {
    const at = '2026-11-21T10:00:00.000Z';
    const times = { created_at: at, changed_at: at };
    const mark = { id, kit_id, ...times, by: 'pilot', outdated, carried_from: null, draft };
    this.kept.set(id, mark);
    return mark;
  }
  texts(): string[] {
    return [...this.kept.values()].map(({ draft }) => (draft.kind === 'note' ? draft.text : draft.kind));
  }

  async #answer<T>(name: string, work: () => T): Promise<T> {
    this.asked.push(name);
    await this.gate;
    if (this.fail !== null) {
      const message = this.fail;
      this.fail = null;
      throw new UiFailure({ kind: 'disk', message });
    }
    return work();
  }
}

let keeper: Keeper;
let store: MarksStore;
let told: string[];
let gone: [number, number][];
let pinsShown: PinName[];
let outline: OutlineEntry[];

beforeEach(async () => {
  keeper = new Keeper();
  told = [];
  gone = [];
  pinsShown = [];
  outline = [];
  store = createMarksStore({
    nameAt: (page) => (page === 9 ? 'EGLL › ILS 27L' : null),
    bridge: keeper.bridge,
    outline: async () => outline,
    goTo: (page, down) => void gone.push([page, down]),
    goToPin: (pin) => void pinsShown.push(pin),
    tell: (sentence) => void told.push(sentence),
  });
  await store.getState().load('kit');
});

const state = () => store.getState();
const shown = () =>
  state().marks.map(({ mark }) => (mark.draft.kind === 'note' ? mark.draft.text : mark.draft.kind));
/** Everything that was asked for has been answered. */
async function settled(): Promise<void> {
  await state().loadBookmarks();
}

describe('what a person does is shown at once', () => {
  test('and kept in turn, a change of what is not kept yet too', async () => {
    let open = () => {};
    keeper.gate = new Promise((resolve) => {
      open = resolve;
    });
    const added = state().add(note('one'));
    expect(shown()).toEqual(['one']);
    const key = state().marks[0]?.key ?? '';
    const changed = state().change(key, note('two'));
    expect(shown()).toEqual(['two']);
    expect(keeper.kept.size).toBe(0);
    open();
    expect([await added, await changed]).toEqual([null, null]);
    expect(keeper.texts()).toEqual(['two']);
    expect(shown()).toEqual(['two']);
    expect(state().marks[0]).toMatchObject({ key, mark: { id: 'id-1', by: 'pilot' } });
    expect(told).toEqual([]);
  });

  test('and taken away again where it could not be kept', async () => {
    keeper.fail = 'There is no space left.';
    const said = await state().add(note('one'));
    expect(said).toBe('The mark was not kept. There is no space left.');
    expect(told).toEqual([said]);
    expect(shown()).toEqual([]);
    expect(state().canUndo).toBe(false);
  });

  test('a failed change shows what was there before, a failed removal the mark', async () => {
    await state().add(note('one'));
    const key = state().marks[0]?.key ?? '';
    keeper.fail = 'Broken.';
    expect(await state().change(key, note('two'))).toBe('The change was not kept. Broken.');
    expect(shown()).toEqual(['one']);
    keeper.fail = 'Broken.';
    expect(await state().remove(key)).toBe('The mark was not removed. Broken.');
    expect(shown()).toEqual(['one']);
    expect(keeper.texts()).toEqual(['one']);
    expect(await state().remove(key)).toBeNull();
    expect(keeper.texts()).toEqual([]);
  });

  test('a mark that failed is asked for again by its next change', async () => {
    keeper.fail = 'Broken.';
    const failed = state().add(note('one'));
    const key = state().marks[0]?.key ?? '';
    const changed = state().change(key, note('two'));
    expect(await failed).not.toBeNull();
    expect(await changed).toBeNull();
    expect(keeper.texts()).toEqual(['two']);
    expect(shown()).toEqual(['two']);
  });
});

describe('steps are taken back and done again', () => {
  test('through additions, changes and removals, whatever ids the marks have got', async () => {
    await state().add(note('one'));
    const key = state().marks[0]?.key ?? '';
    await state().change(key, note('two'));
    await state().remove(key);
    const seen = [shown()];
    for (let n = 0; n < 3; n += 1) {
      state().undo();
      seen.push(shown());
    }
    expect(seen).toEqual([[], ['two'], ['one'], []]);
    expect(state().canUndo).toBe(false);
    for (let n = 0; n < 2; n += 1) state().redo();
    await settled();
    expect(shown()).toEqual(['two']);
    expect(keeper.texts()).toEqual(['two']);
    state().redo();
    state().redo();
    await settled();
    expect(keeper.texts()).toEqual([]);
    expect(told).toEqual([]);
  });

  test('a new step ends what could be done again', async () => {
    await state().add(note('one'));
    state().undo();
    expect(state().canRedo).toBe(true);
    await state().add(note('two'));
    expect(state().canRedo).toBe(false);
    expect(keeper.texts()).toEqual(['two']);
  });

  test('a step back that fails leaves things as they were', async () => {
    await state().add(note('one'));
    keeper.fail = 'Broken.';
    state().undo();
    expect(shown()).toEqual([]);
    await settled();
    expect(shown()).toEqual(['one']);
    expect(told).toEqual(['The mark was not removed. Broken.']);
  });
});

describe('drawing', () => {
  test('lines that follow each other soon are one drawing, taken back line by line', async () => {
    state().draw(1, stroke(0.1), 1000);
    state().draw(1, stroke(0.2), 2500);
    state().draw(1, stroke(0.3), 5000);
    state().draw(2, stroke(0.4), 5100);
    await settled();
    const lines = () =>
      state().marks.map(({ mark }) => (mark.draft.kind === 'ink' ? mark.draft.strokes.length : 0));
    expect(lines()).toEqual([2, 1, 1]);
    expect(keeper.kept.size).toBe(3);
    for (let n = 0; n < 3; n += 1) state().undo();
    expect(lines()).toEqual([1]);
    await settled();
    expect([...keeper.kept.values()].map(({ draft }) => draft.kind === 'ink' && draft.strokes)).toEqual([
      [stroke(0.1)],
    ]);
  });

  test('another colour begins another drawing', async () => {
    state().setTool('ink');
    state().draw(1, stroke(0.1), 1000);
    state().setColour('blue');
    state().draw(1, stroke(0.2), 1100);
    expect(state().marks.map(({ mark }) => mark.draft.kind === 'ink' && mark.draft.colour)).toEqual([
      'red',
      'blue',
    ]);
    await settled();
  });
});

describe('pages', () => {
  test('a bookmark has the heading of its page; the same key takes it away', async () => {
    outline = [
      { title: 'EGLL', level: 0, page: 1, down: 0 },
      { title: 'ILS 27L', level: 1, page: 3, down: 0 },
    ];
    await state().togglePage('bookmark', 4);
    expect([...keeper.kept.values()].map(({ draft }) => draft)).toEqual([
      { kind: 'bookmark', page: 4, title: 'ILS 27L', heading: 'EGLL › ILS 27L' },
    ]);
    await state().togglePage('bookmark', 4);
    expect(keeper.kept.size).toBe(0);
  });

  test('without an outline it is called by its chart, else by its number', async () => {
    await state().togglePage('bookmark', 7);
    await state().togglePage('bookmark', 9);
    await state().togglePage('pin', 7);
    expect([...keeper.kept.values()].map(({ draft }) => draft)).toEqual([
      { kind: 'bookmark', page: 7, title: 'Page 7', heading: null },
      { kind: 'bookmark', page: 9, title: 'EGLL › ILS 27L', heading: null },
      { kind: 'pin', page: 7 },
    ]);
  });

  test('the charts of a sheet and the sheet are pinned each by itself, taken away, undone, and gone to', async () => {
    const pins = () =>
      [...keeper.kept.values()].map(({ draft: { page, ...own } }) =>
        'part' in own ? [page, own.part] : page,
      );
    await state().togglePage('pin', [7, 0]);
    await state().togglePage('pin', [7, 1]);
    await state().togglePage('pin', 7);
    expect(pins()).toEqual([[7, 0], [7, 1], 7]);
    await state().togglePage('pin', [7, 1]);
    expect(pins()).toEqual([[7, 0], 7]);
    state().undo();
    await settled();
    expect(pins()).toEqual([[7, 0], 7, [7, 1]]);
    for (const { key } of state().marks) state().reveal(key);
    expect(pinsShown.map(String).sort()).toEqual(['7', '7,0', '7,1']);
    expect(gone).toEqual([]);
    // A bookmark is of the page, whichever of its charts is in view.
    await state().togglePage('bookmark', [7, 1]);
    await state().togglePage('bookmark', [7, 0]);
    expect(pins()).toHaveLength(3);
  });

  test('what is drawn on a page stays the same array while other pages change', async () => {
    await state().add(note('one', 1));
    const before = state().byPage.get(1);
    await state().add(note('two', 2));
    expect(state().byPage.get(1)).toBe(before);
    expect(state().byPage.get(2)).toHaveLength(1);
  });

  test('marks of another document are listed, not drawn', async () => {
    keeper.put('old', 'kit', note('old'), true);
    await state().load('kit');
    expect(shown()).toEqual(['old']);
    expect(state().byPage.size).toBe(0);
  });

  test('going to a mark asks for its place and for the focus', async () => {
    await state().add(note('one', 3));
    const key = state().marks[0]?.key ?? '';
    state().reveal(key);
    expect(gone).toEqual([[3, 0.4]]);
    expect(state().wanted).toBe(key);
  });
});

test('marks that can’t be read are told, and can be asked for again', async () => {
  keeper.put('a', 'kit', note('kept'));
  keeper.fail = 'The disk is gone.';
  await state().load('kit');
  expect(state()).toMatchObject({
    status: 'failed',
    failure: 'The marks of this kit could not be read. The disk is gone.',
  });
  await state().load('kit');
  expect(state().status).toBe('ready');
  expect(shown()).toEqual(['kept']);
});

test('bookmarks of other kits are removed by their id, and are back where that fails', async () => {
  const place = { id: 'far', title: 'ILS 22L', heading: 'KJFK › ILS 22L', page: 9 };
  keeper.bookmarksAnswer = [place];
  await state().loadBookmarks();
  keeper.fail = 'Broken.';
  await state().removeBookmark('far');
  expect(state().bookmarks).toEqual([place]);
  expect(told).toEqual(['The mark was not removed. Broken.']);
  await state().removeBookmark('far');
  expect(state().bookmarks).toEqual([]);
});

describe('another window with the same kit', () => {
  test('its marks are taken in; those of this window keep their keys, and their elements', async () => {
    await state().add(note('mine'));
    const [mine] = state().marks;
    keeper.put('other', 'kit', note('theirs', 2));
    await state().followOthers('kit');
    expect(shown()).toEqual(['mine', 'theirs']);
    expect(state().marks[0]).toBe(mine);
    keeper.put('id-1', 'kit', note('changed there'));
    keeper.kept.delete('other');
    await state().followOthers('kit');
    expect(shown()).toEqual(['changed there']);
    expect(state().marks[0]?.key).toBe(mine?.key);
    // The next change here builds on it.
    expect(await state().change(mine?.key ?? '', note('and here'))).toBeNull();
    expect(keeper.texts()).toEqual(['and here']);
  });

  test('what is being kept here meanwhile is not lost, whichever comes first', async () => {
    let open = () => {};
    keeper.gate = new Promise((resolve) => {
      open = resolve;
    });
    keeper.put('other', 'kit', note('theirs', 2));
    const followed = state().followOthers('kit');
    const added = state().add(note('mine'));
    open();
    await Promise.all([followed, added]);
    expect(shown()).toEqual(['mine', 'theirs']);
    expect(keeper.texts().sort()).toEqual(['mine', 'theirs']);
  });

  test('marks of another kit are none of these, but its bookmarks are listed again', async () => {
    keeper.put('other', 'kit', note('theirs'));
    await state().followOthers('another kit');
    expect(shown()).toEqual([]);
    expect(keeper.asked.filter((name) => name === 'bookmarks')).toEqual([]);
    await state().loadBookmarks();
    await state().followOthers('another kit');
    expect(keeper.asked.filter((name) => name === 'bookmarks')).toHaveLength(2);
  });

  test('what can’t be read leaves what is shown', async () => {
    await state().add(note('mine'));
    keeper.fail = 'Broken.';
    await state().followOthers('kit');
    expect(shown()).toEqual(['mine']);
  });
});

describe('a note of a chart', () => {
  const draft: MarkDraft = { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'of the chart', belongs: 'chart' };
  const lasting = { airport: 'EGLL', chart: '11-1 ILS 27L', waits: null };

  test('is removed once the person agreed that it goes from all kits', async () => {
    keeper.kept.set('n', { ...keeper.put('n', 'kit', draft), lasting });
    await state().followOthers(null);
    const key = state().marks[0]?.key ?? '';
    await state().remove(key);
    expect([state().removing, shown()]).toEqual([key, ['of the chart']]);
    await state().answerRemoval(false);
    expect([state().removing, keeper.texts()]).toEqual([null, ['of the chart']]);
    await state().remove(key);
    keeper.fail = 'Broken.';
    await state().answerRemoval(true);
    expect([told, shown()]).toEqual([['The mark was not removed. Broken.'], ['of the chart']]);
    await state().remove(key);
    await state().answerRemoval(true);
    expect([shown(), keeper.texts(), state().canUndo]).toEqual([[], [], false]);
  });

  test('that waits is drawn once it was kept, and a failure is shown', async () => {
    keeper.kept.set('n', {
      ...keeper.put('n', 'kit', draft, true),
      lasting: { ...lasting, waits: 'changed' },
    });
    await state().followOthers(null);
    expect(state().byPage.size).toBe(0);
    keeper.fail = 'Broken.';
    await state().keepNote('n');
    expect(told).toEqual(['The change was not kept. Broken.']);
    await state().keepNote('n');
    expect(state().byPage.get(1)).toMatchObject([{ mark: { outdated: false } }]);
  });
});
