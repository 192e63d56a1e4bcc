import { lights } from '../../../../main/settings/rules/choices.ts';
import { cockpitWords } from '../../../cockpit/words.ts';
import { appearanceStore } from '../../../design/appearance.ts';
import type { SettingsStore } from '../../../shell/state/settings-store.ts';
import { viewerWords } from '../../words.ts';
import { type Light, lightStore } from '../window/light-store.ts';
import { type Command, commandsIn } from './command.ts';

const { getState: light } = lightStore;
const ofPages = { day: 'pagesDay', dim: 'pagesDim', night: 'pagesNight' } as const;
const icons = { day: 'sun', dim: 'half', night: 'moon' } as const;

/** The commands of keyboard and menu for the light of the window and of its pages. */
export function lightCommands(settings: SettingsStore): readonly Command[] {
  return commandsIn('light', viewerWords.commands, [
    { id: 'night', run: ({ state }) => turnNight(settings, state.tell) },
    { id: 'light', run: () => light().choose(after(light().light)) },
    ...lights.map((one) => ({
      id: ofPages[one],
      icon: icons[one],
      menu: true as const,
      isOn: () => light().light === one,
      // White pages would light up the cockpit.
      isOff: () => one === 'day' && appearanceStore.getState().cockpit,
      run: () => light().choose(one),
    })),
    {
      id: 'keepPictures',
      icon: 'moon',
      menu: true,
      isOn: () => light().keepPictures,
      run: () => light().togglePictures(),
    },
  ]);
}

function after(one: Light): Light {
  // In cockpit mode pages are never shown as printed.
  if (appearanceStore.getState().cockpit) return one === 'night' ? 'dim' : 'night';
  return lights[(lights.indexOf(one) + 1) % lights.length] ?? 'day';
}

/**
 * Switches between day and night, for the window and its pages; in cockpit mode it stays dark. If administrators have set the
 * theme, only for the pages.
 *
 * @param tell shows a sentence to the person
 */
export function turnNight(settings: SettingsStore, tell: (sentence: string) => void): void {
  if (appearanceStore.getState().cockpit) {
    tell(cockpitWords.staysDark);
    return;
  }
  const { settings: known, toggleNight } = settings.getState();
  if (known?.managed.includes('theme')) {
    light().choose(light().light === 'night' ? 'day' : 'night');
    tell(viewerWords.themeManaged);
    return;
  }
  void toggleNight();
  // Switching to day also applies to pages that the person had made dark by day.
  if (!appearanceStore.getState().night && light().light === 'night') light().choose('day');
}
