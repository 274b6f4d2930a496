import { parseArgs } from 'node:util';
import { cpuOf } from './lib/cpu.ts';
import { partOf } from './lib/load.ts';
import { memoryOf } from './lib/memory.ts';
import { pace } from './lib/pace.ts';
import { positionsOf, startTrackers, traccarCall } from './lib/trackers.ts';

/** CPU and memory of server and database while all trackers report in turn, one a call. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    cars: { type: 'string', default: '10000' },
    /** Seconds between two reports of a tracker. */
    interval: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '300' },
    connections: { type: 'string', default: '32' },
  },
});
const [cars, seconds] = [Number(given.cars), Number(given.seconds)];
const perSecond = cars / Number(given.interval);

const { port, pids, postgres, fill, end } = await startTrackers({ postgres: given.postgres });
const position = positionsOf();
let told = 0;
const next = () => {
  told += 1;
  return traccarCall(position({ serial: told % cars, fixAt: new Date() }));
};

/** Watches a process and its descendants; answers percent of a core, and the most megabytes. */
const watch = (pid: number) => {
  const [cpu, begun] = [cpuOf(pid), performance.now()];
  let most = 0;
  const look = (): void => {
    const { own, others } = memoryOf(pid);
    most = Math.max(most, own + others);
  };
  look();
  const timer = setInterval(look, 2_000);
  return () => {
    clearInterval(timer);
    return { cpu: (100 * (cpuOf(pid) - cpu)) / (performance.now() - begun), most };
  };
};

try {
  await fill({ cars });
  const watched = [
    ['Server', watch(pids[0] ?? 0)],
    ['PostgreSQL', watch(postgres)],
  ] as const;
  const done = await pace({ port, next, expected: 200, perSecond, seconds, connections: Number(given.connections) });
  console.log(`${cars} trackers, one report each in ${given.interval} s, for ${done.seconds.toFixed(0)} s`);
  console.log(
    `${done.answered} answered, median ${partOf(done.times, 0.5).toFixed(0)} ms, p99 ${partOf(done.times, 0.99).toFixed(0)} ms\n`,
  );
  console.log('| | CPU, % of a core | Most memory, MB |\n|---|---:|---:|');
  for (const [name, stop] of watched) {
    const { cpu, most } = stop();
    console.log(`| ${name} | ${cpu.toFixed(0)} | ${most.toFixed(0)} |`);
  }
} finally {
  await end();
}
