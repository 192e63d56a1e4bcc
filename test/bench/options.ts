/** What the benches of the viewer take on their command line. `record`: a whole run is kept in docs/performance.md (recorded.ts). */
export const benchOptions = {
  quick: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  json: { type: 'string' },
  record: { type: 'boolean' },
  app: { type: 'string' },
} as const;

/**
 * The names of the sections that are asked for, all by default.
 * @throws Error where there is none of that name
 */
export function wantedSections(sections: object, only = Object.keys(sections)): string[] {
  const unknown = only.find((name) => !Object.hasOwn(sections, name));
  if (unknown === undefined) return only;
  throw new Error(`There is no part "${unknown}": use ${Object.keys(sections).join(', ')}.`);
}
