/** The settings that affect a page's first paint: they are written into the page as it is served. */
export const appearanceNames = ['theme', 'contrast', 'local_hours', 'airac_minutes', 'cockpit'] as const;
