import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { freshFolder } from '../fresh-folder.ts';
import { aPdf } from './samples.ts';

const shared = new DocumentVerifier(documentThreads());
afterAll(() => shared.close());

function aFile(content: string | Uint8Array): string {
  const file = join(freshFolder(), 'kit.part');
  writeFileSync(file, content);
  return file;
}

/** The objects and the trailer of a PDF with one page; `catalog` goes into its catalog. `offset` bytes stand before. */
function onePage(offset: number, catalog = ''): string {
  const objects = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n',
  ];
  let at = offset;
  const entries = objects.map((object) => {
    const entry = `${String(at).padStart(10, '0')} 00000 n \n`;
    at += object.length;
    return entry;
  });
  return `${objects.join('')}xref\n0 4\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
}

const header = '%PDF-1.7\n';
/** A file whose catalog is so large that pdf.js, which starts it again at every piece that it misses, does not come to its end. */
let endless = '';
beforeAll(() => {
  endless = join(mkdtempSync(join(tmpdir(), 'tripkit-endless-')), 'kit.part');
  writeFileSync(endless, header + onePage(header.length, `/Junk [${'0 '.repeat(20_000_000)}]`));
});
afterAll(() => rmSync(dirname(endless), { recursive: true, force: true }));

/** A compressed catalog of a few hundred kB whose objects no heap of some hundred MB can hold. */
function hugeHeap(): Buffer {
  const catalog = `<< /Type /Catalog /Pages 2 0 R /Junk [${'[0] '.repeat(15_000_000)}] >>`;
  const inner = deflateSync(`1 0 ${catalog}`);
  const holder = Buffer.concat([
    Buffer.from(
      `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${inner.length} >>\nstream\n`,
    ),
    inner,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const table = header.length + holder.length;
  const entry = (type: number, field: number) => [
    type,
    ...Buffer.from(field.toString(16).padStart(8, '0'), 'hex'),
    0,
  ];
  const entries = Buffer.from(
    [entry(0, 0), entry(2, 5), entry(0, 0), entry(0, 0), entry(1, table), entry(1, header.length)].flat(),
  );
  return Buffer.concat([
    Buffer.from(header),
    holder,
    Buffer.from(
      `4 0 obj\n<< /Type /XRef /Size 6 /W [1 4 1] /Root 1 0 R /Length ${entries.length} >>\nstream\n`,
    ),
    entries,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${table}\n%%EOF\n`),
  ]);
}

test('counts the pages of sound documents, one after the other and at once', async () => {
  expect(await shared.verify(aFile(await aPdf(3)))).toEqual({ pages: 3 });
  const files = await Promise.all([1, 2, 40].map(async (pages) => aFile(await aPdf(pages))));
  expect(await Promise.all(files.map((file) => shared.verify(file)))).toEqual([
    { pages: 1 },
    { pages: 2 },
    { pages: 40 },
  ]);
});

test('accepts bytes before the header and padding after the end, as readers do', async () => {
  const before = 'x'.repeat(500);
  expect(await shared.verify(aFile(before + header + onePage(header.length)))).toEqual({ pages: 1 });
  expect(await shared.verify(aFile(header + onePage(header.length) + '\0'.repeat(5_000)))).toEqual({
    pages: 1,
  });
});

test.each<[string, string, string]>([
  ['empty', 'empty', ''],
  ['html', 'web page', '\n<!DOCTYPE html><html><body>Hotel Wi-Fi: please log in</body></html>'],
  ['not_pdf', 'error message', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  ['not_pdf', 'error message', '{"error":"gone"}'],
  ['not_pdf', 'not a PDF', 'x'.repeat(5_000)],
  ['not_pdf', 'not a PDF', `${' x'.repeat(600)}%PDF-1.7 %%EOF`],
  ['cut_off', 'cut off', header + onePage(header.length).slice(0, -40)],
  ['cut_off', 'cut off', `${header}${onePage(header.length)}${'x'.repeat(2_000)}`],
  ['damaged', 'damaged', `${header}nothing of use\n%%EOF`],
  [
    'damaged',
    'damaged',
    header + onePage(header.length).replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0'),
  ],
])('refuses what is %s, and says "%s"', async (condition, words, content) => {
  const error: unknown = await shared.verify(aFile(content)).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: 'document', condition });
  expect(String(error)).toContain(words);
});

