/** The channel between a test and the host that it started: Node's own channel of a forked process. */

/** From the test to the host. */
export type ControlMessage =
  | { type: 'dialog'; path: string | null }
  | { type: 'offline'; offline: boolean; id: number }
  | { type: 'run'; source: string; id: number }
  | { type: 'quit' };

/** From the host to the test. */
export type HostReport =
  | { type: 'ready'; endpoint: string | null }
  | { type: 'done'; id: number; value?: unknown; problem?: string };

export interface Controls {
  scriptDialog(path: string | null): void;
  setOffline(offline: boolean): Promise<void>;
  /** The source text of a function that gets Electron's modules; its result. */
  run(source: string): Promise<unknown>;
  quit(): void;
}

/** Obeys the parent process where there is one that listens, and ends with it. */
export function connectControl(controls: Controls): { tellReady(endpoint: string | null): void } {
  const send = process.send?.bind(process);
  if (!send) return { tellReady: () => {} };
  const report = (message: HostReport) => send(message);
  process.on('message', (message: ControlMessage) => {
    if (message.type === 'dialog') controls.scriptDialog(message.path);
    else if (message.type === 'quit') controls.quit();
    else {
      const { id } = message;
      const work =
        message.type === 'run' ? controls.run(message.source) : controls.setOffline(message.offline);
      work.then(
        (value) => report({ type: 'done', id, value }),
        (error: unknown) => report({ type: 'done', id, problem: String(error) }),
      );
    }
  });
  process.on('disconnect', () => controls.quit());
  return { tellReady: (endpoint) => report({ type: 'ready', endpoint }) };
}
