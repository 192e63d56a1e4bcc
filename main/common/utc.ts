/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** Ms since 1970 UTC as part of a file's name: `20261125T223000Z`. */
export function fileStamp(ms: number): string {
  return utc(ms).replace(/[-:]|\.\d+/g, '');
}
