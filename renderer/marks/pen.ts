/** Whether this machine has been written on with a pen since the app started: from then on fingers do not draw. */
let seen = false;

export function sawPen(): void {
  seen = true;
}

export function hasPen(): boolean {
  return seen;
}
