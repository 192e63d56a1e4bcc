/** The same pages at another size, at another place or turned: as another printer driver makes them. */
import { operation, streamOf } from './operations.ts';
import { contentsOf, type PdfFile, pagesOf, resolved, setContents } from './pdf-objects.ts';
import { rewrites } from './rewrites.ts';

/** Draws each page anew. The number is how much larger. */
export const reprints: Readonly<Record<string, (file: PdfFile) => void>> = {
  'drawn larger': (file) => drawn(file, 1.28, 20, 31),
  'drawn smaller': (file) => drawn(file, 0.71, 5, 40),
  moved: (file) => drawn(file, 1, 9, -4),
  turned: (file) => {
    for (const { dict } of pagesOf(file)) {
      const rotate = Number(resolved(file, dict.get('Rotate')) ?? 0);
      dict.set('Rotate', (rotate + 90) % 360);
    }
  },
};

function drawn(file: PdfFile, scale: number, x: number, y: number): void {
  // The patterns of a form go with it; those of a page do not (ISO 32000-1, 8.7.3.1).
  rewrites['page drawn as a form']?.(file, Math.random);
  for (const page of pagesOf(file)) {
    const data = contentsOf(file, page);
    const box = resolved(file, page.dict.get('MediaBox'));
    if (data === null || !Array.isArray(box)) continue;
    const before = streamOf([operation('q'), operation('cm', scale, 0, 0, scale, x, y)]);
    const after = streamOf([operation('Q')]);
    setContents(file, page, Buffer.concat([before, Buffer.from('\n'), data, Buffer.from('\n'), after]));
    const room = scale === 1 ? [0, 0] : [2 * x, 2 * y];
    page.dict.set(
      'MediaBox',
      box.map((side, index) => Number(side) * scale + (index > 1 ? (room[index - 2] ?? 0) : 0)),
    );
  }
}
