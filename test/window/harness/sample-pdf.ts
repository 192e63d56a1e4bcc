/** Real PDF documents for the viewer: a kit with outline, links, dense drawing and text, and a broken one. */
import PDFDocument from 'pdfkit';
import { photographs, scannedPage } from './sample-pictures.ts';

const PAGES = 24;
/** Turned by a quarter in the PDF itself. */
export const TURNED = 18;
export const PHOTOGRAPHS = 20;
export const SCANNED = 21;
export const NOTED = 22;
/** As covers often are: white on dark blue, mean luminance 34 of 255. */
export const DARK = 23;

/** What a newer kit has otherwise: a frequency, and the colour of the bars. */
const REVISED_FREQUENCY = [4, 7];
const REVISED_BARS = 9;

/** A page that the newer kit has on paper of another size, smaller and elsewhere: by this factor, and moved by so much, pt. */
export const RESIZED = { page: 7, size: [612, 792], scale: 0.9, x: 20, y: 10 } as const;
const A4 = { width: 595.28, height: 841.89 };

function chart(doc: PDFKit.PDFDocument, page: number, revised: boolean) {
  const { width, height } = revised && page === RESIZED.page ? A4 : doc.page;
  doc.lineWidth(0.4).strokeColor('#345');
  for (let ring = 0; ring < 40; ring += 1) doc.circle(width / 2, height / 2, 20 + ring * 6).stroke();
  for (let spoke = 0; spoke < 180; spoke += 1) {
    const angle = (spoke * Math.PI) / 90;
    doc
      .moveTo(width / 2, height / 2)
      .lineTo(width / 2 + 260 * Math.cos(angle), height / 2 + 260 * Math.sin(angle))
      .stroke();
  }
  doc
    .fillColor(revised && page === REVISED_BARS ? '#136c41' : '#b00020')
    .rect(60, 130, 90, 26)
    .fill();
  doc.fillColor('#0a58b0').rect(160, 130, 90, 26).fill();
  const ils = revised && REVISED_FREQUENCY.includes(page) ? '111.75' : '110.30';
  doc.fillColor('#111').fontSize(11).text(`MSA 25 NM · RWY 27L · ILS ${ils} · page ${page}`, 60, 168);
}

/** Notes of the document's own, as makers of kits leave them: without a picture of them. */
function notes(doc: PDFKit.PDFDocument) {
  // pdfkit writes a String object as a text, and a plain string as a name; its types know neither that nor these fields.
  const words = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, new String(value)])) as object;
  doc.note(450, 60, 20, 20, 'Runway 09R closed until 0600', words({ T: 'Dispatch' }));
  const rich =
    '<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>Taxi via N only</p></body>';
  doc.annotate(450, 120, 90, 30, {
    ...({ Subtype: 'FreeText' } as object),
    ...words({ RC: rich, DA: '/Helv 10 Tf' }),
  });
}

/**
 * A kit of 24 pages. Page 3 is landscape; page 1 links to page 5 and to a web address; page 18 is turned; page 20 holds photographs, page 21 is
 * a scan, page 22 holds notes, page 23 is dark.
 * @param revised as a newer kit of the same flight has it: changed on pages 4, 7 and 9, of which 7 is of another size
 */
export async function sampleKit(revised = false): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 50, bufferPages: false, info: { Title: 'EGLL-KJFK' } });
  const titles = ['Cover', 'Flight summary', 'EGLL airport chart', 'EGLL ILS 27L', 'KJFK ILS 22L'];
  let section: PDFKit.PDFOutline | null = null;
  for (let page = 1; page <= PAGES; page += 1) {
    const isResized = revised && page === RESIZED.page;
    const size = isResized ? [...RESIZED.size] : 'A4';
    if (page > 1) doc.addPage({ size, layout: page === 3 ? 'landscape' : 'portrait', margin: 50 });
    if (isResized) doc.translate(RESIZED.x, RESIZED.y).scale(RESIZED.scale);
    if (page === TURNED) Object.assign(doc.page.dictionary.data, { Rotate: 90 });
    const title = titles[page - 1] ?? `Enroute sheet ${page}`;
    if (page <= 3) section = doc.outline.addItem(title);
    else section?.addItem(title);
    doc.addNamedDestination(`page-${page}`);
    if (page === DARK) doc.rect(0, 0, doc.page.width, doc.page.height).fill('#0b2545');
    doc
      .fillColor(page === DARK ? '#fff' : '#111')
      .font('Helvetica-Bold')
      .fontSize(22)
      .text(title, 50, 60);
    doc.font('Helvetica').fontSize(12).text(`Trip kit EGLL to KJFK, sheet ${page} of ${PAGES}`, 50, 92);
    if (page === 1) {
      doc.fontSize(14).text('Go to the approach of KJFK', 50, 140, { goTo: 'page-5', underline: true });
      doc.text('Notices on the web', 50, 170, {
        link: 'https://example.com/notices?flight=BAW117',
        underline: true,
      });
      for (let line = 0; line < 26; line += 1) {
        doc
          .fontSize(10)
          .text(
            `N0489F340 BEDEK2J BEDEK L620 MAY UL620 LIZAD DCT 49N015W line ${line + 1}`,
            50,
            220 + line * 18,
          );
      }
    } else if (page === PHOTOGRAPHS) photographs(doc);
    else if (page === SCANNED) scannedPage(doc);
    else chart(doc, page, revised);
    if (page === NOTED) notes(doc);
  }
  doc.end();
  return Buffer.concat(await doc.toArray());
}

/** The same kit, whose fifth page is not there any more: its object is blanked, the length stays. */
export function holedKit(sound: Buffer): Buffer {
  const text = sound.toString('latin1');
  const starts = [...text.matchAll(/\d+ 0 obj\n<<\n\/Type \/Page\n/g)].map((found) => found.index);
  const begin = starts[4];
  if (begin === undefined) throw new Error('the sample has no fifth page');
  const end = text.indexOf('endobj', begin);
  const holed = Buffer.from(sound);
  const head = text.slice(begin, text.indexOf('\n', begin) + 1);
  holed.write(`${head}(gone)`.padEnd(end - begin, ' '), begin, 'latin1');
  return holed;
}

/** Bytes that begin and end like a PDF and hold nothing readable. */
export function brokenKit(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(40_000, 'x'), Buffer.from('\n%%EOF\n')]);
}
