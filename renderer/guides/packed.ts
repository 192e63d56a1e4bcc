import type { PackedGuides } from './guide.ts';

/** The guides of this version. Bundles have what build/guides.ts packs in the place of this module. */
export const packed: PackedGuides = { guides: [], releases: [] };

/** Where the page finds the pictures, by their files. */
export const pictures: Readonly<Record<string, string>> = {};
