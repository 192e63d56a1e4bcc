/** The bounds of settings that are whole numbers. */

export type Bounds = readonly [least: number, most: number];

/** The settings that are whole numbers, and what they may be. */
export const settingBounds = {
  /** Hours. */
  ready_hours: [1, 168],
  /** Months; regulators ask for three (AC 120-76E). */
  audit_months: [3, 120],
} as const satisfies Record<string, Bounds>;

export type NumberName = keyof typeof settingBounds;
