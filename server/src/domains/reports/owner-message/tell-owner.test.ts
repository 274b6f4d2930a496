import { APPROVAL_KIND_NAMES, type ApprovalKind } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { closeLedgerMonth, reopenLedgerMonth } from '#domains/ledger';
import { noteBackup, tellOwner } from '#domains/reports';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { shareUndone } from '../../../../test/undone-app.ts';
import { tellingOfOwner } from '../../../jobs/every-job.ts';

const DAY = '2026-11-20';

let it: TestApp;

/** Settings as they are once they are approved. */
const setting = async (site: object): Promise<void> => {
  await sql`
    INSERT INTO settings (name, value, updated_at) VALUES ('site', ${JSON.stringify(site)}, now())
    ON CONFLICT (name) DO UPDATE SET value = settings.value || excluded.value`.execute(it.db);
};

const nameOwner = () => setting({ owner_numbers: ['+233245550001'], owner_emails: ['owner@example.com'] });

const at = (time: string, day = DAY): void => {
  it.clock.now = new Date(`${day}T${time}:00Z`);
};

/** Lets a server do what is due, as after a restart. */
const runServer = async (db = it.db): Promise<void> => {
  const now = () => it.clock.now;
  await db.deleteFrom('jobs').execute();
  const onError = (_: string, error: unknown) => expect.unreachable(String(error));
  await jobServer({ db, now, recurring: tellingOfOwner({ db, now, makesBackups: true }), onError }).runDue();
};

const sent = () => it.db.selectFrom('outbox_messages').select(['channel', 'recipient', 'body']).orderBy('id').execute();
const told = () => it.db.selectFrom('owner_messages').selectAll().orderBy('day').execute();

/** A count of GHS 5.00 less than was expected, which nobody has approved yet. */
const cashMissing = async (number: string, handedIn: string): Promise<void> => {
  const clerk = await buildUser(it, { role: 'SuperUser' });
  const sums = { expected: '350.25', counted: '345.25', head_entry: '0' };
  const row = { number, clerk_id: clerk.id, day: DAY, handed_in_at: new Date(handedIn), ...sums };
  await it.db
    .insertInto('cash_ups')
    .values({ ...row, status: 'asked' })
    .execute();
};

/** Closes October and opens it again at the present moment. */
const reopenOctober = async (): Promise<void> => {
  const made = { by: (await buildUser(it, { role: 'SuperAdmin' })).id, now: it.clock.now };
  await it.db.transaction().execute(async (tx) => {
    await closeLedgerMonth(tx, { month: '2026-10', ...made });
    await reopenLedgerMonth(tx, { month: '2026-10', ...made, reason: 'A statement came late.' });
  });
};

const reopenedMonths = async () => (await told()).map(({ text }) => /Reopened: (\w+)/.exec(text)?.[1] ?? null);

