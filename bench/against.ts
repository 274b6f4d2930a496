import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MONTH_CODES } from '@banbo/contract';
import { registrationOf } from '../server/test/builders/registrations.ts';
import { asTable, compare } from './lib/compare.ts';
import { boxSearches } from './lib/driver-searches.ts';
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

/** The record number of any driver, by the number of a call. */
const one = (call: number): number => 1 + ((call * 7919) % drivers);
const code = (call: number): string => `DRV${String(one(call)).padStart(6, '0')}0`;

const BOUNDARY = 'a-line-that-no-field-has';
const formBody = (fields: object): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

const registration = (call: number): Call => ({
  method: 'POST',
  path: '/api/drivers',
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: formBody(registrationOf(drivers + call)),
});

const subscription = (call: number): Call => {
  const month = Math.floor(call / drivers);
  const body = {
    ...{ car_number: `GR ${one(call)}-20`, driver_code: code(call), payment_type: 'SS', amount: '300.00' },
    ...{ payment_year: 2033 + Math.floor(month / 12), payment_month: MONTH_CODES[month % 12] },
    transaction_id: `B${String(call).padStart(10, '0')}`,
  };
  return { method: 'POST', path: '/api/payments', body: JSON.stringify(body) };
};

const byCarNumber = (call: number): Call => ({
  method: 'POST',
  path: '/api/drivers/find_driver_by_car_number',
  body: JSON.stringify({ car_number: `GR ${one(call)}-20` }),
});

const read =
  (path: (call: number) => string) =>
  (call: number): Call => ({ method: 'GET', path: `/api${path(call)}` });

type Tried = { title: string; call: (call: number) => Call; isStaff?: true; expected?: number };
const TRIED: readonly Tried[] = [
  { title: 'a driver by car number, a visitor', call: byCarNumber },
  { title: 'a driver by car number, staff', call: byCarNumber, isStaff: true },
  { title: 'registering', call: registration, expected: 201 },
  { title: 'submitting a payment', call: subscription, expected: 201 },
  ...(
    [
      ['the first page of payments', () => '/payments'],
      ['page 1,000 of payments', () => '/payments?page=1000'],
      ['payments by a last name', (n) => `/payments?last_name=MENSAH${String.fromCharCode(65 + (n % 26))}`],
      ['payments by a mobile number', (n) => `/payments?mobile_number=024${String(one(n)).padStart(7, '0')}`],
      ['Global Drivers', () => '/drivers'],
      ['Global Drivers, unpaid', () => '/drivers?fee=unpaid'],
      ['Global Drivers by a mobile number', (n) => `/drivers?mobile_number=024${String(one(n)).padStart(7, '0')}`],
      ['a driver’s page', (n) => `/drivers/${one(n)}`],
      ...boxSearches(drivers).map(([title, path]) => [`the search box: ${title}`, path] as const),
      ['the dashboard', () => '/dashboard'],
      ['the menu’s counts', () => '/office_counts'],
      ['incomplete registrations', () => '/incomplete_registrations'],
      ['registrations without a valid document', () => '/incomplete_registrations?missing=document'],
      ['changes of a driver', (n) => `/driver_changes?driver_id=${one(n)}`],
      ['contact messages', () => '/contact_messages'],
      ['the audit log', () => '/audit'],
      ['the outbox', () => '/outbox'],
    ] satisfies (readonly [string, (call: number) => string])[]
  ).map(([title, path]): Tried => ({ title, call: read(path), isStaff: true })),
];

let sent = 0;
const contestant = (
  name: string,
  { ports, measure, freshTokens }: Served,
  { call, isStaff, expected = 200 }: Tried,
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
  for (const tried of TRIED.filter(({ title }) => given.only.some((text) => title.includes(text)))) {
    const sides = [contestant('the other', other, tried), contestant('this one', own, tried)];
    console.log(asTable(tried.title, await compare(sides, Number(given.rounds), 0)));
  }
} finally {
  await own.end();
  await other.end();
}
