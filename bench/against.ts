import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asTable, compare } from './lib/compare.ts';
import { type HotCall, hotCalls } from './lib/hot-calls.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

/** This checkout's server against another one's, in turns, on databases with the same rows. */
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    drivers: { type: 'string', default: '30000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    /** Only calls whose title has one of these texts. */
    only: { type: 'string', multiple: true, default: [''] },
  },
});
const [checkout] = positionals;
if (checkout === undefined) throw new Error('Name the folder of another checkout: npm run bench:against -- ../before');

const drivers = Number(given.drivers);
const PAYMENTS_A_DRIVER = 10;
const serve = (folder?: string) => {
  const size = { drivers, payments: drivers * PAYMENTS_A_DRIVER, isOffice: true };
  return startServed({ ...size, seconds: Number(given.seconds) }, folder);
};
const [other, own] = await Promise.all([serve(join(checkout, 'bench/lib')), serve()]);
/** Milliseconds, in which the jobs that are due at a start end. */
const SETTLING_MS = 20_000;
await wait(SETTLING_MS);
type Served = typeof own;

let sent = 0;
const contestant = (
  name: string,
  { ports, measure, freshTokens }: Served,
  { call, isStaff, expected = 200 }: HotCall,
) => ({
  name,
  run: async () => {
    const tokens = isStaff ? await freshTokens() : [];
    const next = (): Call => {
      sent += 1;
      const { headers, ...rest } = call(sent);
      const bearer = isStaff && { authorization: `Bearer ${tokens[sent % tokens.length]}` };
      return { ...rest, headers: { ...addressOf(sent), ...headers, ...bearer } };
    };
    return measure(ports.app, next, expected);
  },
});

try {
  console.log(`${drivers} drivers, 16 connections, ${given.rounds} rounds of ${given.seconds} s\n`);
  for (const tried of hotCalls(drivers).filter(({ title }) => given.only.some((text) => title.includes(text)))) {
    const sides = [contestant('the other', other, tried), contestant('this one', own, tried)];
    console.log(asTable(tried.title, await compare(sides, Number(given.rounds), 0)));
  }
} finally {
  await own.end();
  await other.end();
}
