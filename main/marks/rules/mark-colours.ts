/** The palette of marks. */

/** The palette of marks by name: the exact colours are the viewer's, by day and night. */
export const markColours = ['yellow', 'green', 'blue', 'red', 'black'] as const;
