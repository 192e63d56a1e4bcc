import PDFDocument from 'pdfkit';

/**
 * A document whose table of objects is not where it says: our own structural reader leaves it to PDF.js, which finds the
 * objects all the same (main/documents/verify-document.ts).
 */
export async function irregularPdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text('An irregular document.');
  document.end();
  const text = Buffer.concat(await document.toArray()).toString('latin1');
  return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
}
