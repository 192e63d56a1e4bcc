/** Moves the focus to the pages beside an element of the viewer. */
export function focusPages(near: Element | null): void {
  near?.closest('.viewer')?.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
}
