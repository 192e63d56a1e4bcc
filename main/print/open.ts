import type { PrintOrder } from '../../preload/contract.ts';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { utcMinute } from '../common/text.ts';
import { writeCopy } from '../documents/document-copy.ts';
import { appDocument } from '../documents/document-folder.ts';
import { type ByteSource, withFile } from '../documents/pdf/bytes.ts';
import { Irregular } from '../documents/pdf/values.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import { saveChosen } from '../host/save-file.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { documentOf, isDamaged, suggestedName } from '../kits/kit-view.ts';
import type { MarkRecord } from '../marks/mark-store.ts';
import { composeSheets, type PrintedPage } from './compose.ts';
import { lineOf, notesOn, notesText, type Stamp } from './print-text.ts';
import type { PdfPieces, Printer } from './printer.ts';

interface PrintNeeds {
  engine: Pick<KitEngine, 'get'>;
  flags: Pick<KitFlags, 'of'>;
  /** The marks of a kit that belong to its present document. */
  currentMarks(kit_id: string): Promise<readonly MarkRecord[]>;
  notes: RecordNotes;
}

interface PrintWindow {
  /** The dialogs of the calling window. */
  dialogs: Pick<FileDialogs, 'saveDocument'>;
  printer: Printer;
}

/** Printing documents, one at a time: a person answers one print dialog after the other. */
export function openPrint(host: Host, { engine, flags, currentMarks, notes }: PrintNeeds) {
  const fileOf = (id: string) => appDocument(host.paths.documents, id).file;
  let running: AbortController | null = null;

  /** Puts the pages on sheets; the document stays open meanwhile, so that all of it is of one version. */
  async function withSheets<T>(
    printer: Printer,
    order: PrintOrder,
    signal: AbortSignal,
    use: (pdf: PdfPieces) => Promise<T>,
  ): Promise<T> {
    const kit = engine.get(order.kit_id);
    const wanted = { ...order, pages: pagesOf(order, documentOf(kit).pages) };
    const file = fileOf(kit.id);
    const { sections, pages } = layOut(wanted, await currentMarks(kit.id), stampOf(kit, flags, host.now()));
    const text = await printer.setText(sections, signal);
    try {
      return await withFile(file, async (source) => {
        const update = await composeSheets(source, pages, order.layout, text);
        signal.throwIfAborted();
        return await use({ bytes: source.size + update.length, pieces: () => piecesOf(source, update) });
      });
    } catch (error) {
      if (signal.aborted || error instanceof TripKitError) throw error;
      throw error instanceof Irregular ? refusal(error) : diskError(error, 'Reading the document', file);
    }
  }

  /** Handlers of the domain `print`, for one window. */
  function callsOf({ dialogs, printer }: PrintWindow): DomainCalls<'print'> {
    /** What ends this window's work. */
    let own: AbortController | null = null;
    /** @throws TripKitError of kind `config` while another document is printed */
    async function run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (running) throw busy();
      const ended = new AbortController();
      running = ended;
      own = ended;
      try {
        return await work(ended.signal);
      } finally {
        running = null;
      }
    }
    return {
      start: (order) =>
        run(async (signal) => {
          try {
            using loaded = await withSheets(printer, order, signal, (pdf) => printer.load(pdf, signal));
            return (await loaded.print()) ? 'printed' : null;
          } catch (error) {
            if (signal.aborted) return null;
            throw error;
          }
        }),
      cancel: () => own?.abort(),
      save: async (order) => {
        const kit = engine.get(order.kit_id);
        documentOf(kit);
        const name = suggestedName(kit, isDamaged(kit, flags)).replace(/\.pdf$/, ' for printing.pdf');
        return saveChosen(dialogs.saveDocument(name), (path) =>
          run(async (signal) => {
            await withSheets(printer, order, signal, (pdf) =>
              writeCopy(path, 'Saving the PDF', fileOf(kit.id), pdf.pieces, signal),
            );
            const what = 'Pages of the document were saved as a PDF for printing, outside the app.';
            notes.note('saved', what, kit);
          }),
        );
      },
    };
  }
  return {
    calls: (window: PrintWindow) => ({ print: callsOf(window) }),
    stop: () => running?.abort(),
  };
}

/** The pages that the document has, each once: nobody wants more. @throws TripKitError of kind `config` if there are none */
function pagesOf({ pages }: PrintOrder, count: number): PrintOrder['pages'] {
  const found = new Map(pages.filter(({ page }) => page <= count).map((one) => [one.page, one]));
  if (found.size === 0)
    throw new TripKitError('config', `This document has ${count} pages. Choose some of them to print.`);
  return [...found.values()];
}

/** What is printed on the sheets, and the words for it. */
function layOut(
  { pages, marks }: PrintOrder,
  all: readonly MarkRecord[],
  stamp: Stamp,
): { sections: string[]; pages: PrintedPage[] } {
  const byPage = Map.groupBy(marks ? all : [], ({ draft }) => draft.page);
  const sections: string[] = [];
  const add = (section: string) => sections.push(section) - 1;
  const printed = pages.map(({ page, caption }): PrintedPage => {
    const own = byPage.get(page) ?? [];
    const notes = notesOn(own);
    const line = add(lineOf(page, caption, stamp));
    const texts = notes.map(({ text }) => text);
    const written = texts.length === 0 ? null : add(notesText(page, caption, texts));
    return { page, marks: own, notes, text: { line, notes: written } };
  });
  return { sections, pages: printed };
}

/** What every sheet of this kit says. */
function stampOf(kit: LiveKit, flags: Pick<KitFlags, 'of'>, now: number): Stamp {
  const { superseded_by } = flags.of(kit);
  return {
    warnings: [
      ...(isDamaged(kit, flags) ? ['DAMAGED DOCUMENT: NOT TO BE FLOWN BY'] : []),
      ...(kit.shelf?.recalled ? ['WITHDRAWN: NOT TO BE FLOWN BY'] : []),
      ...(superseded_by === null ? [] : ['OLD: THERE IS A NEWER KIT FOR THIS FLIGHT']),
    ],
    printed_at: utcMinute(now),
  };
}

/** Size of the pieces that a document is read in, bytes. */
const PIECE = 1024 ** 2;

async function* piecesOf(source: ByteSource, update: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < source.size; ) {
    const into = Buffer.alloc(Math.min(PIECE, source.size - at));
    const length = await source.read(into, at);
    if (length === 0) throw new Irregular('the document became shorter');
    yield into.subarray(0, length);
    at += length;
  }
  yield update;
}

function busy(): TripKitError {
  return new TripKitError('config', 'Another document is being printed. Answer its print dialog first.', {
    condition: 'in_use',
  });
}

function refusal(cause: Irregular): TripKitError {
  const why = cause.message === 'encrypted' ? 'is encrypted' : 'is built in an unusual way';
  return new TripKitError(
    'document',
    `This document ${why}, so its pages can’t be put on sheets. Save a copy and print it with another viewer.`,
    { condition: cause.message === 'encrypted' ? 'encrypted' : 'irregular', cause },
  );
}