describe('of one server', () => {
  shareUndone(async (app) => {
    it = app;
    await nameOwner();
  });

  test('the day is told once its hour has come, by text and mail, and once however often the server starts', async () => {
    at('18:59');
    await runServer();
    expect(await sent()).toEqual([]);
    at('19:00');
    await runServer();
    const [one] = await told();
    expect(one).toMatchObject({ day: DAY, last_entry: '0', phones: 1, mails: 1, sent_at: it.clock.now });
    expect(await sent()).toEqual([
      { channel: 'sms', recipient: '+233245550001', body: one?.text },
      { channel: 'mail', recipient: 'owner@example.com', body: one?.text },
    ]);
    at('21:30');
    await runServer();
    expect(await sent()).toHaveLength(2);
    at('19:00', '2026-11-21');
    await runServer();
    expect((await told()).map(({ day }) => day)).toEqual([DAY, '2026-11-21']);
  });

  test('a phone that is approved after the message gets the same words that evening, and none gets them twice', async () => {
    await setting({ owner_numbers: [] });
    at('19:00');
    await runServer();
    await setting({ owner_numbers: ['+233245550001'] });
    at('19:01');
    await runServer();
    await runServer();
    const [one] = await told();
    expect(await sent()).toEqual([
      { channel: 'mail', recipient: 'owner@example.com', body: one?.text },
      { channel: 'sms', recipient: '+233245550001', body: one?.text },
    ]);
    await setting({ owner_numbers: [], owner_emails: ['heir@example.com'] });
    await runServer();
    expect((await sent()).map(({ recipient }) => recipient)).toEqual([
      ...['owner@example.com', '+233245550001', 'heir@example.com'],
    ]);
    expect(await told()).toHaveLength(1);
  });

  test('a message that a server of the version before has told is left', async () => {
    at('19:00');
    await runServer();
    await it.db.deleteFrom('owner_message_copies').execute();
    await setting({ owner_emails: ['owner@example.com', 'heir@example.com'] });
    await runServer();
    expect(await sent()).toHaveLength(2);
  });

  test('a server that was off at the hour tells the same evening, and nothing of a day that is over', async () => {
    at('23:59');
    await runServer();
    expect((await told()).map(({ day }) => day)).toEqual([DAY]);
    at('08:00', '2026-11-22');
    await runServer();
    expect(await told()).toHaveLength(1);
  });

  test('nobody is told where nobody is named, and the hour is a setting', async () => {
    await setting({ owner_numbers: [], owner_emails: [] });
    at('22:00');
    await runServer();
    expect(await told()).toEqual([]);
    await setting({ owner_emails: ['owner@example.com'], owner_message_hour: 22 });
    await runServer();
    expect((await sent()).map(({ channel }) => channel)).toEqual(['mail']);
  });

  test('a difference that is counted after the message is told by the next one, once', async () => {
    await cashMissing('C2026-0001', `${DAY}T18:30:00Z`);
    at('19:00');
    await runServer();
    await cashMissing('C2026-0002', `${DAY}T19:30:00Z`);
    it.clock.now = new Date('2026-11-21T19:00:00Z');
    await runServer();
    it.clock.now = new Date('2026-11-22T19:00:00Z');
    await runServer();
    const texts = (await told()).map(({ text }) => /difference (\S+)\./.exec(text)?.[1]);
    expect(texts).toEqual(['-5.00', '-5.00', '0.00']);
  });

  test('a month that was opened again that day is told', async () => {
    await reopenOctober();
    at('19:00');
    await runServer();
    at('19:00', '2026-11-21');
    await runServer();
    expect(await reopenedMonths()).toEqual(['October', null]);
  });

  test('a month that is opened again after the message is told by the next one, once', async () => {
    at('19:00');
    await runServer();
    at('21:00');
    await reopenOctober();
    for (const day of ['2026-11-21', '2026-11-22']) {
      at('19:00', day);
      await runServer();
    }
    expect(await reopenedMonths()).toEqual([null, 'October', null]);
  });

  test('what was given up, and each kind of approved change, is told once', async () => {
    const { id } = await buildUser(it, { role: 'SuperAdmin' });
    const giveUp = (amount: string) => {
      const row = { kind: 'plan', subject: 'Plan', amount, asked_by: id, forgiven_on: DAY, forgiven_at: it.clock.now };
      return it.db.insertInto('forgiven').values(row).execute();
    };
    const approved = (kind: ApprovalKind, subject_id: string) => {
      const words = { subject: 'x', input: '{}', changes: '[]', status: 'approved' as const, asked_at: it.clock.now };
      const decided = { decided_at: it.clock.now, decided_by: id, asked_by: id };
      return it.db
        .insertInto('approvals')
        .values({ kind, subject_id, ...words, ...decided })
        .execute();
    };
    at('18:00');
    await giveUp('30.00');
    for (const [at, kind] of APPROVAL_KIND_NAMES.entries()) await approved(kind, String(at));
    // Its change is audited at the moment of its approval.
    const price = {
      actor_id: id,
      actor: 'boss',
      action: 'prices.change',
      subject_kind: 'price',
      subject_id: '1',
    } as const;
    const row = { ...price, subject: 'x', request_id: '', at: it.clock.now };
    await it.db.insertInto('audit_log').values(row).execute();
    at('19:00');
    await runServer();
    at('19:30');
    await giveUp('4.00');
    for (const day of ['2026-11-21', '2026-11-22']) {
      at('19:00', day);
      await runServer();
    }
    const [first, second, third] = (await told()).map(({ text }) => /Also: (.*)$/.exec(text)?.[1] ?? '');
    const counts = [...(first ?? '').matchAll(/(?:changes|approvals) (\d+)/g)].map(([, count]) => Number(count));
    expect(first).toContain('waived GHS 30.00');
    expect(counts).toHaveLength(4);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(APPROVAL_KIND_NAMES.length);
    expect([second, third]).toEqual(['waived GHS 4.00', '']);
  });

  test('a lone decision, a price and money without a statement are told once, or as long as it is so', async () => {
    const { id } = await buildUser(it, { role: 'SuperAdmin' });
    await buildTransfer(it, { mode: 'momo', received_on: '2026-11-10' });
    at('18:00');
    const alone = {
      account_id: id,
      action: 'payments.clear',
      subject_kind: 'payment',
      subject_id: '1',
      subject: 'x',
    } as const;
    await it.db
      .insertInto('alone_decisions')
      .values({ ...alone, at: it.clock.now })
      .execute();
    const price = {
      actor_id: id,
      actor: 'boss',
      action: 'prices.add',
      subject_kind: 'price',
      subject_id: '1',
    } as const;
    await it.db
      .insertInto('audit_log')
      .values({ ...price, subject: 'x', request_id: '', at: it.clock.now })
      .execute();
    for (const day of [DAY, '2026-11-21']) {
      at('19:00', day);
      await runServer();
    }
    const also = (await told()).map(({ text }) => /Also: (.*)$/.exec(text)?.[1]);
    expect(also).toEqual(['decided alone 1, price changes 1, no MoMo statement yet', 'no MoMo statement yet']);
  });
});

