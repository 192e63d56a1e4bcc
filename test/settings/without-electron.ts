/** Imported before settings are: electron-store asks Electron for a folder that it does not use, because `cwd` is given. */
import { registerHooks } from 'node:module';

const electron = `export default {
  app: { getPath: () => '/nowhere', getVersion: () => '1.0.0' }, ipcMain: { on() {} }, shell: {},
}`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(electron)}`, shortCircuit: true }
      : next(specifier, context),
});