test('refuses a document that asks for a password to be read, not one that only limits editing', async () => {
  const locked = aFile(await aPdf(1, { userPassword: 'secret', pdfVersion: '1.7' }));
  await expect(shared.verify(locked)).rejects.toMatchObject({ kind: 'document', condition: 'encrypted' });
  const limited = aFile(await aPdf(2, { ownerPassword: 'secret', pdfVersion: '1.7' }));
  expect(await shared.verify(limited)).toEqual({ pages: 2 });
});

test('a document that takes too long is refused, and the next one is verified', async () => {
  const verifier = new DocumentVerifier(documentThreads());
  await expect(verifier.verify(endless, { timeout_ms: 300 })).rejects.toMatchObject({
    kind: 'document',
    condition: 'timeout',
  });
  expect(await verifier.verify(aFile(await aPdf(2)))).toEqual({ pages: 2 });
  await verifier.close();
});

test('an abort ends the check at once, for a running and for a waiting document', async () => {
  const verifier = new DocumentVerifier(documentThreads());
  const running = new AbortController();
  const waiting = new AbortController();
  const first = verifier.verify(endless, { signal: running.signal, timeout_ms: 600_000 });
  const second = verifier.verify(endless, { signal: waiting.signal, timeout_ms: 600_000 });
  const third = verifier.verify(aFile(await aPdf(3)));
  waiting.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  running.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  expect(await third).toEqual({ pages: 3 });
  await expect(verifier.verify(endless, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await verifier.close();
});

test('closing gives up what is running; a later check starts another worker', async () => {
  const verifier = new DocumentVerifier(documentThreads());
  const given = Promise.all(
    [endless, endless].map((file) =>
      expect(verifier.verify(file, { timeout_ms: 600_000 })).rejects.toMatchObject({
        name: 'AbortError',
      }),
    ),
  );
  await verifier.close();
  await given;
  expect(await verifier.verify(aFile(await aPdf(1)))).toEqual({ pages: 1 });
  await verifier.close();
});

test('a file that is not there is a disk error', async () => {
  await expect(shared.verify(join(freshFolder(), 'none.part'))).rejects.toMatchObject({
    kind: 'disk',
    condition: 'gone',
  });
});

test('a large document costs little memory', async () => {
  const bytes = 300 * 1024 ** 2;
  const file = aFile('');
  const fd = openSync(file, 'w');
  const stream = `${header}4 0 obj\n<< /Length ${bytes} >>\nstream\n`;
  const rest = '\nendstream\nendobj\n';
  writeSync(fd, stream, 0);
  ftruncateSync(fd, stream.length + bytes);
  writeSync(fd, rest + onePage(stream.length + bytes + rest.length), stream.length + bytes);
  closeSync(fd);
  await shared.verify(aFile(await aPdf(1)));
  const before = process.memoryUsage.rss();
  expect(await shared.verify(file)).toEqual({ pages: 1 });
  expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1024 ** 2);
});

test('the worker neither keeps the process alive nor prints', async () => {
  // What stands before the header makes it irregular, so that pdf.js has to judge it.
  const file = aFile(Buffer.concat([Buffer.from('before the header\n'), await aPdf(1)]));
  const program = `
    import { documentThreads } from ${JSON.stringify(new URL('../../main/documents/document-reader.ts', import.meta.url).href)};
    import { DocumentVerifier } from ${JSON.stringify(new URL('../../main/documents/verify-document.ts', import.meta.url).href)};
    const verifier = new DocumentVerifier(documentThreads());
    console.log((await verifier.verify(process.argv[1])).pages);
  `;
  for (let run = 0; run < 2; run += 1) {
    const output = execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, file],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 25_000 },
    );
    expect(output).toBe('1\n');
  }
});

test('a document that fills the memory is refused, and the process lives', async () => {
  const verifier = new DocumentVerifier(documentThreads());
  await expect(verifier.verify(aFile(hugeHeap()), { timeout_ms: 60_000 })).rejects.toMatchObject({
    kind: 'document',
    condition: 'memory',
  });
  expect(await verifier.verify(aFile(await aPdf(1)))).toEqual({ pages: 1 });
  await verifier.close();
});
