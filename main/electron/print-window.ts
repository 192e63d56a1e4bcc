/**
 * Prints PDFs by Chromium's own viewer, which sends their vectors and text to the printer. The viewer is in a hidden, sandboxed window,
 * without a preload script. Its session has no network, and loads only the PDF and the viewer's own files.
 */
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { type BrowserWindow, type Session, session, type WebContents, webContents } from 'electron';
import { TripKitError } from '../common/errors.ts';
import { abortable, anySignal } from '../common/wait.ts';
import type { PrintText } from '../print/compose.ts';
import type { LoadedPdf, PdfPieces, Printer } from '../print/printer.ts';
import { TEXT_WIDTH } from '../print/sheets.ts';
import { closeNetwork, PDF_VIEWER, PRINT_ORIGIN } from './session-guards.ts';
import { createHiddenWindow } from './window.ts';

/** On disk: in memory Chromium's viewer loads nothing (electron/electron issue 27121). It is removed at the next start (dropWebStorage). */
const PARTITION = 'persist:printing';
/** Time limit for text, and for the viewer to read a PDF, ms. Hundreds of pages take seconds. */
const LOAD_MS = 120_000;
/** What a print that the person cancelled says (Electron's shell/browser/printing). */
const CANCELLED = /cancel/i;

/** What the session serves, by address. */
const served = new Map<string, () => Response>();
let opening: Promise<Session> | null = null;

/** The printer of one window. @param parent the window, above which the system's dialog opens */
export function windowPrinter(parent: () => BrowserWindow | null): Printer {
  return {
    async setText(sections, signal) {
      const html = `<!doctype html><meta charset="utf-8"><title>Sheets</title>${sections.map((one) => `<section>${one}</section>`).join('')}`;
      using page = await HiddenPage.open(parent(), false, signal);
      return await page.until(setText(page, html));
    },
    async load(pdf, signal) {
      const page = await HiddenPage.open(parent(), true, signal);
      try {
        await page.until(loadPdf(page, pdf));
        return printable(page);
      } catch (error) {
        page[Symbol.dispose]();
        throw error;
      }
    },
  };
}

/** CSS pixels are 1/96 inch, points 1/72. */
const POINTS = 72 / 96;
/** Height of every line of text, CSS px. */
const LINE = 12;
/** A page is at least as high as a sheet's content, points. */
const LEAST_HEIGHT = 764;
const TEXT_CSS = `
  body { margin: 0; font: 10px/${LINE}px sans-serif; color: #000; text-rendering: geometricPrecision; }
  section { width: ${TEXT_WIDTH / POINTS}px; break-after: page; overflow-wrap: anywhere; white-space: pre-wrap; }
  section:last-child { break-after: auto; }
  p, h2 { margin: 0; font-size: 10px; line-height: ${LINE}px; }
  .warning { color: #b00020; font-weight: 700; }`;

async function setText(page: HiddenPage, html: string): Promise<PrintText> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  };
  await page.load(() => new Response(html, { headers }));
  await page.contents.insertCSS(TEXT_CSS);
  const measure = `[...document.querySelectorAll('section')].map((one) => one.getBoundingClientRect().height)`;
  const measured: number[] = await page.contents.executeJavaScriptInIsolatedWorld(1, [{ code: measure }]);
  const heights = measured.map((height) => height * POINTS);
  const page_height = Math.max(LEAST_HEIGHT, ...heights);
  const pdf = await page.contents.printToPDF({
    // Inches.
    pageSize: { width: TEXT_WIDTH / 72, height: page_height / 72 },
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
  });
  return { pdf, page_height, heights, line_height: LINE * POINTS };
}

async function loadPdf(page: HiddenPage, { bytes, pieces }: PdfPieces): Promise<void> {
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(bytes),
    'x-content-type-options': 'nosniff',
  };
  // Electron's own tests wait for it, too: before it, an empty page is printed.
  const ready = new Promise<void>((resolve) => {
    (page.contents as EventEmitter).once('-pdf-ready-to-print', () => resolve());
  });
  await page.load(
    () => new Response(Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>, { headers }),
  );
  await ready;
}

