/** `1 kit`, `2 kits`: a count with its word. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
