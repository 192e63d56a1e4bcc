/** Writes values of PDF documents (ISO 32000-1, 7.3). */

/** Three decimals are 1/1000 of a point: less than any eye sees. */
export function number(value: number): string {
  return String(Number(value.toFixed(3)));
}

export function numbers(values: readonly number[]): string {
  return values.map(number).join(' ');
}

/** A text string (7.9.2.2): ASCII unchanged, all else as UTF-16 with a byte order mark. */
export function text(value: string): string {
  if (/^[\t\n\r\x20-\x7e]*$/.test(value)) {
    return `(${value.replace(/[\\()]/g, '\\$&').replace(/\r/g, '\\r')})`;
  }
  return `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
}

/** A date (7.9.4), in UTC. @param ms since 1970 UTC */
export function date(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  return `(D:${digits}Z)`;
}

/** Entries of a dictionary: a key, and its value as written. */
export type Entries = readonly (readonly [string, string])[];

export function dictionary(entries: Entries): string {
  const parts = entries.map(([key, value]) => `/${name(key)} ${value}`);
  return `<< ${parts.join(' ')} >>`;
}

/** Irregular characters are written as their code (7.3.5). */
function name(name: string): string {
  return name.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** @param data one byte a character (latin1) */
export function stream(entries: Entries, data: string): string {
  const length = Buffer.byteLength(data, 'latin1');
  return `${dictionary([...entries, ['Length', String(length)]])}\nstream\n${data}\nendstream`;
}