function printable(page: HiddenPage): LoadedPdf {
  return {
    print: () =>
      page.until(
        new Promise<boolean>((resolve, reject) => {
          page.viewer.print({}, (done, why) => {
            if (done || CANCELLED.test(why)) resolve(done);
            else reject(new Error(`The system did not print: ${why}`));
          });
        }),
        null,
      ),
    [Symbol.dispose]: () => page[Symbol.dispose](),
  };
}

/** The session of all that is printed. */
async function openSession(): Promise<Session> {
  const opened = session.fromPartition(PARTITION, { cache: false });
  await closeNetwork(opened);
  opened.protocol.handle(
    'app',
    (request) => served.get(request.url)?.() ?? new Response(null, { status: 404 }),
  );
  opened.webRequest.onBeforeRequest(({ url }, answer) => {
    const isViewers = url.startsWith(PDF_VIEWER) || url.startsWith('chrome://resources/');
    answer({ cancel: !isViewers && !served.has(url) });
  });
  return opened;
}

/** A page that nobody sees; it ends with its parent window, its process, or the signal. */
class HiddenPage implements Disposable {
  readonly #window: BrowserWindow;
  readonly #session: Session;
  readonly #url = `${PRINT_ORIGIN}/${randomUUID()}`;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;

  static async open(
    parent: BrowserWindow | null,
    plugins: boolean,
    signal: AbortSignal,
  ): Promise<HiddenPage> {
    opening ??= openSession();
    const opened = await opening.catch((cause: unknown) => {
      // The next attempt tries again.
      opening = null;
      throw cause;
    });
    signal.throwIfAborted();
    return new HiddenPage(opened, parent, plugins, signal);
  }

  private constructor(opened: Session, parent: BrowserWindow | null, plugins: boolean, signal: AbortSignal) {
    this.#session = opened;
    this.#signal = signal;
    this.#window = createHiddenWindow(parent, { session: opened, plugins });
    const ended = (why: string) => this.#ended.abort(new Error(`The page to print is gone: ${why}.`));
    this.#window.once('closed', () => ended('closed'));
    this.contents.on('render-process-gone', (_event, { reason }) => ended(reason));
  }

  get contents(): WebContents {
    return this.#window.webContents;
  }

  /** The page of Chromium's viewer, which prints: a page of its own in Electron 33, a frame of the window in newer ones. */
  get viewer(): WebContents {
    const all = webContents.getAllWebContents();
    const own = all.find((one) => one.session === this.#session && one.getURL().startsWith(PDF_VIEWER));
    return own ?? this.contents;
  }

  async load(answer: () => Response): Promise<void> {
    served.set(this.#url, answer);
    await this.#window.loadURL(this.#url);
  }

  /** @param limit_ms null where a person decides @throws TripKitError of kind `config`; the signal's reason */
  async until<T>(work: Promise<T>, limit_ms: number | null = LOAD_MS): Promise<T> {
    const limit = limit_ms === null ? undefined : AbortSignal.timeout(limit_ms);
    try {
      return await abortable(work, anySignal(this.#signal, this.#ended.signal, limit));
    } catch (cause) {
      throw this.#signal.aborted ? this.#signal.reason : notPrinted(cause);
    }
  }

  [Symbol.dispose](): void {
    served.delete(this.#url);
    if (!this.#window.isDestroyed()) this.#window.destroy();
    void this.#session.clearStorageData().catch(() => {});
  }
}

function notPrinted(cause: unknown): TripKitError {
  return new TripKitError(
    'config',
    'This computer did not print. Check that it has a printer, or save the sheets as a PDF and print it with another viewer.',
    { condition: 'not_printed', cause },
  );
}
