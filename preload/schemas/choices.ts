/**
 * Small choices of the library's page, which the main process keeps for it: the page itself stores nothing. They are no settings:
 * nothing asks for them, administrators don't decide them, and one that is lost is its default again.
 */
import { z } from 'zod';
import { profileId } from './common.ts';
import { settings } from './settings.ts';
import {
  brightnessBounds,
  type defaultChoices,
  libraryLayouts,
  libraryOrders,
  lights,
  tableColumns,
} from './values.ts';
import { viewerStart } from './windows.ts';

export const choices = z.strictObject({
  /** The profile that new requests go to; null until there was one. */
  profile: profileId.nullable(),
  /** The order of the list of kits. */
  library_order: z.enum(libraryOrders),
  /** Cards, or a table. */
  library_layout: z.enum(libraryLayouts),
  /** The columns of the table that are shown. */
  table_columns: z.array(z.enum(tableColumns)).max(tableColumns.length),
  /** The column that the table is sorted by, and whether downwards: the last value first. */
  table_sort: z.enum(tableColumns),
  table_down: z.boolean(),
  /** Kits that failed or need a person stand above all others. */
  failed_first: z.boolean(),
  /** The light over the pages of documents by day, and at night. */
  light: z.enum(lights),
  light_at_night: z.enum(lights),
  /** Pictures on a page keep their colours at night. */
  keep_pictures: z.boolean(),
  /** Buttons are large enough for fingers; null: as the pointer of this computer asks for. */
  touch: z.boolean().nullable(),
  /** The version whose news the person has seen or put away; null for none. */
  news_seen: z.string().max(100).nullable(),
  /** How bright the window is in cockpit mode, percent of the full light. */
  cockpit_brightness: z.number().int().min(brightnessBounds[0]).max(brightnessBounds[1]),
} satisfies Record<keyof typeof defaultChoices, z.ZodType>);
export type Choices = z.infer<typeof choices>;
/** The changes that a person makes; what is absent stays as it is. */
export const choicesPatch = choices.partial();
export type ChoicesPatch = z.infer<typeof choicesPatch>;

/** What a page has at its first paint: of the settings those that change what is seen, and the choices. */
export const pageStart = z.strictObject({
  appearance: settings.pick({
    theme: true,
    contrast: true,
    local_hours: true,
    airac_minutes: true,
    cockpit: true,
  }),
  choices,
  /** What a further window of the viewer begins with; null in the library's window and in set-up's. */
  viewer: viewerStart.nullable(),
});
export type PageStart = z.infer<typeof pageStart>;
/** Of the settings, those that change what is seen. */
export type Appearance = PageStart['appearance'];
