/** Components that the first screen does not need: their code loads when the window is idle, or when they are first shown. */

import type { ComponentType } from 'react';
import { deferred } from '../design/deferred.tsx';
import { AT_REST_LATEST_MS, whenIdle } from '../design/timing.ts';
import { appWords } from '../design/words.ts';
import { BulkPane, ReadyPanel, RequestForm, ShelfPane, TrackForm } from '../kits/library/library-screen.tsx';
import { viewerWords } from '../viewer/words.ts';

/** A screen, which says that it opens while its code is loaded. */
const screen = (bring: () => Promise<ComponentType>) =>
  deferred(bring, <p className="app__wait">{appWords.opening}</p>);

export const ViewerScreen = deferred(
  async () => (await import('../viewer/workspace/workspace.tsx')).default,
  <p className="app__wait">{viewerWords.opening}</p>,
);
export const SettingsScreen = screen(async () => (await import('./settings-screen.tsx')).SettingsScreen);
export const PolicyScreen = screen(async () => (await import('../policies/policy-screen.tsx')).PolicyScreen);
export const BatchScreen = screen(async () => (await import('../batch/batch-screen.tsx')).BatchScreen);
export const RecordScreen = screen(async () => (await import('../record/record-screen.tsx')).RecordScreen);
export const ChangesScreen = screen(
  async () => (await import('../comparison/changes-screen.tsx')).ChangesScreen,
);
export const GuidesScreen = screen(async () => (await import('../guides/guides-screen.tsx')).GuidesScreen);
export const NewsCard = deferred(async () => (await import('../guides/news-card.tsx')).NewsCard);
export const OpeningDialogs = deferred(
  async () => (await import('../kits/opening-dialogs.tsx')).OpeningDialogs,
);
export const SearchPalette = deferred(
  async () => (await import('../search/search-palette.tsx')).SearchPalette,
);
export const HelpDialog = deferred(async () => (await import('./help/help-dialog.tsx')).HelpDialog);
export const ShortcutsDialog = deferred(
  async () => (await import('./help/shortcuts-dialog.tsx')).ShortcutsDialog,
);
export const DiagnosticsDialog = deferred(
  async () => (await import('../support/diagnostics-dialog.tsx')).DiagnosticsDialog,
);

/** The most likely first: reading, then what a key opens. */
const order = [
  ViewerScreen,
  OpeningDialogs,
  RequestForm,
  SearchPalette,
  ReadyPanel,
  BulkPane,
  TrackForm,
  ShelfPane,
  SettingsScreen,
  BatchScreen,
  RecordScreen,
  ChangesScreen,
  HelpDialog,
  GuidesScreen,
  ShortcutsDialog,
  DiagnosticsDialog,
  PolicyScreen,
];

/** Loads the components one after another while the window is idle. */
export async function warmLazyComponents(): Promise<void> {
  for (const part of order) {
    await whenIdle(AT_REST_LATEST_MS);
    await part.load();
  }
}
