import { asTable, type Contestant, compare } from './lib/compare.ts';
import { readCompareOptions } from './lib/compare-options.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

/** First pages of the office's lists: their cost must not grow with the number of drivers. */
const { rounds, ...asked } = readCompareOptions();
const SMALL = 1_000;
/** Subscriptions make most of a driver's payments. */
const PAYMENTS_A_DRIVER = 10;
const serve = (drivers: number) =>
  startServed({ ...asked, drivers, payments: PAYMENTS_A_DRIVER * drivers, isOffice: true });
const large = await serve(asked.drivers);
const small = await serve(SMALL);
type Served = typeof large;

let sent = 0;
/** The path of a call to a company with as many drivers. */
type Path = (call: number, drivers: number) => string;
const calls = (path: Path, drivers: number, tokens: readonly string[]) => (): Call => {
  sent += 1;
  const headers = { ...addressOf(sent), authorization: `Bearer ${tokens[sent % tokens.length]}` };
  return { method: 'GET', path: `/api${path(sent, drivers)}`, headers };
};
const contestant = ({ ports, measure, freshTokens }: Served, drivers: number, path: Path): Contestant => ({
  name: `${drivers} drivers`,
  run: async () => measure(ports.app, calls(path, drivers, await freshTokens()), 200),
});

/** Any of the drivers; those of the large company have as many payments as those of the small. */
const one = (call: number, drivers: number): number => 1 + ((call * 7919) % drivers);
const code: Path = (call, drivers) => `DRV${String(one(call, drivers)).padStart(6, '0')}0`;

const PAGES: readonly [title: string, path: Path][] = [
  ['Global Drivers', () => '/drivers'],
  ['Global Drivers by name', () => '/drivers?sort=fullname'],
  ['Global Drivers, a name', () => '/drivers?q=ama%20mensah'],
  ['Global Drivers who owe', () => '/drivers?owes=yes'],
  ['Global Drivers, unpaid', () => '/drivers?fee=unpaid'],
  [
    'Global Drivers by the beginning of a mobile number',
    (...n) => `/drivers?mobile_number=024${String(one(...n)).padStart(7, '0')}`,
  ],
  ['the search box, by a driver code', (...n) => `/office_search?text=${code(...n)}`],
  ['the search box, by a name', () => '/office_search?text=ama%20mensah'],
  ['the dashboard', () => '/dashboard'],
  ['the menu’s counts', () => '/office_counts'],
  ['just now', () => '/dashboard/just_now'],
  ['incomplete registrations', () => '/incomplete_registrations'],
  ['Global Drivers, paid', () => '/drivers?fee=paid'],
  ['registrations without a valid document', () => '/incomplete_registrations?missing=document'],
  ['registrations without a photo', () => '/incomplete_registrations?missing=photo'],
  ['requests for another car', () => '/car_requests'],
  ['changes of a driver', (...n) => `/driver_changes?driver_id=${one(...n)}`],
  ['contact messages', () => '/contact_messages'],
  ['all contact messages', () => '/contact_messages?state=all'],
  ['contact figures', () => '/contact_messages/figures'],
  ['contact messages by a word that all have', () => '/contact_messages?search=question'],
  ['contact messages by a word', (...n) => `/contact_messages?state=all&search=visitor${one(...n)}`],
  ['who looked', () => '/driver_looks'],
  ['who looked at a driver', (...n) => `/driver_looks?driver_code=${code(...n)}`],
  ['the audit log', () => '/audit'],
  ['the audit log of a driver', (...n) => `/audit?subject_kind=driver&subject_id=${one(...n)}`],
  ['the outbox', () => '/outbox'],
];

try {
  console.log(`${asked.drivers} drivers against ${SMALL}, 16 connections, ${rounds} rounds\n`);
  for (const [title, path] of PAGES) {
    const contestants = [contestant(small, SMALL, path), contestant(large, asked.drivers, path)];
    console.log(asTable(title, await compare(contestants, rounds)));
  }
} finally {
  await large.end();
  await small.end();
}
