import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { formOf, nextRegistration } from '../server/test/builders/registrations.ts';
import { nextTransactionId, submissionOf } from '../server/test/builders/submissions.ts';
import { type Balanced, withBalanced } from './lib/balanced.ts';
import { addOfficeUser } from './lib/office-user.ts';
import { newTally, nextAddress, patientCaller, signInOnce } from './lib/patient-caller.ts';

/** Restarts two servers behind a balancer in turn, while people register, pay, work and watch. */
const { values: given } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    /** People who register and pay, and clerks, at once. */
    people: { type: 'string', default: '4' },
    clerks: { type: 'string', default: '4' },
    /** Ends servers by `kill -9` instead of by SIGTERM. */
    kill: { type: 'boolean', default: false },
    /** Seconds for which a server that ends lets the balancer leave; the product's by default. */
    leave: { type: 'string', default: '' },
  },
});

const PASSWORD = 'Banbo@2026';
/** Milliseconds after which a clerk's page renews its session; ten minutes for people. */
const RENEW_MS = 5_000;
/** Milliseconds between two calls of one person, well below the limits of a caller. */
const REST_MS = 1_100;

type Acknowledged = { drivers: string[]; payments: string[]; captures: string[] };

const measure = async ({ address, db, restart }: Balanced): Promise<void> => {
  const tally = newTally();
  const caller = patientCaller(address, tally);
  const done: Acknowledged = { drivers: [], payments: [], captures: [] };
  let isOver = false;

  const person = async (): Promise<void> => {
    while (!isOver) {
      const from = nextAddress();
      const registration = nextRegistration();
      const registered = await caller.send('POST', '/drivers', from, {}, formOf(registration));
      if (registered.status !== 201) continue;
      const { driver_code } = (registered.body as { driver: { driver_code: string } }).driver;
      done.drivers.push(driver_code);
      const claim = submissionOf({ car_number: registration.car_number, driver_code });
      if ((await caller.send('POST', '/payments', from, {}, claim)).status === 201) {
        done.payments.push(claim.transaction_id);
      }
      await wait(REST_MS / 4);
    }
  };

  let users = 0;
  const signIn = async () => {
    users += 1;
    const username = `clerk.${users}`;
    await addOfficeUser(db, PASSWORD, username);
    return signInOnce(caller, tally, username, PASSWORD);
  };

  const clerk = async (): Promise<void> => {
    const signedIn = await signIn();
    let renewedAt = performance.now();
    while (!isOver) {
      await signedIn.call('GET', '/payments?page=1&size=20');
      const transaction_id = nextTransactionId();
      const money = { transaction_id, mobile_number: '', amount: '200.00', reference: '' };
      const captured = await signedIn.call('POST', '/payments/capture_momo', money);
      if (captured.status === 201) done.captures.push(transaction_id);
      if (performance.now() - renewedAt > RENEW_MS) {
        await signedIn.renew();
        renewedAt = performance.now();
      }
      await wait(REST_MS);
    }
  };

  const stream = { opened: 0, resumed: 0, longestGap: 0 };
  const watcher = async (): Promise<void> => {
    const signedIn = await signIn();
    let id = '';
    let leftAt = 0;
    while (!isOver) {
      const leaving = new AbortController();
      const timer = setInterval(() => isOver && leaving.abort(), 200);
      const headers = { ...signedIn.headers(), ...(id && { 'last-event-id': id }) };
      try {
        const { status, body } = await fetch(`${address}/api/live`, { headers, signal: leaving.signal });
        if (status === 200 && body) {
          stream.opened += 1;
          if (leftAt > 0) stream.longestGap = Math.max(stream.longestGap, (performance.now() - leftAt) / 1_000);
          for await (const part of body.pipeThrough(new TextDecoderStream())) {
            if (part.includes('"resumed":true')) stream.resumed += 1;
            id = [...part.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? id;
          }
        } else if (status === 401) tally.signedOut += 1;
      } catch {
        // Its server ended, or none was there: it comes again.
      }
      clearInterval(timer);
      leftAt = performance.now();
      await wait(250);
      // Pages renew before they come back.
      if (!isOver) await signedIn.renew();
    }
  };

  const kinds = [
    ...Array.from({ length: Number(given.people) }, person),
    ...Array.from({ length: Number(given.clerks) }, clerk),
    ...Array.from({ length: 2 }, watcher),
  ];
  const working = Promise.all(kinds);
  working.catch(() => {});
  await wait(3_000);
  const stopped: number[] = [];
  const started: number[] = [];
  for (let nth = 0; nth < Number(given.times); nth += 1) {
    const took = await restart(nth);
    stopped.push(took.stopped);
    started.push(took.started);
  }
  const pauseAtEnd = caller.restPause();
  isOver = true;
  await working;

  const found = async (acknowledged: readonly string[], table: string, column: string) => {
    const { rows } = await sql<{ key: string; count: number }>`
      SELECT ${sql.ref(column)} AS key, count(*)::int AS count FROM ${sql.table(table)}
      GROUP BY ${sql.ref(column)}`.execute(db);
    const counts = new Map(rows.map(({ key, count }) => [key, count]));
    const lost = acknowledged.filter((key) => !counts.has(key)).length;
    return { lost, twice: acknowledged.filter((key) => (counts.get(key) ?? 0) > 1).length, rows: rows.length };
  };
  const drivers = await found(done.drivers, 'driver_records', 'driver_code');
  const cars = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT FROM driver_records GROUP BY car_number HAVING count(*) > 1) AS twice`.execute(
    db,
  );
  const payments = await found(done.payments, 'payments', 'transaction_id');
  const transfers = await found(done.captures, 'transfers', 'transaction_id');
  const sum = (kind: 'lost' | 'twice') => drivers[kind] + payments[kind] + transfers[kind];
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const rows: [string, string | number][] = [
    ['Restarts', given.times],
    ['Calls', tally.calls],
    [
      'Acknowledged registrations, claims, captures',
      `${done.drivers.length}, ${done.payments.length}, ${done.captures.length}`,
    ],
    ['Failed calls', tally.failed.length],
    ['Sent again', tally.retried],
    ['Lost of what was acknowledged', sum('lost')],
    ['Stored twice', sum('twice') + (cars.rows[0]?.count ?? 0)],
    ['Signed out', tally.signedOut],
    ['Longest call, with its repeats', `${tally.longestCall.toFixed(2)} s`],
    ['Longest time without any good answer', `${Math.max(tally.longestPause, pauseAtEnd).toFixed(2)} s`],
    ['Streams opened, of these resumed without a gap', `${stream.opened}, ${stream.resumed}`],
    ['Longest time without a stream', `${stream.longestGap.toFixed(2)} s`],
    ['To stop a server, median', `${median(stopped).toFixed(1)} s`],
    ['To start it until it is ready, median', `${median(started).toFixed(1)} s`],
  ];
  console.log(`| | |\n|---|---:|\n${rows.map(([what, value]) => `| ${what} | ${value} |`).join('\n')}`);
  for (const line of tally.failed.slice(0, 20)) console.log(line);
  if (sum('lost') + sum('twice') + tally.signedOut + tally.failed.length > 0) process.exitCode = 1;
};

await withBalanced({ signal: given.kill ? 'SIGKILL' : 'SIGTERM', leaveSeconds: given.leave }, measure);
