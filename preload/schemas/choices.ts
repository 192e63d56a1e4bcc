/**
 * Small choices of the library's page, which the main process keeps for it: the page itself stores nothing. They are no settings:
 * nothing asks for them, administrators don't decide them, and one that is lost is its default again.
 */
import { z } from 'zod';
import { profileId } from './common.ts';
import { settings } from './settings.ts';
import { type defaultChoices, libraryOrders, lights } from './values.ts';

export const choices = z.strictObject({
  /** The profile that new requests go to; null until there was one. */
  profile: profileId.nullable(),
  /** The order of the list of kits. */
  library_order: z.enum(libraryOrders),
  /** The light over the pages of documents by day, and at night. */
  light: z.enum(lights),
  light_at_night: z.enum(lights),
  /** Pictures on a page keep their colours at night. */
  keep_pictures: z.boolean(),
  /** Buttons are large enough for fingers; null: as the pointer of this computer asks for. */
  touch: z.boolean().nullable(),
} satisfies Record<keyof typeof defaultChoices, z.ZodType>);
export type Choices = z.infer<typeof choices>;
/** The changes that a person makes; what is absent stays as it is. */
export const choicesPatch = choices.partial();
export type ChoicesPatch = z.infer<typeof choicesPatch>;

/** What a page has at its first paint: of the settings those that change what is seen, and the choices. */
export const pageStart = z.strictObject({
  appearance: settings.pick({ theme: true, contrast: true, local_hours: true, airac_minutes: true }),
  choices,
});
export type PageStart = z.infer<typeof pageStart>;
/** Of the settings, those that change what is seen. */
export type Appearance = PageStart['appearance'];
