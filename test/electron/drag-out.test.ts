import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Item, NativeImage } from 'electron';
import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { DragOut, MouseButton } from '../../main/electron/drag-out.ts';
import { freshFolder } from '../fresh-folder.ts';

const DOWN = { type: 'mouseDown', modifiers: ['leftbuttondown'] } as const;
const UP = { type: 'mouseUp', modifiers: ['leftbuttondown'] } as const;
const hear = (button: MouseButton, { type, modifiers }: { type: string; modifiers: readonly string[] }) =>
  button.hear({ type, modifiers: [...modifiers] } as Parameters<MouseButton['hear']>[0]);

function setUp(copy?: (to: string) => Promise<void>, during?: (out: DragOut) => void) {
  const drags: Item[] = [];
  const copied: string[] = [];
  const folder = join(freshFolder(), 'drag-out');
  const button = new MouseButton();
  const out = new DragOut({
    folder,
    copyDocument: async (id, to) => {
      copied.push(id);
      await (copy ? copy(to) : writeFile(to, id));
    },
    button,
    startDrag: (item) => {
      drags.push(item);
      during?.(out);
    },
    icon: {} as NativeImage,
  });
  /** A whole drag of a person. */
  const drag = async (kits: readonly { id: string; name: string }[]) => {
    hear(button, DOWN);
    await out.prepare(kits);
    out.drag(kits);
  };
  return { out, button, drag, drags, copied, folder };
}
const KITS = [{ id: 'a', name: 'KLM511.pdf' }];

test('a drag holds a copy under its name, in a folder of ours alone; a second one copies nothing again', async () => {
  const { drag, drags, copied, folder } = setUp();
  await drag(KITS);
  await drag(KITS);
  const file = join(folder, 'a/KLM511.pdf');
  expect(drags.map((item) => item.file)).toEqual([file, file]);
  expect(drags[0]).not.toHaveProperty('files');
  expect(copied).toEqual(['a']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('several go together, also with the same name', async () => {
  const { drag, drags } = setUp();
  await drag([
    { id: 'a', name: 'x.pdf' },
    { id: 'b', name: 'x.pdf' },
  ]);
  expect(new Set(drags[0]?.files).size).toBe(2);
});

test('a copy that was moved away, or whose document changed, is made again', async () => {
  const { out, drag, drags, copied } = setUp();
  await drag(KITS);
  await rm(drags[0]?.file ?? '');
  await drag(KITS);
  out.forget(['a']);
  await drag(KITS);
  expect(copied).toEqual(['a', 'a', 'a']);
});

test('a copy that fails is told, begins no drag, and can be tried again', async () => {
  let full = true;
  const { drag, drags } = setUp(async (to) => {
    if (full) throw new TripKitError('disk', 'There is no space left.');
    await writeFile(to, '');
  });
  await expect(drag(KITS)).rejects.toMatchObject({ kind: 'disk' });
  expect(drags).toEqual([]);
  full = false;
  await drag(KITS);
  expect(drags).toHaveLength(1);
  const nowhere = setUp();
  await rm(nowhere.folder, { recursive: true, force: true });
  await writeFile(nowhere.folder, '');
  await expect(nowhere.drag(KITS)).rejects.toMatchObject({ kind: 'disk' });
});

test('no drag begins without a held button, and none for a press that has ended meanwhile', async () => {
  const gate = Promise.withResolvers<void>();
  const { out, button, drag, drags, copied } = setUp(async (to) => {
    await gate.promise;
    await writeFile(to, '');
  });
  expect(() => out.drag(KITS)).toThrow('held down');
  await expect(out.prepare(KITS)).rejects.toThrow('held down');
  hear(button, DOWN);
  expect(() => out.drag(KITS)).toThrow('gone');
  expect(copied).toEqual([]);
  const prepared = out.prepare(KITS);
  hear(button, UP);
  // Another press, for something else.
  hear(button, DOWN);
  gate.resolve();
  await expect(prepared).rejects.toThrow('ready now');
  expect(drags).toEqual([]);
  hear(button, UP);
  // The second press was released before it was asked for; a third time there is none.
  await expect(out.prepare(KITS)).rejects.toThrow('ready now');
  await expect(out.prepare(KITS)).rejects.toThrow('held down');
  await drag(KITS);
  expect([drags.length, copied.length]).toEqual([1, 1]);
});

test('a press is good for one drag, and there is one drag at a time', async () => {
  const seen: unknown[] = [];
  const { out, drag, drags } = setUp(undefined, (current) => {
    try {
      current.drag(KITS);
    } catch (error) {
      seen.push(error);
    }
  });
  await drag(KITS);
  expect(seen).toMatchObject([{ kind: 'config' }]);
  expect(() => out.drag(KITS)).toThrow('held down');
  expect(drags).toHaveLength(1);
});

test('the folder is emptied, whatever is in it', async () => {
  const { out, folder } = setUp();
  await mkdir(join(folder, 'left'), { recursive: true });
  await out.clear();
  expect(await readdir(dirname(folder))).toEqual([]);
  await out.clear();
});

test('the button is held from its own press to its release, or to a move without it', () => {
  const button = new MouseButton();
  expect(button.press).toBeNull();
  hear(button, { type: 'mouseMove', modifiers: ['leftButtonDown'] });
  expect(button.press).toBeNull();
  hear(button, { type: 'mouseDown', modifiers: ['rightbuttondown'] });
  expect(button.press).toBeNull();
  hear(button, DOWN);
  const first = button.press;
  expect(first).not.toBeNull();
  hear(button, { type: 'mouseMove', modifiers: ['numlock', 'leftbuttondown'] });
  hear(button, { type: 'keyDown', modifiers: [] });
  expect(button.press).toBe(first);
  hear(button, { type: 'mouseMove', modifiers: ['numlock'] });
  expect(button.press).toBeNull();
  hear(button, DOWN);
  expect(button.press).not.toBe(first);
  hear(button, UP);
  expect(button.press).toBeNull();
});
