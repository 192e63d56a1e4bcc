import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item, NativeImage } from 'electron';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TripKitError } from '../../../main/common/errors.ts';
import { DragOut } from '../../../main/electron/drag-out.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'tripkit-drag-'));
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

function setUp(copy?: (to: string) => Promise<void>) {
  const drags: Item[] = [];
  const copied: string[] = [];
  const folder = join(base, 'drag-out');
  const out = new DragOut({
    folder,
    copyDocument: async (id, to) => {
      copied.push(id);
      await (copy ? copy(to) : writeFile(to, id));
    },
    startDrag: (item) => void drags.push(item),
    icon: {} as NativeImage,
  });
  return { out, drags, copied, folder };
}

test('a drag holds a copy under its name, in a folder of ours alone; a second one copies nothing again', async () => {
  const { out, drags, copied, folder } = setUp();
  await out.drag([{ id: 'a', name: 'KLM511.pdf' }]);
  await out.drag([{ id: 'a', name: 'KLM511.pdf' }]);
  const file = join(folder, 'a/KLM511.pdf');
  expect(drags.map((item) => item.file)).toEqual([file, file]);
  expect(drags[0]).not.toHaveProperty('files');
  expect(copied).toEqual(['a']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('several go together, also with the same name', async () => {
  const { out, drags } = setUp();
  await out.drag([
    { id: 'a', name: 'x.pdf' },
    { id: 'b', name: 'x.pdf' },
  ]);
  expect(new Set(drags[0]?.files).size).toBe(2);
});

test('a copy that was moved away, or whose document changed, is made again', async () => {
  const { out, drags, copied } = setUp();
  const kits = [{ id: 'a', name: 'x.pdf' }];
  await out.drag(kits);
  await rm(drags[0]?.file ?? '');
  await out.drag(kits);
  out.forget(['a']);
  await out.drag(kits);
  expect(copied).toEqual(['a', 'a', 'a']);
});

test('a copy that fails is told, begins no drag, and can be tried again', async () => {
  let full = true;
  const { out, drags } = setUp(async (to) => {
    if (full) throw new TripKitError('disk', 'There is no space left.');
    await writeFile(to, '');
  });
  const kits = [{ id: 'a', name: 'x.pdf' }];
  await expect(out.drag(kits)).rejects.toMatchObject({ kind: 'disk' });
  expect(drags).toEqual([]);
  full = false;
  await out.drag(kits);
  expect(drags).toHaveLength(1);
  const nowhere = setUp();
  await writeFile(join(base, 'file'), '');
  await rm(nowhere.folder, { recursive: true, force: true });
  await writeFile(nowhere.folder, '');
  await expect(nowhere.out.drag(kits)).rejects.toMatchObject({ kind: 'disk' });
});

test('the folder is emptied, whatever is in it', async () => {
  const { out, folder } = setUp();
  await mkdir(join(folder, 'left'), { recursive: true });
  await out.clear();
  expect(await readdir(base)).toEqual([]);
  await out.clear();
});
