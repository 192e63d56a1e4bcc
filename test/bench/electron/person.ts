/** A person's hands: keys and pointer by the X server's XTEST, through one xdotool that reads its commands as they come. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Between two notches of the wheel, ms. */
const NOTCH_MS = 33;

export class Person {
  readonly #xdotool: ChildProcess;

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
    this.#do(`mousemove ${Math.round(x)} ${Math.round(y)}`);
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
