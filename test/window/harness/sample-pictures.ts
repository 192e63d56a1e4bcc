/** Pictures for the sample kit: photographs as makers of kits put them on a page, and a scanned page. */
import { crc32, deflateSync } from 'node:zlib';

/** Where the photographs of `photographs` are seen: left, top, right, bottom, pt from the page's top left. */
export const SEEN = {
  plain: [60, 130, 260, 250],
  strips: [300, 130, 500, 250],
  clipped: [60, 300, 160, 360],
  grouped: [300, 300, 500, 420],
} as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of these colours, 0 to 255 each. */
function png(width: number, height: number, colour: (x: number, y: number) => readonly number[]): Buffer {
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.from([0, ...Array.from({ length: width }, (_, x) => colour(x, y)).flat()]),
    ),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A mountain before a blue sky: the sky is what a test looks at. */
const photograph = png(80, 48, (x, y) => (y > 24 + 14 * Math.sin(x / 12) ? [92, 122, 60] : [86, 150, 232]));
const scan = png(60, 84, (x, y) => (y % 6 === 3 && x > 8 && x < 52 ? [30, 30, 30] : [246, 244, 238]));

/** Photographs: as they are, cut into strips, clipped, and within a transparency group that stands off the page's corner. */
export function photographs(doc: PDFKit.PDFDocument): void {
  const [left, top, right, bottom] = SEEN.plain;
  doc.image(photograph, left, top, { width: right - left, height: bottom - top });
  const strips = SEEN.strips;
  for (let y = strips[1]; y < strips[3]; y += 12) {
    doc.save().rect(strips[0], y, 200, 12).clip();
    doc.image(photograph, strips[0], strips[1], { width: 200, height: 120 }).restore();
  }
  const clipped = SEEN.clipped;
  doc.save().rect(clipped[0], clipped[1], 100, 60).clip();
  doc.image(photograph, clipped[0], clipped[1], { width: 200, height: 120 }).restore();

  // The form's own picture is the one that was placed above, by its name on this page.
  const [name, picture] = Object.entries(doc.page.xobjects)[0] ?? [];
  const [x, y] = SEEN.grouped;
  const form = doc.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 200, 120],
    Group: { Type: 'Group', S: 'Transparency', I: true, CS: 'DeviceRGB' },
    Resources: { XObject: { [name ?? '']: picture }, ExtGState: { Mix: { BM: 'Multiply' } } },
  });
  form.end(`q /Mix gs 200 0 0 120 0 0 cm /${name} Do Q`);
  doc.page.xobjects.Grouped = form;
  doc
    .save()
    .addContent(`1 0 0 -1 ${x} ${y + 120} cm /Grouped Do`)
    .restore();

  // A sign in one colour and a bullet are no photographs.
  doc.fillColor('#b00020').rect(60, 480, 90, 26).fill();
  doc.image(photograph, 60, 520, { width: 10, height: 8 });
}

/** A page that is one picture: a scanned chart. */
export function scannedPage(doc: PDFKit.PDFDocument): void {
  doc.image(scan, 20, 20, { width: doc.page.width - 40, height: doc.page.height - 40 });
}
