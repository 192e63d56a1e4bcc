/** The settings that a page needs from its first paint on: they are written into the page as it is served. */
export const appearanceNames = [
  'theme',
  'contrast',
  'local_hours',
  'airac_minutes',
  'cockpit',
  'single_keys',
] as const;
