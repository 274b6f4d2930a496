import { cpuOf } from './cpu.ts';
import { type Measured, partOf } from './load.ts';

/** Makes so many calls within this process, one after the other. */
export const measureCalls = async (work: (call: number) => Promise<unknown>, count: number): Promise<Measured> => {
  const times: number[] = [];
  const cpuBefore = cpuOf(process.pid);
  const begun = performance.now();
  for (let n = 0; n < count; n += 1) {
    const sent = performance.now();
    await work(n);
    times.push(performance.now() - sent);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const sorted = times.toSorted((one, other) => one - other);
  const cpu = (cpuOf(process.pid) - cpuBefore) / count;
  return { perSecond: count / seconds, median: partOf(sorted, 0.5), p99: partOf(sorted, 0.99), cpu };
};
