/** px between the box and the window's edge. */
const EDGE_PX = 12;

/**
 * Keeps a box below its button within the window, px; its content scrolls if needed. The button's position depends on the bars
 * above it (cockpit mode, tabs, notices) and on the number of lines of tools, which a style sheet can't know.
 *
 * @returns a function that ends it
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
