/** A pin as a mark, and by its name: of a page, or of one chart of its sheet. Pure. */

/** The name of a pin. @param part from 0; null or absent: all of the page */
export function pinOf(pin: { page: number; part?: number | null | undefined }): number | [number, number] {
  return pin.part == null ? pin.page : [pin.page, pin.part];
}

/** The pin of this name. */
export function pinDraft(name: number | [number, number]): { kind: 'pin'; page: number; part?: number } {
  return typeof name === 'number'
    ? { kind: 'pin', page: name }
    : { kind: 'pin', page: name[0], part: name[1] };
}
