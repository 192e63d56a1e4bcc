/** A person's hands: keys and pointer by the X server's XTEST, through one xdotool that reads its commands as they come. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Between two notches of the wheel, ms. */
const NOTCH_MS = 33;
/** A hand is on its way to what it clicks for so long, ms: a quick one, and the app prepares for it meanwhile. */
const WAY_MS = 300;
const STEPS = 10;

export class Person {
  readonly #xdotool: ChildProcess;
  #at = { x: 0, y: 0 };

  constructor() {
    this.#xdotool = spawn('xdotool', ['-'], { stdio: ['pipe', 'ignore', 'inherit'] });
    this.#xdotool.on('error', (error) => {
      throw new Error(`xdotool is needed for keys and clicks: ${error.message}`);
    });
  }

  #do(command: string): void {
    this.#xdotool.stdin?.write(`${command}\n`);
  }

  /** X keysym names, as `Return` or `ctrl+w`. */
  key(name: string): void {
    this.#do(`key ${name}`);
  }

  type(text: string): void {
    this.#do(`type --delay 5 ${text}`);
  }

  point(x: number, y: number): void {
    const { x: from_x, y: from_y } = this.#at;
    this.#at = { x, y };
    for (let step = 1; step <= STEPS; step += 1) {
      const way = step / STEPS;
      this.#do(`sleep ${WAY_MS / STEPS / 1_000}`);
      this.#do(
        `mousemove ${Math.round(from_x + (x - from_x) * way)} ${Math.round(from_y + (y - from_y) * way)}`,
      );
    }
  }

  click(x: number, y: number): void {
    this.point(x, y);
    this.#do('click 1');
  }

  doubleClick(x: number, y: number): void {
    this.point(x, y);
    this.#do('click --repeat 2 --delay 60 1');
  }

  /** Turns the wheel down by so many notches. @returns how long that takes, ms */
  wheel(notches: number): number {
    this.#do(`click --repeat ${notches} --delay ${NOTCH_MS} 5`);
    return notches * NOTCH_MS;
  }

  end(): void {
    this.#xdotool.stdin?.end();
  }
}
