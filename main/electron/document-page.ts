/**
 * Parses documents for the desktop app: each in a hidden, sandboxed page with its own origin (app://documents-N), which
 * ends with it. The page has no preload script, no bridge and no Node; its session is in memory only, has no network, and
 * serves only the app's own files and that document (JobChannel).
 */
import { randomInt } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { app, type Session, session, WebContentsView } from 'electron';
import type { StartWorker } from '../background/supervised-worker.ts';
import type { DocumentReader, DocumentRequest } from '../documents/document-reader.ts';
import { JobChannel } from '../documents/job-channel.ts';
import type { Task } from '../documents/jobs/answers.ts';
import { APP_SCHEME, documentsOrigin } from '../host/app-origin.ts';
import { serveDocumentPages } from './app-protocol.ts';
import { closeNetwork } from './session-guards.ts';
import { SANDBOXED } from './window.ts';

/** In memory: no `persist:` (Electron docs, session.fromPartition). */
const PARTITION = 'documents';
/** Memory of a page's process besides the document's length, bytes: 150 MB for itself, hundreds for pictures and fonts. */
const MAX_PROCESS_BYTES = 1024 ** 3;

/** Reads documents in pages of their own. @param renderer folder of the renderer's bundle, absolute */
export function documentPages(renderer: string): DocumentReader {
  /** By origin. */
  const channels = new Map<string, JobChannel>();
  const openSession = async () => {
    const opened = session.fromPartition(PARTITION);
    await closeNetwork(opened);
    const answer = (request: Request) => {
      // Node does not know the origin of this scheme: its `origin` is "null".
      const channel = channels.get(`${APP_SCHEME}://${new URL(request.url).host}`);
      return channel?.answer(request) ?? null;
    };
    opened.protocol.handle(APP_SCHEME, serveDocumentPages({ renderer, answer }));
    return opened;
  };
  let opening: Promise<Session> | null = null;

  const start =
    (kind: Task['kind']): StartWorker<DocumentRequest> =>
    (file, events) => {
      const origin = documentsOrigin(randomInt(1, 1_000_000_000));
      const channel = new JobChannel(kind, file, events);
      channels.set(origin, channel);
      let view: WebContentsView | null = null;
      let isOver = false;
      const ended = (cause: unknown) => {
        if (!isOver) events.ended(cause);
      };
      const open = async () => {
        opening ??= openSession();
        const opened = await opening.catch((cause: unknown) => {
          // The next document tries again.
          opening = null;
          throw cause;
        });
        if (isOver) return;
        view = pageOf(opened);
        view.webContents.on('render-process-gone', (_event, { reason }) =>
          ended(new Error(`The page of a document is gone: ${reason}.`)),
        );
        await view.webContents.loadURL(`${origin}/documents/jobs.html#${channel.pass}`);
      };
      open().catch(ended);
      return {
        post: (request) => {
          // Before the page starts PDF.js's thread, which inherits its priority.
          if (kind !== 'verify' && 'file' in request) yieldToOthers(view);
          void channel.post(request);
        },
        takesTooMuch: async (document_bytes) => memoryOf(view) > MAX_PROCESS_BYTES + document_bytes,
        keepAlive: () => {
          // The app outlives its use.
        },
        end: async () => {
          isOver = true;
          channels.delete(origin);
          channel.close();
          endPage(view);
          // A page's storage is in memory, and no other page has its origin; it is cleared anyway.
          if (channels.size === 0) await opening?.then((opened) => opened.clearStorageData()).catch(() => {});
        },
      };
    };
  return {
    start: { verify: start('verify'), extract: start('extract'), content: start('content') },
    idle_ms: 0,
  };
}

/** A page that no window shows. */
function pageOf(opened: Session): WebContentsView {
  const view = new WebContentsView({
    webPreferences: {
      ...SANDBOXED,
      session: opened,
      devTools: false,
      disableDialogs: true,
      // The page is hidden, but its work is waited for.
      backgroundThrottling: false,
    },
  });
  // It stays on its one file. about:blank triggers no event: from there its pass opens nothing.
  view.webContents.on('will-frame-navigate', (details) => details.preventDefault());
  return view;
}

/** Ends the page at once, even if it hangs. */
function endPage(view: WebContentsView | null): void {
  const contents = view?.webContents;
  if (!contents || contents.isDestroyed()) return;
  if (!contents.isCrashed()) contents.forcefullyCrashRenderer();
  contents.close();
}

/** Resident memory of the page's process, bytes; 0 if it is not known. */
function memoryOf(view: WebContentsView | null): number {
  const contents = view?.webContents;
  if (!contents || contents.isDestroyed()) return 0;
  const pid = contents.getOSProcessId();
  const process = app.getAppMetrics().find((one) => one.pid === pid);
  return (process?.memory.workingSetSize ?? 0) * 1024;
}

/** Lowers the priority of the page's process: text is read while people read and pages are painted. */
function yieldToOthers(view: WebContentsView | null): void {
  const pid = view?.webContents.getOSProcessId() ?? 0;
  if (pid === 0) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended, which is reported elsewhere.
  }
}
