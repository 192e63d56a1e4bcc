/** The smallest honest PDF: any number of empty pages, padded to a size by one stream nobody shows. */
import { createHash, randomBytes } from 'node:crypto';

/** What the PDF shall be; `bytes` is a lower bound (the structure comes on top). */
export interface PdfWish {
  readonly pages?: number;
  readonly bytes?: number;
  readonly title?: string;
}

/** Builds a valid PDF 1.4 file with a cross-reference table (ISO 32000-1, 7.5). Two calls never give the same bytes. */
export function minimalPdf({ pages = 1, bytes = 0, title = 'kit' }: PdfWish = {}): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (part: Buffer | string): void => {
    const chunk = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(chunk);
    length += chunk.length;
  };
  const object = (number: number, body: () => void): void => {
    offsets[number] = length;
    put(`${number} 0 obj\n`);
    body();
    put('\nendobj\n');
  };
  put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  const firstPage = 5;
  object(1, () => put('<< /Type /Catalog /Pages 2 0 R >>'));
  object(2, () => {
    const kids = Array.from({ length: pages }, (_, index) => `${firstPage + index} 0 R`).join(' ');
    put(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`);
  });
  object(3, () => put(`<< /Title (${title}) /Producer (conformance) >>`));
  object(4, () => {
    const padding = randomBytes(Math.max(16, bytes));
    put(`<< /Length ${padding.length} >>\nstream\n`);
    put(padding);
    put('\nendstream');
  });
  for (let page = 0; page < pages; page += 1) {
    object(firstPage + page, () =>
      put('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>'),
    );
  }
  const start = length;
  put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (const offset of offsets.slice(1)) put(`${String(offset).padStart(10, '0')} 00000 n \n`);
  put(`trailer\n<< /Size ${offsets.length} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** SHA-256 in lower-case hex, as the `ready` event shows it. */
export function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
