/**
 * Lists that both ends use as values. They stand apart from the schemas that are made of them, so that the page can have
 * them without zod, which would be a sixth of what it loads at first.
 */

/** The states of a kit's life (ARCHITECTURE.md, "A kit's way"). */
export const kitStates = [
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

/** The palette of marks by name: the exact colours are the viewer's, by day and night. */
export const markColours = ['yellow', 'green', 'blue', 'red', 'black'] as const;
