import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { standIn } from './stand-in.ts';

type Template = Electron.MenuItemConstructorOptions[];

/** `Menu`: not drawn; Chromium's own window has no application menu. */
export class MenuStandIn {
  readonly template: Template;

  private constructor(template: Template) {
    this.template = template;
  }

  static buildFromTemplate(template: Template): MenuStandIn {
    for (const item of template) {
      if (!item.label && !item.role && item.type !== 'separator') {
        throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
      }
    }
    return new MenuStandIn(template);
  }

  static setApplicationMenu(_menu: MenuStandIn | null): void {
    // Nobody can open it.
  }
}

const area = { x: 0, y: 0, width: 1920, height: 1080 };

const display: Pick<Electron.Display, 'id' | 'label' | 'workArea' | 'bounds'> = {
  id: 1,
  label: 'Chromium',
  workArea: area,
  bounds: area,
};

export const screenStandIn = standIn('screen', {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  /** Nobody's: Chromium places its own windows. */
  getCursorScreenPoint: () => ({ x: area.width / 2, y: area.height / 2 }),
});

const changes = new EventEmitter();
let source: Electron.NativeTheme['themeSource'] = 'system';

/** `nativeTheme`, on a system that is light. The pages of the host's windows follow it (browser-window.ts). */
export const nativeThemeStandIn = standIn('nativeTheme', {
  get shouldUseDarkColors() {
    return source === 'dark';
  },
  get themeSource() {
    return source;
  },
  set themeSource(next) {
    if (next === source) return;
    source = next;
    changes.emit('updated');
  },
  on: (name: 'updated', listener: () => void) => changes.on(name, listener),
  off: (name: 'updated', listener: () => void) => changes.off(name, listener),
});
