/** An Electron event object that a listener may prevent, with the event's details beside. */
export type PreventableEvent<P> = P & { readonly defaultPrevented: boolean; preventDefault(): void };

export function preventableEvent<P extends object>(details: P): PreventableEvent<P> {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  return Object.defineProperty({ ...details, preventDefault }, 'defaultPrevented', {
    get: () => prevented,
  }) as unknown as PreventableEvent<P>;
}
