/**
 * Compares two documents (`compare OLD NEW`), or takes their text as the app does with each kit (`read OLD NEW`), in a process of its
 * own, and writes what was found and what it cost to file descriptor 3: compare.ts starts it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compareDocuments } from '../../../main/comparison/compare-documents.ts';
import { contentReader } from '../../../main/comparison/content-reader.ts';
import type { ComparedPage } from '../../../main/comparison/rules/compared-page.ts';
import { documentThreads } from '../../../main/documents/document-reader.ts';
import { pdfjsFolder } from '../../../main/documents/pdfjs-folder.ts';
import { TextExtractor } from '../../../main/reading/text-extractor.ts';

/** What a process found and took. */
export interface Measured {
  compared: ComparedPage[];
  ms: number;
  /** Of processors. */
  cpu_ms: number;
  /** The highest resident memory, bytes. */
  resident: number;
}

const [what, old = '', newer = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const started = performance.now();
const compared = what === 'read' ? await read() : await compare();
const { user, system } = process.cpuUsage();
const measured: Measured = {
  compared,
  ms: performance.now() - started,
  cpu_ms: (user + system) / 1000,
  resident: highestResident(),
};
writeFileSync(3, JSON.stringify(measured));

function compare(): Promise<ComparedPage[]> {
  const reader = contentReader({ ...documentThreads(pdfjsFolder()), idle_ms: 0 });
  return compareDocuments({ file: old }, { file: newer }, reader, { signal });
}

async function read(): Promise<ComparedPage[]> {
  const extractor = new TextExtractor(documentThreads(pdfjsFolder()));
  const sink = { shape: () => {}, pages: () => {} };
  for (const file of [old, newer])
    await extractor.extract({ file, from: 1, shape: true, batch: 8 }, sink, signal);
  await extractor.close();
  return [];
}

/** Linux counts the parent's memory into ru_maxrss (getrusage(2)), VmHWM does not. */
function highestResident(): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (line) return Number(line[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
