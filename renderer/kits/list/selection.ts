/** The selected kits and the active one. Pure; holds ids, so it stays valid when kits change. */

export interface Selection {
  /** The kits that are selected. */
  readonly marked: ReadonlySet<string>;
  /** The start of a range; null: the active kit. */
  readonly anchor: string | null;
  /** The kit that the keys act on; null: none yet. */
  readonly active: string | null;
}

export const nothingSelected: Selection = { marked: new Set(), anchor: null, active: null };

/** Selects only this kit. */
export function selectOne(id: string | null): Selection {
  return { marked: new Set(id === null ? [] : [id]), anchor: id, active: id };
}

/** Adds this kit, or removes it if it is selected. */
export function toggle({ marked }: Selection, id: string): Selection {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, anchor: id, active: id };
}

/** Makes this kit active; the selection stays. */
export function moveTo(selection: Selection, id: string | null): Selection {
  return { ...selection, active: id };
}

/** Selects everything from the anchor to this kit, in the shown order, and nothing else. */
export function extendTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const anchor = selection.anchor ?? selection.active ?? id;
  const [from, to] = [shown.indexOf(anchor), shown.indexOf(id)];
  if (from < 0 || to < 0) return selectOne(id);
  return { marked: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor, active: id };
}

/** Selects everything that is shown. */
export function selectAll(selection: Selection, shown: readonly string[]): Selection {
  return { ...selection, marked: new Set(shown), active: selection.active ?? shown[0] ?? null };
}

/** Drops removed kits. Returns the same object if none was removed. */
export function without(selection: Selection, isThere: (id: string) => boolean): Selection {
  const gone = (id: string | null) => id !== null && !isThere(id);
  const kept = [...selection.marked].filter(isThere);
  if (kept.length === selection.marked.size && !gone(selection.anchor) && !gone(selection.active))
    return selection;
  return {
    marked: new Set(kept),
    anchor: gone(selection.anchor) ? null : selection.anchor,
    active: gone(selection.active) ? null : selection.active,
  };
}
