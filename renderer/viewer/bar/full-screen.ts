/** Lets the whole window fill the screen, or no longer. Rejects where the browser refuses. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}
