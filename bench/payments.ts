import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MONTH_CODES } from '@banbo/contract';
import { asTable, type Comparison, type Contestant, compare } from './lib/compare.ts';
import { type Call, load, type Measured } from './lib/load.ts';

const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    drivers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
});
const drivers = Number(given.drivers);
const payments = drivers * 10;
const rounds = Number(given.rounds);

const server = fork(join(import.meta.dirname, 'lib/serve.ts'), [
  ...[String(drivers), String(payments)],
  ...(given.postgres ? [given.postgres] : []),
]);
const ended = once(server, 'exit');
const hear = async <T>(): Promise<T> => {
  const [message] = await Promise.race([
    once(server, 'message'),
    ended.then(() => Promise.reject(new Error('The server ended'))),
  ]);
  return message as T;
};
const ports = await hear<{ app: number; plain: number; prepared: number }>();

const measure = (port: number, next: () => Call, expected: number): Promise<Measured> =>
  load({ port, next, expected, seconds: Number(given.seconds), connections: 16, pid: server.pid ?? 0 });

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
  const address = [10, (sent >> 16) & 255, (sent >> 8) & 255, sent & 255].join('.');
  return { method: 'POST', path: '/api/payments', headers: { 'x-forwarded-for': address }, body: JSON.stringify(body) };
};

let signedIn = { token: '', at: 0 };
/** Tokens live ten minutes, and signing in is limited. */
const token = async (): Promise<string> => {
  if (Date.now() - signedIn.at > 300_000) {
    const heard = hear<{ token: string }>();
    server.send('token');
    signedIn = { token: (await heard).token, at: Date.now() };
  }
  return signedIn.token;
};

const page = async (number: number): Promise<() => Call> => {
  const headers = { authorization: `Bearer ${await token()}` };
  return () => ({ method: 'GET', path: `/api/payments?page=${number}`, headers });
};
const readPage = async (number: number) => measure(ports.app, await page(number), 200);

const lastPage = async (): Promise<number> => {
  const { path, headers = {} } = (await page(1))();
  const answer = await fetch(`http://127.0.0.1:${ports.app}${path}`, { headers });
  return Math.ceil(Number(answer.headers.get('x-total-count')) / 20);
};

/** The bare driver with plain statements, of which the product must reach half, and at its best, with prepared ones. */
const bare = (next: () => Call, expected: number): Contestant[] =>
  [
    { name: 'bare driver', port: ports.plain },
    { name: 'bare driver, statements prepared', port: ports.prepared },
  ].map(({ name, port }) => ({ name, run: () => measure(port, next, expected) }));

const report = (title: string, comparison: Comparison): void => console.log(asTable(title, comparison));

try {
  console.log(
    `${given.postgres ?? 'the installed PostgreSQL'}, ${drivers} drivers, ${payments} payments, 16 connections, ${rounds} rounds\n`,
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
    'POST /api/payments, against the same SQL',
    await compare(
      [...bare(submission, 201), { name: 'Banbo', run: () => measure(ports.app, submission, 201) }],
      rounds,
    ),
  );
} finally {
  server.disconnect();
  await ended;
}
