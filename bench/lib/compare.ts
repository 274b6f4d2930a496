import { setTimeout as wait } from 'node:timers/promises';
import type { Measured } from './load.ts';

export type Contestant = { name: string; run: () => Promise<Measured> };

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** `rested`: calls a second of the round in which all rested before. */
type Row = Measured & {
  name: string;
  ratio: number;
  lowest: number;
  highest: number;
  cpuRatio: number;
  rested: number;
};

export type Comparison = { rows: Row[] };

/** Milliseconds of rest, in which a heap gives back the room that it does not use. */
const REST_MS = 20_000;

/**
 * Measures contestants in turn, after one round that does not count; each idles before the last
 * round, as servers often do. A contestant's ratio is the median of the rounds' ratios to the
 * first, so that other work on the machine affects all alike.
 */
export const compare = async (
  contestants: readonly Contestant[],
  rounds: number,
  restMs = REST_MS,
): Promise<Comparison> => {
  const measured = contestants.map((): Measured[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    const order = contestants.map((_, index) => index);
    if (round % 2) order.reverse();
    for (const index of order) {
      if (round === rounds) await wait(restMs);
      const one = await contestants[index]?.run();
      if (one && round > 0) measured[index]?.push(one);
    }
  }
  const first = measured[0] ?? [];
  return {
    rows: contestants.map(({ name }, index) => {
      const own = measured[index] ?? [];
      const ratios = own.map((one, round) => one.perSecond / (first[round]?.perSecond ?? Number.NaN));
      return {
        name,
        perSecond: median(own.map((one) => one.perSecond)),
        median: median(own.map((one) => one.median)),
        p99: median(own.map((one) => one.p99)),
        cpu: median(own.map((one) => one.cpu)),
        rested: own.at(-1)?.perSecond ?? Number.NaN,
        cpuRatio: median(own.map((one, round) => (first[round]?.cpu ?? Number.NaN) / one.cpu)),
        ratio: median(ratios),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      };
    }),
  };
};

const column = (value: number, decimals: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** The comparison as a Markdown table. */
export const asTable = (title: string, { rows }: Comparison): string =>
  [
    `### ${title}`,
    '',
    '| | calls a second | after a rest | median ms | p99 ms | ratio (lowest – highest round) | CPU ms a call | ratio by CPU |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map((row) => {
      const ratio = `${column(row.ratio, 2)} (${column(row.lowest, 2)} – ${column(row.highest, 2)})`;
      const figures = [
        column(row.perSecond, 0),
        column(row.rested, 0),
        column(row.median, 2),
        column(row.p99, 2),
        ratio,
      ];
      return `| ${[row.name, ...figures, column(row.cpu, 3), column(row.cpuRatio, 2)].join(' | ')} |`;
    }),
    '',
  ].join('\n');
