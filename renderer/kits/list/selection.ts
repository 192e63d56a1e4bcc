/** Which kits are selected, and where the keys are. Pure; kits are named by their ids, so that it lasts through changes. */

export interface Selection {
  /** The kits that are selected. */
  readonly marked: ReadonlySet<string>;
  /** Where a range begins; null: at the active kit. */
  readonly anchor: string | null;
  /** Where the keys are; null: nowhere yet. */
  readonly active: string | null;
}

export const nothingSelected: Selection = { marked: new Set(), anchor: null, active: null };

/** This kit alone. */
export function selectOne(id: string | null): Selection {
  return { marked: new Set(id === null ? [] : [id]), anchor: id, active: id };
}

/** This kit too, or no longer. */
export function toggle({ marked }: Selection, id: string): Selection {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, anchor: id, active: id };
}

/** The keys go to this kit; the selection stays. */
export function moveTo(selection: Selection, id: string | null): Selection {
  return { ...selection, active: id };
}

/** Everything from the anchor to this kit, in the order that is shown; what was selected elsewhere is no longer. */
export function extendTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const anchor = selection.anchor ?? selection.active ?? id;
  const [from, to] = [shown.indexOf(anchor), shown.indexOf(id)];
  if (from < 0 || to < 0) return selectOne(id);
  return { marked: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor, active: id };
}

/** Everything that is shown. */
export function selectAll(selection: Selection, shown: readonly string[]): Selection {
  return { ...selection, marked: new Set(shown), active: selection.active ?? shown[0] ?? null };
}

/** Without the kits that are gone. The same object where nothing has gone. */
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
