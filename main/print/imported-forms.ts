/** Takes pages of one PDF document into another as forms (ISO 32000-1, 8.10), with everything that they use. */
import { PdfBytes } from '../documents/pdf/bytes.ts';
import type { PdfObjects } from '../documents/pdf/objects.ts';
import { dictionary, type Entries, name, numbers, type PdfUpdate, stream } from '../documents/pdf/update.ts';
import {
  Irregular,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
} from '../documents/pdf/values.ts';
import { beginUpdate } from '../marks/marked-copy.ts';
import { type FoundPage, findPages } from '../marks/marked-pages.ts';

/** A value as it is written. @param refOf how a reference is written */
export function written(value: PdfValue, refOf: (ref: PdfRef) => string = sameRef): string {
  if (value instanceof PdfRef) return refOf(value);
  if (value instanceof PdfName) return `/${name(value.name)}`;
  if (value instanceof PdfString) return `${value.written}${value.written.startsWith('<') ? '>' : ')'}`;
  if (Array.isArray(value)) return `[${value.map((one) => written(one, refOf)).join(' ')}]`;
  return value instanceof Map ? dictionary(entriesOf(value, refOf)) : String(value);
}

/** The entries of a dictionary as they are written. */
export function entriesOf(dict: PdfDict, refOf: (ref: PdfRef) => string = sameRef): Entries {
  return [...dict].map(([key, value]) => [key, written(value, refOf)] as const);
}

function sameRef({ num, gen }: PdfRef): string {
  return `${num} ${gen} R`;
}

/** The entries of a form of the size of the page, which uses what the page uses. */
export function formOfPage({ view, resources }: FoundPage, refOf = sameRef): Entries {
  return [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', `[${numbers(view)}]`],
    ['Resources', written(resources ?? new Map(), refOf)],
  ];
}

/**
 * Writes the pages of `pdf` into `update`, each as a form of the size of the page.
 *
 * @param pdf made by Chromium: each page has one content stream
 * @throws Irregular
 */
export async function importPages(pdf: Buffer, count: number, update: PdfUpdate): Promise<string[]> {
  const read = async (into: Buffer, at: number) => pdf.copy(into, 0, at);
  const limits = { read: 4 * pdf.length + 1024 ** 2, work: 64 * 1024 ** 2 };
  const bytes = new PdfBytes({ size: pdf.length, read }, undefined, limits);
  const { objects, catalog } = await beginUpdate(bytes);
  const wanted = Array.from({ length: count }, (_, at) => at + 1);
  const pages = await findPages(objects, catalog.get('Pages'), new Set(wanted));
  const taken = new Map<number, number>();
  const queue: PdfRef[] = [];
  const refOf = (ref: PdfRef) => {
    const num = taken.get(ref.num) ?? update.reserve();
    if (!taken.has(ref.num)) queue.push(ref);
    taken.set(ref.num, num);
    return `${num} 0 R`;
  };
  const forms: string[] = [];
  for (const number of wanted) {
    const page = pages.get(number);
    if (page === undefined) throw new Irregular('a page is missing');
    const contents = (await objects.dictionary(page.ref)).get('Contents');
    if (!(contents instanceof PdfRef)) throw new Irregular('unusual contents');
    const { entries, data } = await streamOf(objects, bytes, contents, refOf);
    forms.push(update.add(stream([...entries, ...formOfPage(page, refOf)], data)));
  }
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const object = await objects.load(ref);
    const num = taken.get(ref.num) ?? 0;
    if (object.data === null) update.put(num, written(object.value, refOf));
    else {
      const { entries, data } = await streamOf(objects, bytes, ref, refOf);
      update.put(num, stream(entries, data));
    }
  }
  return forms;
}

/** A stream as it is in the document: its entries but the length, and its data, one byte a character (latin1). */
export async function streamOf(
  objects: PdfObjects,
  bytes: PdfBytes,
  ref: PdfRef,
  refOf: (ref: PdfRef) => string = sameRef,
): Promise<{ dict: PdfDict; entries: Entries; bytes: Buffer; data: string }> {
  const { value, data } = await objects.load(ref);
  if (data === null || !(value instanceof Map) || value.has('F')) throw new Irregular('an unusual stream');
  const found = await bytes.exactly(data.at, data.length);
  const entries = entriesOf(value, refOf).filter(([key]) => key !== 'Length');
  return { dict: value, entries, bytes: found, data: found.toString('latin1') };
}
