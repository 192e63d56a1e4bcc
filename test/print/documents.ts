/** Documents to print, and what is on the sheets. */
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';

/** Width and height, points. */
export type Size = [number, number];

/** A document with one page for each of these words, at the upper left of each. */
export async function documentOf(
  pages: readonly { words: string; size: Size; rotate?: number }[],
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (const { words, size, rotate } of pages) {
    document.addPage({ size, margin: 0 });
    if (rotate !== undefined) Object.assign(document.page.dictionary.data, { Rotate: rotate });
    document.fontSize(10).text(words, 0, 0, { lineBreak: false });
  }
  document.end();
  return Buffer.concat(await document.toArray());
}

/** Whether the document has actions that are scripts, as PDF.js reads them. */
export async function hasScripts(pdf: Buffer): Promise<boolean> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS }).promise;
  try {
    return (await document.getJSActions()) !== null;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** The words of each sheet and where they begin, as PDF.js reads them. */
export async function wordsOn(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS }).promise;
  try {
    const sheets = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      sheets.push(
        items.flatMap((one) =>
          'str' in one && one.str.trim() !== '' ? [{ words: one.str, at: one.transform as number[] }] : [],
        ),
      );
    }
    return sheets;
  } finally {
    await document.loadingTask.destroy();
  }
}
