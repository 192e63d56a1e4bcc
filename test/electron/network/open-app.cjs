// An app on the same origin without any of Trip Kit Desktop's guards: what it lets out shows that a way is one.
const { app, BrowserWindow, protocol, session } = require('electron');

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.whenReady().then(async () => {
  session.defaultSession.protocol.handle(
    'app',
    () =>
      new Response('<!doctype html><title>Open</title><body></body>', {
        headers: { 'content-type': 'text/html' },
      }),
  );
  await new BrowserWindow().loadURL('app://tripkit/');
});
