/**
 * Preloaded into the main process of what is measured (`electron -r agent.cjs APP`), the shipping app as it is: the
 * bench's hand in a program that no debugger is attached to.
 *
 * Why not Playwright or the DevTools protocol: Chromium keeps what a page reads for a client that watches it, and hands it
 * each event, which multiplies memory and lengthens what is short. Here a person's input comes from the X server (xdotool),
 * times are the page's own, taken by a probe that is put into it before the measured act, and its answer is fetched by
 * `executeJavaScript`: asked for before the act, given after it. Nothing runs in this process meanwhile.
 */
import { connect } from 'node:net';
import { app, type BrowserWindow } from 'electron';
import { type Ask, lineReader, SOCKET_ENV, type Tell } from './protocol.ts';

const path = process.env[SOCKET_ENV];
if (!path) throw new Error(`${SOCKET_ENV} names no socket.`);
const socket = connect(path);
// The bench is gone: so is this program's reason.
socket.on('error', () => app.exit(1));
const tell = (message: Tell) => socket.write(`${JSON.stringify(message)}\n`);

let window: BrowserWindow | null = null;
let shown: number | null = null;
app.on('browser-window-created', (_event, opened) => {
  if (window) return;
  window = opened;
  opened.once('ready-to-show', () => {
    shown = performance.timeOrigin + performance.now();
  });
  opened.webContents.once('did-finish-load', () => {
    const { electron = '', chrome = '', node } = process.versions;
    tell({ tell: 'loaded', versions: { electron, chrome, node } });
  });
});

async function answer(ask: Ask): Promise<unknown> {
  if (ask.ask === 'quit') {
    app.quit();
    return null;
  }
  if (ask.ask === 'shown') return shown;
  if (!window || window.isDestroyed()) throw new Error('There is no window.');
  if (ask.ask === 'bounds') return window.getContentBounds();
  // As a person's act: some things of a page want one.
  return window.webContents.executeJavaScript(ask.script, true);
}

const hear = lineReader((line) => {
  const ask: Ask = JSON.parse(line);
  answer(ask).then(
    (value) => tell({ tell: 'answer', id: ask.id, value }),
    (error: unknown) =>
      tell({ tell: 'failure', id: ask.id, message: error instanceof Error ? error.message : String(error) }),
  );
});
socket.setEncoding('utf8').on('data', hear);
