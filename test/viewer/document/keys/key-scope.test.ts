import { expect, test } from 'vitest';
import { markCommands } from '../../../../renderer/marks/mark-commands.ts';
import { isViewersKey, type KeyScope } from '../../../../renderer/viewer/document/keys/command.ts';
import { viewCommands } from '../../../../renderer/viewer/document/keys/view-commands.ts';

const allowed = (scope: KeyScope, ...combinations: string[]) =>
  combinations.filter((combination) => isViewersKey(combination, scope));

test('a single key is the pages’ alone: no letter, sign or arrow acts where a panel or a field has the focus', () => {
  const marks = markCommands(
    { getState: () => ({}) } as never,
    () => null,
    ({ page }) => page,
  );
  const single = [...viewCommands, ...marks]
    .flatMap(({ keys }) => keys)
    .filter((keys) => !/Ctrl\+|Alt\+|^(Shift\+)?F\d+$|^Escape$/.test(keys));
  expect(single).toEqual(
    expect.arrayContaining(['i', 'l', 's', 'Shift+R', '+', 'PageDown', 'Home', 'ArrowLeft']),
  );
  expect(allowed('pages', ...single)).toEqual(single);
  expect(allowed('panel', ...single)).toEqual([]);
  expect(allowed('text', ...single)).toEqual([]);
});

test('Esc, F keys and Ctrl act everywhere; with Alt everywhere but in a field, where it writes', () => {
  const everywhere = ['Escape', 'F3', 'Shift+F3', 'Ctrl+F', 'Ctrl+Tab'];
  for (const scope of ['pages', 'panel', 'text'] as const)
    expect(allowed(scope, ...everywhere)).toEqual(everywhere);
  const alt = ['Alt+1', 'Alt+ArrowLeft'];
  expect(allowed('pages', ...alt)).toEqual(alt);
  expect(allowed('panel', ...alt)).toEqual(alt);
  expect(allowed('text', ...alt)).toEqual([]);
});
