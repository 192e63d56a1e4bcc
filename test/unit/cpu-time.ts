/** CPU time of this thread for synchronous work, ms; the best of three, so that other work of the machine does not count. */
export function cpuTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
