/** A person or a test asked the host for something of Electron that it does not have. */
export class MissingInHostError extends Error {
  override readonly name = 'MissingInHostError';
}

/**
 * Makes an object whose missing members throw by name, so that code which uses more of Electron than the window host
 * has fails at once and says what. Members are bound to the object, which may use private fields.
 */
export function standIn<T extends object>(name: string, parts: T): T {
  return new Proxy(parts, {
    get(target, key) {
      if (key in target) {
        const member: unknown = Reflect.get(target, key, target);
        return typeof member === 'function' && !isClass(member) ? member.bind(target) : member;
      }
      // Asked for by await, JSON.stringify and util.inspect, of every object.
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
      throw new MissingInHostError(
        `The Chromium window host has no ${name}.${key}: add it to test/host/electron, or run real Electron.`,
      );
    },
  });
}

function isClass(member: object): boolean {
  return Function.prototype.toString.call(member).startsWith('class');
}
