/** The hour of an AIRAC cycle in its written form. Pure; minutes after 00:00 UTC. */

/** `09:01`, also `9:01`, `0901` and with a `Z`; undefined for any other text. */
export function readHour(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})\s*z?$/i.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const value = Number(hours) * 60 + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < 60 ? value : undefined;
}

/** `09:01`. */
export function writeHour(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
