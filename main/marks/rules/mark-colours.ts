/** The palette of marks. */

/** The palette of marks by name; the viewer defines the exact colours, by day and night. */
export const markColours = ['yellow', 'green', 'blue', 'red', 'black'] as const;
