import { asTable, type Comparison, type Contestant, compare } from './lib/compare.ts';
import { readCompareOptions } from './lib/compare-options.ts';
import { boxSearches, driverPages, type Path, type Titled } from './lib/driver-searches.ts';
import { NAMES } from './lib/fill.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

/**
 * Searches payments by the beginning of a last name and by mobile number, against Fastify with the
 * same SQL; lists with totals, against a table of 10,000 payments; the office's box, against a
 * driver code in it; and Global Drivers filtered and searched, against its first page.
 */
const { rounds, ...asked } = readCompareOptions();
const { drivers } = asked;
const payments = drivers * 10;
const SMALL = 10_000;
const served = await startServed({ ...asked, payments });
const small = await startServed({ ...asked, drivers: SMALL / 10, payments: SMALL });
type Served = typeof served;

let sent = 0;
type Search = (call: number) => Record<string, string>;
const callsOf =
  (path: Path, tokens: readonly string[] = []) =>
  (): Call => {
    sent += 1;
    const bearer = tokens.length > 0 ? { authorization: `Bearer ${tokens[sent % tokens.length]}` } : {};
    return { method: 'GET', path: `/api${path(sent)}`, headers: { ...addressOf(sent), ...bearer } };
  };
const calls = (search: Search, tokens?: readonly string[]) =>
  callsOf((call) => `/payments?${new URLSearchParams(search(call))}`, tokens);

const bare = ({ ports, measure }: Served, search: Search): Contestant[] => [
  { name: 'bare Fastify', run: () => measure(ports.fastify, calls(search), 200) },
  { name: 'bare Fastify, statements prepared', run: () => measure(ports.fastifyPrepared, calls(search), 200) },
];
const banbo = (name: string, { ports, measure, freshTokens }: Served, search: Search): Contestant => ({
  name,
  run: async () => measure(ports.app, calls(search, await freshTokens()), 200),
});
const ofDrivers = ([title, path]: Titled): Contestant => ({
  name: title,
  run: async () => served.measure(served.ports.app, callsOf(path, await served.freshTokens()), 200),
});

const pageOf =
  (page: number): Search =>
  () => ({ page: String(page) });
/** The last page of what stands: some payments were rejected or reversed. */
const lastPage = async ({ ports, freshTokens }: Served): Promise<number> => {
  const { path, headers = {} } = calls(pageOf(1), await freshTokens())();
  const answer = await fetch(`http://127.0.0.1:${ports.app}${path}`, { headers });
  return Math.ceil(Number(answer.headers.get('x-total-count')) / 20);
};

const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
const driverOf = (call: number): number => 1 + ((call * 7919) % drivers);
const SEARCHES: readonly [title: string, search: Search][] = [
  [
    `a whole last name, of some ${Math.ceil(drivers / NAMES)} drivers`,
    (n) => ({ last_name: `MENSAH${letter(n)}${letter(n / 26)}` }),
  ],
  ['the beginning of a last name, of hundreds of drivers', (n) => ({ last_name: `MENSAH${letter(n)}` })],
  ['a mobile number', (n) => ({ mobile_number: `024${String(driverOf(n)).padStart(7, '0')}` })],
];

const NO_REST = 0;

const report = (title: string, comparison: Comparison): void => console.log(asTable(title, comparison));

try {
  console.log(
    `${asked.postgres ?? 'the installed PostgreSQL'}, ${drivers} drivers, ${payments} payments, 16 connections, ${rounds} rounds\n`,
  );
  for (const [title, search] of SEARCHES) {
    const contestants = [...bare(served, search), banbo('Banbo, with totals', served, search)];
    report(`Payments by ${title}, against the same SQL`, await compare(contestants, rounds));
  }
  const last = await lastPage(served);
  const contestants = [
    banbo(`page 1 of ${SMALL} payments`, small, pageOf(1)),
    banbo(`last page of ${SMALL} payments`, small, pageOf(await lastPage(small))),
    banbo(`page 1 of ${payments} payments`, served, pageOf(1)),
    banbo('page 1,000', served, pageOf(1000)),
    banbo(`last page (${last.toLocaleString('en-GB')})`, served, pageOf(last)),
  ];
  report('The listing with totals, against that of a small table', await compare(contestants, rounds));
  const box = boxSearches(drivers).map(ofDrivers);
  report('Drivers in the office’s box, against a driver code', await compare(box, rounds, NO_REST));
  report('Global Drivers, against its first page', await compare(driverPages.map(ofDrivers), rounds, NO_REST));
} finally {
  await served.end();
  await small.end();
}
