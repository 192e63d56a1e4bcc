/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}
