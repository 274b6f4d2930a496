import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller, buildMember, signIn } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { readCsv } from '../../../test/spreadsheets.ts';

let it: TestApp;
let staff: { id: string; headers: Record<string, string> };
let origin: string;

beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(it.app.server.address() as AddressInfo).port}`;
  // So many rows that no buffer on the way holds them.
  await sql`
    INSERT INTO outbox_messages (channel, recipient, subject, body, next_attempt_at, created_at, expires_at)
    SELECT 'mail', 'ama' || n || '@example.com', repeat('Welcome ', 40), 'x', now(), now(), now() + interval '1 day'
    FROM generate_series(1, 60000) AS n`.execute(it.db);
});
afterAll(() => it.close());

const save = (path: string, headers = staff.headers) => it.app.inject({ url: `/api${path}`, headers });

const openFile = (headers: Record<string, string>, query = 'channel=mail') => {
  const leave = new AbortController();
  const asked = fetch(`${origin}/api/outbox/export?${query}`, { headers, signal: leave.signal });
  return { asked, leave: () => leave.abort() };
};

/** Sessions of the database that read a list by a cursor. */
const reading = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND query LIKE 'FETCH%'`.execute(it.db);
  return Number(rows[0]?.count);
};

test('two files are written at once for staff, a third is refused for a moment, and one that nobody takes any more ends its query', async () => {
  it.atOneServer('each server writes so many files at a time');
  const colleague = await buildCaller(it, 'SystemAdmin');
  const files = [openFile(staff.headers), openFile(colleague.headers)];
  for (const { asked } of files) expect((await asked).status).toBe(200);
  expect(await reading()).toBe(2);
  const third = await save('/outbox/export', (await buildCaller(it, 'SystemAdmin')).headers);
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '10']);
  expect(third.json().message).toBe('Other lists are being saved to files. Please try again in a moment.');
  for (const { leave } of files) leave();
  await expect.poll(reading).toBe(0);
  await expect.poll(async () => (await save('/outbox/export?channel=sms')).statusCode).toBe(200);
});

test('a file that is being written ends when its reader is blocked, and is seen to be broken', async () => {
  const { id, headers } = await buildCaller(it, 'SystemAdmin');
  const answer = await openFile(headers).asked;
  expect(answer.status).toBe(200);
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', id).execute();
  const got: Buffer[] = [];
  const readOn = async () => {
    for await (const some of answer.body ?? []) got.push(Buffer.from(some));
  };
  await expect(readOn()).rejects.toThrow();
  expect(Buffer.concat(got).toString()).toMatch(
    /"This file is not complete: it was cut off here\. Please save the list again\."\r\n$/,
  );
  await expect.poll(reading).toBe(0);
});

test('one person gets one file at a time, and another may have the place beside it', async () => {
  it.atOneServer('each server writes so many files at a time');
  const first = openFile(staff.headers);
  expect((await first.asked).status).toBe(200);
  const second = await save('/drivers/export');
  expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '10']);
  expect(second.json().message).toContain('Please try again when it is finished.');
  const colleague = await buildCaller(it, 'SystemAdmin');
  expect((await save('/drivers/export', colleague.headers)).statusCode).toBe(200);
  first.leave();
  await expect.poll(async () => (await save('/drivers/export')).statusCode).toBe(200);
});

test('staff who take all their places leave members theirs', async () => {
  it.atOneServer('each server writes so many files at a time');
  const { car_number, driver_code } = await buildMember(it);
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const files = [openFile(staff.headers), openFile((await buildCaller(it, 'SystemAdmin')).headers)];
  for (const { asked } of files) expect((await asked).status).toBe(200);
  expect((await save('/member/payments/export', member)).statusCode).toBe(200);
  for (const { leave } of files) leave();
  await expect.poll(reading).toBe(0);
});

test('a file is whole, in batches, and named after its list and day', async () => {
  const { statusCode, headers, body } = await save('/outbox/export?channel=mail&sort=created_at');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="outbox-2026-11-20.csv"',
    'cache-control': 'no-store',
  });
  const lines = readCsv(body);
  expect(lines).toHaveLength(60_001);
  expect([lines[1]?.[1], lines.at(-1)?.[1]]).toEqual(['ama1@example.com', 'ama60000@example.com']);
});

test('a text that a spreadsheet would run has an apostrophe before it', async () => {
  const { driver } = await buildDriver(it, { first_name: '=HYPERLINK("http://evil")', last_name: 'Mensah' });
  const { body } = await save(`/drivers/export?driver_code=${driver.driver_code}`);
  expect(readCsv(body)[1]?.[0]).toBe(`'=HYPERLINK("HTTP://EVIL") MENSAH`);
});

test('the audit log says who saved which list by which filter, and how many rows', async () => {
  const { driver } = await buildDriver(it);
  await save(`/drivers/export?format=xlsx&driver_code=${driver.driver_code}`);
  const [entry] = await it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'lists.export')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(entry).toMatchObject({
    actor_id: staff.id,
    subject_kind: 'list',
    subject: 'drivers',
    after: { format: 'xlsx', rows: 1, driver_code: driver.driver_code, sort: '-registered_at' },
  });
});

test.each([
  ['drivers', 'mobile_number=%2B233244123456'],
  ['users', 'search=Mensah'],
])('the audit log keeps no number and no name that %s were searched by', async (list, query) => {
  await save(`/${list}/export?${query}`);
  const [entry] = await it.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'lists.export')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const [name = '', value = ''] = decodeURIComponent(query).split('=');
  expect(entry?.after).toMatchObject({ [name]: 'given' });
  expect(JSON.stringify(entry?.after)).not.toContain(value);
});

test('a member’s file holds their own payments and nobody else’s, and is not in the audit log', async () => {
  const [own, other] = [await buildMember(it), await buildMember(it)];
  await buildPayment(it, submissionOf(own, { transaction_id: '11111111111' }));
  await buildPayment(it, submissionOf(other, { transaction_id: '22222222222' }));
  const { car_number, driver_code } = own;
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  const audited = () => it.db.selectFrom('audit_log').select('id').execute();
  const before = await audited();
  const [, ...rows] = readCsv((await save('/member/payments/export', headers)).body);
  expect(rows.map((row) => row[2])).toEqual(['11111111111']);
  expect(await audited()).toEqual(before);
});

test('a search, and the list of removed drivers, refuse to be sorted', async () => {
  for (const query of ['car_number=GR', 'removed=true']) {
    const { statusCode, body } = await save(`/drivers?${query}&sort=registered_at`);
    expect(statusCode).toBe(400);
    expect(body).toContain('These rows have an order of their own and cannot be sorted.');
  }
});
