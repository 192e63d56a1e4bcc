/** Stand-ins of the port to certificates of this computer (main/service/computer-client.ts). */
import type {
  CandidateList,
  ComputerCall,
  ComputerClientOptions,
  ComputerOutcome,
  OpenComputerClient,
} from '../../main/service/computer-client.ts';

/** A computer that must not be asked. */
export const noComputer: OpenComputerClient = () => {
  throw new Error('No certificate of this computer is used in this test.');
};

/** A call as the fake saw it. */
export interface SeenCall extends ComputerCall {
  sha256?: string;
}

/** A computer that answers as a test says. */
export function fakeComputer(answer: (call: SeenCall) => Promise<ComputerOutcome | CandidateList>) {
  const opened: ComputerClientOptions[] = [];
  const calls: SeenCall[] = [];
  const state = { closed: 0 };
  const open: OpenComputerClient = (options) => {
    opened.push(options);
    return {
      call: async (call) => {
        calls.push(call);
        return (await answer(call)) as ComputerOutcome;
      },
      list: async (call) => {
        calls.push(call);
        return answer(call);
      },
      close: async () => {
        state.closed += 1;
      },
    };
  };
  return { open, opened, calls, state };
}
