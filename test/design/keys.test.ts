/** The table of all keys: no key means two things, and everything that has keys takes them from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSingle } from '../../renderer/design/key-press.ts';
import { keyTable } from '../../renderer/design/keys.ts';
import { markCommands } from '../../renderer/marks/mark-commands.ts';
import { helpWords, shortcutWords } from '../../renderer/shell/help/words.ts';
import { commandGroups } from '../../renderer/viewer/document/keys/command.ts';
import { lightCommands, viewCommands } from '../../renderer/viewer/document/keys/view-commands.ts';
import { viewerWords } from '../../renderer/viewer/words.ts';
import { workspaceCommands } from '../../renderer/viewer/workspace/use-kit-commands.ts';

/** Every combination of the table, as [scope, command, combination]. */
const all = Object.entries(keyTable).flatMap(([scope, commands]) =>
  Object.entries<readonly string[]>(commands).flatMap(([command, keys]) =>
    keys.map((one) => [scope, command, one.toLowerCase()] as const),
  ),
);

test('no key means two things: over all scopes each combination has one command', () => {
  const commands = new Map<string, Set<string>>();
  for (const [, command, keys] of all) commands.set(keys, (commands.get(keys) ?? new Set()).add(command));
  const twice = [...commands].filter(([, meanings]) => meanings.size > 1);
  expect(twice.map(([keys, meanings]) => [keys, ...meanings])).toEqual([]);
  expect(commands.size).toBeGreaterThan(80);
  // A plus that some keyboards have with Shift is the same key without.
  for (const [scope] of Object.entries(keyTable)) {
    const own = all.filter(([of]) => of === scope).map(([, , keys]) => keys);
    expect(new Set(own).size).toBe(own.length);
  }
});

test('every command of the table has its words in a sheet of keys, and the viewer’s a group', () => {
  for (const [scope, words] of Object.entries(shortcutWords.commands))
    expect(Object.keys(words).sort()).toEqual(Object.keys(keyTable[scope as keyof typeof keyTable]).sort());
  const stores = { getState: () => ({}) } as never;
  const commands = [
    ...viewCommands,
    ...lightCommands(stores),
    ...markCommands(
      stores,
      () => null,
      ({ page }) => page,
    ),
    ...workspaceCommands(stores, '', { run: () => {}, forbidden: undefined }, {} as never),
  ];
  const elsewhere = ['numbered', 'details', 'changes', 'pinEarlier', 'pinLater'];
  const named = [...commands.map(({ id }) => id), ...elsewhere];
  expect(named).toEqual(expect.arrayContaining(Object.keys(keyTable.viewer)));
  expect(new Set(named).size).toBe(named.length);
  for (const { group, words } of commands) {
    expect(commandGroups).toContain(group);
    expect(viewerWords.keys.groups[group]).toBeTruthy();
    expect(words).toMatch(/^[A-Z]/);
  }
});

test('no code of the pages compares a key with a letter, digit or sign of its own', () => {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const own = files.filter((name) =>
    /(\.|\b)(key|code)(\.toLowerCase\(\))? [!=]== '([^' ]|Key.|Digit.|F\d+)'/.test(
      readFileSync(`renderer/${name}`, 'utf8'),
    ),
  );
  expect(own).toEqual([]);
});

test('the keys to begin with are in the table, and work without single keys', () => {
  const known = new Set([...all.map(([, , keys]) => keys), 'enter']);
  for (const [what, keys] of helpWords.keyLines)
    expect([what, known.has(keys.toLowerCase()), isSingle(keys)]).toEqual([what, true, false]);
});

test('every key that the guide and the papers name is in the table, or moves, opens and closes', () => {
  const known = new Set(all.map(([, , keys]) => keys));
  for (const file of [
    'docs/user-guide.md',
    'docs/scheduler-guide.md',
    'docs/efb/pilots-card.md',
    'docs/efb/hmi-assessment.md',
    'docs/efb/accessibility.md',
  ]) {
    const letters = [...readFileSync(file, 'utf8').matchAll(/(?<!`\+)`([A-Z])`(?!\+)/g)].map(
      ([, letter = '']) => letter.toLowerCase(),
    );
    expect([file, letters.filter((letter) => !known.has(letter))]).toEqual([file, []]);
  }
});
