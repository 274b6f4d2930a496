import { MONTH_CODES } from '@banbo/contract';
import { asTable, type Comparison, type Contestant, compare } from './lib/compare.ts';
import { readCompareOptions } from './lib/compare-options.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

const { rounds, ...asked } = readCompareOptions();
const { drivers } = asked;
const payments = drivers * 10;
const { ports, freshTokens, measure, end } = await startServed({ ...asked, payments });

let sent = 0;
/** Subscriptions of years to come, driver by driver, each from an address of its own. */
const submission = (): Call => {
  sent += 1;
  const driver = 1 + ((sent * 7919) % drivers);
  const month = Math.floor(sent / drivers);
  const body = {
    car_number: `GR ${driver}-20`,
    driver_code: `DRV${String(driver).padStart(6, '0')}0`,
    payment_type: 'SS',
    payment_year: 2033 + Math.floor(month / 12),
    payment_month: MONTH_CODES[month % 12],
    amount: '300.00',
    transaction_id: `B${String(sent).padStart(10, '0')}`,
  };
  return { method: 'POST', path: '/api/payments', headers: addressOf(sent), body: JSON.stringify(body) };
};

let read = 0;
const page = async (number: number): Promise<() => Call> => {
  const tokens = await freshTokens();
  return () => {
    read += 1;
    const headers = { ...addressOf(read), authorization: `Bearer ${tokens[read % tokens.length]}` };
    return { method: 'GET', path: `/api/payments?page=${number}`, headers };
  };
};
const readPage = async (number: number) => measure(ports.app, await page(number), 200);

const lastPage = async (): Promise<number> => {
  const { path, headers = {} } = (await page(1))();
  const answer = await fetch(`http://127.0.0.1:${ports.app}${path}`, { headers });
  return Math.ceil(Number(answer.headers.get('x-total-count')) / 20);
};

/** The bare driver with plain statements (the product must reach half), and with prepared ones. */
const bare = (next: () => Call, expected: number): Contestant[] =>
  [
    { name: 'bare driver', port: ports.plain },
    { name: 'bare driver, statements prepared', port: ports.prepared },
  ].map(({ name, port }) => ({ name, run: () => measure(port, next, expected) }));

const report = (title: string, comparison: Comparison): void => console.log(asTable(title, comparison));

try {
  console.log(
    `${asked.postgres ?? 'the installed PostgreSQL'}, ${drivers} drivers, ${payments} payments, 16 connections, ${rounds} rounds\n`,
  );
  report(
    'GET /api/payments: the first page with totals, against the page without any count',
    await compare(
      [...bare(() => ({ method: 'GET', path: '/' }), 200), { name: 'Banbo, with totals', run: () => readPage(1) }],
      rounds,
    ),
  );
  const last = await lastPage();
  report(
    'GET /api/payments: deep pages, against the first',
    await compare(
      [
        { name: 'page 1', run: () => readPage(1) },
        { name: 'page 1,000', run: () => readPage(1000) },
        { name: `last page (${last.toLocaleString('en-GB')})`, run: () => readPage(last) },
      ],
      rounds,
    ),
  );
  report(
    'The SQL of POST /api/payments with totals, against the same without any',
    await compare(
      [
        { name: 'bare driver on a copy without totals', run: () => measure(ports.uncounted, submission, 201) },
        { name: 'bare driver', run: () => measure(ports.prepared, submission, 201) },
      ],
      rounds,
    ),
  );
  report(
    'POST /api/payments, against the same SQL',
    await compare(
      [...bare(submission, 201), { name: 'Banbo', run: () => measure(ports.app, submission, 201) }],
      rounds,
    ),
  );
} finally {
  await end();
}
