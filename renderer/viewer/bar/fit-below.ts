/** px between the box and the window's edge. */
const EDGE_PX = 12;

/**
 * Keeps a box that hangs below its button within the window, px: its own content scrolls then. How far down the button stands depends
 * on the bars above it (cockpit mode, tabs, notices) and on how many lines the tools take, which no style sheet knows.
 *
 * @returns what ends it
 */
export function fitBelow(box: HTMLElement): () => void {
  const limit = () => {
    const { top } = box.getBoundingClientRect();
    box.style.maxHeight = `${Math.max(0, window.innerHeight - top - EDGE_PX)}px`;
  };
  limit();
  window.addEventListener('resize', limit);
  return () => window.removeEventListener('resize', limit);
}
