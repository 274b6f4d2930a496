import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const STAT = '/proc/self/stat';
/** Linux counts in hundredths of a second. */
const TICKS = 100;

/**
 * Seconds of processor time that this worker has taken, with the processes that it started and that
 * have ended (proc(5): utime, stime, cutime, cstime). Elsewhere than on Linux without those.
 */
const taken = (): number => {
  if (!existsSync(STAT)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const fields = readFileSync(STAT, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS;
};

const before = taken();

// Runs once for each test file, since Vitest loads the setup files anew before each.
afterAll(() => {
  const file = process.env.PROCESSOR_TIMES;
  if (file)
    appendFileSync(file, `${JSON.stringify({ path: expect.getState().testPath, seconds: taken() - before })}\n`);
});