// Each is of days of its own, since what was told stays for good.
describe('over HTTP, or of two servers', () => {
  beforeAll(async () => {
    it = await startApp();
  });
  afterAll(() => it.close());

  let messages: number;
  beforeEach(async () => {
    at('10:00');
    await nameOwner();
    // The days of tests are no jumps of a clock.
    await it.db.deleteFrom('server_clock').execute();
    messages = (await sent()).length;
  });
  /** The messages of the present test. */
  const sentNow = async () => (await sent()).slice(messages);
  const toldOn = async (day: string) => (await told()).filter((one) => one.day === day);

  test('two servers at once send one message', async () => {
    const day = '2026-11-10';
    at('19:00', day);
    const other = await it.another();
    const texts = await Promise.all(
      [it.db, other.db, it.db, other.db].map((db) => tellOwner(db, it.clock.now, { makesBackups: true })),
    );
    await other.close();
    expect(texts.filter((text) => text !== null)).toHaveLength(1);
    expect([(await toldOn(day)).length, (await sentNow()).length]).toEqual([1, 2]);
  });

  test('each figure is that of the list it comes from', async () => {
    const received = { received_on: DAY, source: 'desk' } as const;
    await buildTransfer(it, { ...received, mode: 'cash', transaction_id: 'CASH1', amount: '310.25' });
    await buildTransfer(it, { ...received, mode: 'cash', transaction_id: 'CASH2', amount: '40.00' });
    await buildTransfer(it, { ...received, amount: '200.00', source: 'capture' });
    await buildTransfer(it, { amount: '999.00' });
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver));
    await buildIncident(it, { driverId: driver.id });
    await noteBackup(it.db, new Date(`${DAY}T02:10:00Z`));
    await cashMissing('C2026-0001', `${DAY}T18:30:00Z`);
    at('19:00');
    await runServer();
    const { headers } = await buildCaller(it, 'SuperAdmin');
    const list = async (url: string) => (await it.app.inject({ url: `/api${url}`, headers })).headers;
    const received_ = async (mode: string) =>
      (await list(`/money_received?mode=${mode}&from=${DAY}&to=${DAY}`))['x-total-amount'];
    const claims = (await list('/payments?status=submitted'))['x-total-count'];
    const raised = (await list(`/incidents?from=${DAY}&to=${DAY}`))['x-total-count'];
    const open = (await list('/incidents?state=open'))['x-total-count'];
    expect([await received_('cash'), await received_('momo')]).toEqual(['350.25', '200.00']);
    expect([claims, raised, open]).toEqual(['1', '1', '1']);
    const [one] = await toldOn(DAY);
    const head = await it.db.selectFrom('ledger_head').select(['number', 'hash']).executeTakeFirstOrThrow();
    expect(one?.text).toBe(
      `20/11/2026: cash GHS 350.25, MoMo GHS 200.00, difference -5.00. Claims waiting 1. Incidents 1, open 1. ` +
        `Backup 20/11 02:10. Hash ${head.hash.toString('hex').slice(0, 16)}`,
    );
    expect([one?.last_entry, one?.last_hash]).toEqual([head.number, head.hash]);
  });

  test('what was told is never changed, and readers of payments see it', async () => {
    const day = '2026-11-11';
    at('19:00', day);
    await runServer();
    for (const statement of [
      `UPDATE owner_messages SET text = 'x' WHERE day = '${day}'`,
      `DELETE FROM owner_messages WHERE day = '${day}'`,
    ])
      await expect(sql.raw(statement).execute(it.db)).rejects.toMatchObject({ constraint: 'owner_messages_kept' });
    const isOfDay = (message: { day: string }): boolean => message.day === day;
    const ask = async (role: 'Accounts' | 'Auditor' | 'Legal') => {
      const { headers } = await buildCaller(it, role);
      const answer = await it.app.inject({ url: '/api/owner_messages', headers });
      const body = answer.json();
      return { status: answer.statusCode, body: answer.statusCode === 200 ? body.filter(isOfDay) : body };
    };
    const [one] = await toldOn(day);
    const shown = { day, text: one?.text, hash: one?.last_hash.toString('hex'), phones: 1, mails: 1 };
    const queued = { sent: 0, queued: 2, failed: 0 };
    expect(await ask('Accounts')).toMatchObject({ status: 200, body: [{ ...shown, delivery: queued }] });
    const mail = it.db.updateTable('outbox_messages').where('recipient', '=', 'owner@example.com');
    await mail.set({ status: 'sent', body: '', sent_at: it.clock.now }).execute();
    const half = { sent: 1, queued: 1, failed: 0 };
    expect(await ask('Accounts')).toMatchObject({ status: 200, body: [{ ...shown, delivery: half }] });
    for (const role of ['Auditor', 'Legal'] as const) expect((await ask(role)).status).toBe(403);
  });

  test.each([
    [
      'phones',
      'owner_numbers',
      '+233245550001',
      ['2026-11-12', '2026-11-13'],
      { given: '024 555 0009', stored: '+233245550009' },
    ],
    [
      'e-mails',
      'owner_emails',
      'owner@example.com',
      ['2026-11-14', '2026-11-15'],
      { given: 'heir@example.com', stored: 'heir@example.com' },
    ],
  ])('other %s of the owner wait for another person', async (words, field, before, [day, next], { given, stored }) => {
    at('19:00', day);
    const by = await buildCaller(it, 'SystemAdmin');
    const other = await buildCaller(it, 'SuperAdmin');
    const { versions } = (await it.app.inject({ url: '/api/site/settings', headers: by.headers })).json();
    const payload = { [field]: [given], versions: { [field]: versions[field] } };
    const answer = await it.app.inject({ method: 'PATCH', url: '/api/site/settings', headers: by.headers, payload });
    expect(answer.json()).toMatchObject({ settings: { [field]: [before] }, waiting: [{ field }] });
    const [{ approval_id }] = answer.json().waiting;
    const approve = async ({ headers }: typeof by) => {
      const url = `/api/approvals/${approval_id}/approve`;
      const keyed = { ...headers, 'idempotency-key': `owner-${headers === by.headers}-0123456789` };
      const { statusCode, body } = await it.app.inject({ method: 'POST', url, headers: keyed });
      return [statusCode, JSON.parse(body).message];
    };
    expect(await approve(by)).toEqual([403, 'You asked for this, so somebody else has to decide.']);
    await runServer();
    const recipients = async () => (await sentNow()).map(({ recipient }) => recipient);
    expect(await recipients()).toContain(before);
    expect(await approve(other)).toEqual([201, `Changed: ${words} of the owner.`]);
    at('19:00', next);
    messages = (await sent()).length;
    await runServer();
    expect(await recipients()).toContain(stored);
    expect(await recipients()).not.toContain(before);
  });
});
