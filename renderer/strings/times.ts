/** Words of times. LT is the field's own word for the local time of an airport. */

export const times = {
  local: (time: string, place: string) => `${time} LT ${place}`,
  /** It is another day there than in UTC; the days stand before LT, so that nobody reads an offset to UTC. */
  localShift: (time: string, days: number, place: string) =>
    `${time} ${days > 0 ? '+' : '−'}${Math.abs(days)} LT ${place}`,
  localDate: (date: string, time: string, place: string) => `${date} ${time} LT ${place}`,
  /** UTC first. */
  both: (utc: string, local: string) => `${utc} (${local})`,
};
