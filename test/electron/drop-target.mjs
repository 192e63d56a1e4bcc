/**
 * A window that takes files which are dropped on it: `electron drop-target.mjs X Y WIDTH HEIGHT`. Prints `ready`, `over` for every
 * move of a drag over it, and the paths of what is dropped as JSON.
 */
import { app, BrowserWindow } from 'electron';

const [x, y, width, height] = process.argv.slice(-4).map(Number);

async function open() {
  const window = new BrowserWindow({
    ...{ x, y, width, height, frame: false },
    webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false },
  });
  window.webContents.on('console-message', (event, _level, text) => {
    const said = text ?? event.message;
    // Electron warns of such a window in the same place.
    if (/^(over$|\[)/.test(said)) process.stdout.write(`${said}\n`);
  });
  await window.loadURL('data:text/html,<body style="margin:0;height:100vh">');
  await window.webContents.executeJavaScript(`
    const { webUtils } = require('electron');
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      console.log('over');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      console.log(JSON.stringify([...event.dataTransfer.files].map((file) => webUtils.getPathForFile(file))));
    });
  `);
  process.stdout.write('ready\n');
}

// Electron is ready only once this module has been evaluated.
app.whenReady().then(open);
