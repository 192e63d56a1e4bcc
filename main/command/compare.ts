import { resolve } from 'node:path';
import { TripKitError, toFailure } from '../common/errors.ts';
import { compareDocuments } from '../comparison/compare-documents.ts';
import { contentReader } from '../comparison/content-reader.ts';
import type { ComparedPage } from '../comparison/rules/compared-page.ts';
import { documentThreads } from '../documents/document-reader.ts';
import { pdfjsFolder } from '../documents/pdfjs-folder.ts';
import type { CommandOf } from './arguments.ts';
import { checkReadable } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/** Lists what changed on each page between two documents (profile-and-headless.md, `compare`). @returns the exit code */
export async function compareFiles(
  command: CommandOf<'compare'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  try {
    for (const file of [command.old, command.new]) await checkReadable(file);
    const compared = await compareDocuments(
      { file: resolve(command.old) },
      { file: resolve(command.new) },
      contentReader({ ...documentThreads(pdfjsFolder()), idle_ms: 0 }),
      {
        signal: io.signal,
        onProgress: (done, of) => {
          io.status?.(of > 0 ? `${Math.floor((100 * done) / of)} % compared` : '');
        },
      },
    );
    io.status?.('');
    for (const page of compared) report.result(pageEvent(page), pageLines(page));
    return 0;
  } catch (error) {
    if (io.signal.aborted || !(error instanceof TripKitError)) throw error;
    report.failed(toFailure(error));
    return 1;
  }
}

function pageEvent({ old, new: newer, state, what, part }: ComparedPage): Record<string, unknown> {
  const number = (index: number | null) => (index === null ? null : index + 1);
  const chart = part && { chart: { old: number(part.old), new: number(part.new) } };
  return { event: 'page', old, new: newer, ...chart, state, what };
}

/** The lines for people: both page numbers if they differ; of a sheet the number of the chart, too. */
function pageLines({ old, new: newer, state, what, part }: ComparedPage): string[] {
  const name = (page: number | null, index: number | null | undefined) =>
    page === null ? null : index == null ? `${page}` : `${page} chart ${index + 1}`;
  const [was, is] = [name(old, part?.old), name(newer, part?.new)];
  const number = was === null || is === null || was === is ? `${is ?? was}` : `${is} (was ${was})`;
  // The words come from the documents: they must not move the cursor.
  return [`${number}: ${state}`, ...what.map((one) => `    ${printable(one)}`)];
}
