import type { ContactRecord, StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countNewContactMessages } from '#domains/messages';
import { fakeMail } from '#integrations/mail/open-mail.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { buildContactMessage } from '../../../../test/builders/messages.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { deliverMessages } from '../outbox/deliver-messages.ts';

const MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'office@example.com', PUBLIC_URL: 'http://localhost:80' };

let it: TestApp;
let one: { id: string; headers: Record<string, string> };
let other: { id: string; headers: Record<string, string> };
beforeAll(async () => {
  it = await startApp(MAIL);
  [one, other] = [await buildCaller(it, 'SuperUser'), await buildCaller(it, 'SystemAdmin')];
});
afterAll(() => it.close());

type Body = Record<string, unknown>;

const send = async (method: 'PATCH' | 'POST' | 'GET', path: string, payload?: Body, by = one) => {
  const url = `/api/contact_messages/${path}`;
  const response = await it.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const change = (id: string, body: Body, by = one) => send('PATCH', id, body, by);
const show = async (id: string): Promise<ContactRecord> => (await send('GET', id)).body;

/** A message in a state, by the steps that lead there. */
const inState = async (state: ContactRecord['status']): Promise<string> => {
  const { id } = await buildContactMessage(it);
  if (state === 'assigned') await change(id, { change: 'take' });
  if (state === 'replied') await send('POST', `${id}/answers`, { text: 'By phone.' });
  if (state === 'closed') await change(id, { change: 'close', reason: 'Sent twice.' });
  if (state === 'spam') await change(id, { change: 'spam' });
  expect((await show(id)).status).toBe(state);
  return id;
};

const NUMBER = '024 123 4567';
const STORED = '+233241234567';

const STEPS: Record<string, (id: string) => ReturnType<typeof send>> = {
  take: (id) => change(id, { change: 'take' }),
  assign: (id) => change(id, { change: 'assign', to: other.id }),
  give_back: (id) => change(id, { change: 'give_back' }),
  reply: (id) => send('POST', `${id}/replies`, { text: 'On Monday.' }),
  answer: (id) => send('POST', `${id}/answers`, { text: 'By phone.' }),
  text: (id) => send('POST', `${id}/texts`, { mobile_number: NUMBER, text: 'On Monday.' }),
  whatsapp: (id) => send('POST', `${id}/whatsapp`, { mobile_number: NUMBER, text: 'On Monday.' }),
  not_replied: (id) => change(id, { change: 'not_replied' }),
  close: (id) => change(id, { change: 'close', reason: 'Sent twice.' }),
  spam: (id) => change(id, { change: 'spam' }),
  undo: (id) => change(id, { change: 'undo' }),
  reopen: (id) => change(id, { change: 'reopen' }),
};

/** Each step from each state: the state that it leads to, or null where it is refused. */
const TABLE: Record<string, Record<ContactRecord['status'], ContactRecord['status'] | null>> = {
  take: { new: 'assigned', assigned: null, replied: null, closed: null, spam: null },
  assign: { new: 'assigned', assigned: 'assigned', replied: null, closed: null, spam: null },
  give_back: { new: null, assigned: 'new', replied: null, closed: null, spam: null },
  reply: { new: 'replied', assigned: 'replied', replied: 'replied', closed: null, spam: null },
  answer: { new: 'replied', assigned: 'replied', replied: 'replied', closed: null, spam: null },
  text: { new: 'replied', assigned: 'replied', replied: 'replied', closed: null, spam: null },
  whatsapp: { new: 'replied', assigned: 'replied', replied: 'replied', closed: null, spam: null },
  not_replied: { new: null, assigned: null, replied: 'assigned', closed: null, spam: null },
  close: { new: 'closed', assigned: 'closed', replied: 'closed', closed: null, spam: null },
  spam: { new: 'spam', assigned: 'spam', replied: 'spam', closed: null, spam: null },
  undo: { new: null, assigned: null, replied: null, closed: null, spam: 'new' },
  reopen: { new: null, assigned: null, replied: null, closed: 'new', spam: null },
};
const CASES = Object.entries(TABLE).flatMap(([step, to]) =>
  Object.entries(to).map(([from, after]) => [step, from as ContactRecord['status'], after] as const),
);

test.each(CASES)('%s, of a message that is %s, leads to: %s', async (step, from, after) => {
  const id = await inState(from);
  const { status, body } = (await STEPS[step]?.(id)) ?? expect.unreachable();
  if (after === null) {
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toMatch(/^[A-Z].*\.$/);
  } else expect([200, 201]).toContain(status);
  expect((await show(id)).status).toBe(after ?? from);
});

test('what is undone or reopened goes back to whoever had it', async () => {
  const id = await inState('assigned');
  await change(id, { change: 'spam' });
  await change(id, { change: 'undo' });
  expect(await show(id)).toMatchObject({ status: 'assigned', assigned_to: { id: one.id } });
  await change(id, { change: 'close', reason: 'Sent twice.' });
  expect(await show(id)).toMatchObject({ status_reason: 'Sent twice.', closed_at: it.clock.now.toISOString() });
  await change(id, { change: 'reopen' });
  expect(await show(id)).toMatchObject({ status: 'assigned', status_reason: null, closed_at: null });
  await STEPS.answer?.(id);
  await change(id, { change: 'spam' });
  await change(id, { change: 'undo' });
  expect((await show(id)).status).toBe('replied');
});

test('of two who take a message at once one has it, and the other learns who', async () => {
  const { id } = await buildContactMessage(it);
  const answers = await Promise.all([one, other].map((by) => change(id, { change: 'take' }, by)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/^Ama Mensah has taken CM-\w{6} already\.$/);
});

test('of two who assign a message as they both see it one is refused', async () => {
  const { id } = await buildContactMessage(it);
  const answers = await Promise.all([one, other].map(({ id: to }) => change(id, { change: 'assign', to, from: null })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const back = await change(id, { change: 'give_back', from: '987654' });
  expect([back.status, back.body.message]).toEqual([409, 'Ama Mensah has this message now.']);
});

test.each(['Operations', 'SystemUser'] as const)('a message is not given to %s, who may not answer', async (role) => {
  const { id } = await buildContactMessage(it);
  const to = (await buildUser(it, { role: role as StaffRole })).id;
  expect((await change(id, { change: 'assign', to })).status).toBe(422);
  const people = (await send('GET', 'people')).body.map((person: { id: string }) => person.id);
  expect(people).toEqual(expect.arrayContaining([one.id, other.id]));
  expect(people).not.toContain(to);
});

test('what nobody replied to is closed only for a reason, which is asked for at its field', async () => {
  const id = await inState('new');
  const { status, body } = await change(id, { change: 'close' });
  expect(status).toBe(422);
  expect(body.issues).toEqual([{ path: 'body.reason', message: 'Please give the reason in a few words.' }]);
  const replied = await inState('replied');
  expect((await change(replied, { change: 'close' })).status).toBe(200);
});

test('a reply goes out by mail under one line of subject, repeats nothing else, and stays with the message', async () => {
  const message = { subject: 'Fitting   today', message: 'Call me on http://evil.example' };
  const { id, reference } = await buildContactMessage(it, message);
  const { status, body } = await send('POST', `${id}/replies`, { text: 'Come on Monday.\nBring the car.' });
  expect([status, body.message]).toEqual([201, `Your reply to ${reference} is on its way.`]);
  expect((await show(id)).entries).toMatchObject([{ kind: 'reply', delivery: 'waiting', by: 'Ama Mensah' }]);
  const mail = fakeMail();
  await deliverMessages(it.db, { mail, sms: null }, it.clock.now);
  const sent = mail.sent.find(({ subject }) => subject.includes(reference));
  expect(sent).toEqual({
    to: 'kofi@example.com',
    subject: `Re: Fitting today (${reference})`,
    text: `Come on Monday.\nBring the car.\n\nBanbo Driver Safety\nYour reference is ${reference}.`,
  });
  const record = await show(id);
  expect(record).toMatchObject({ status: 'replied', assigned_to: { id: one.id }, replied_at: expect.any(String) });
  expect(record.entries).toMatchObject([{ text: 'Come on Monday.\nBring the car.', delivery: 'sent' }]);
});

const waitingTexts = () =>
  it.db
    .selectFrom('outbox_messages')
    .select(['recipient', 'body'])
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute();

test('an answer by text begins with the company, ends with the reference, and is kept with number and delivery', async () => {
  const { id, reference } = await buildContactMessage(it);
  const { status, body } = (await STEPS.text?.(id)) ?? expect.unreachable();
  expect([status, body.message]).toEqual([201, `Your text about ${reference} is in the outbox.`]);
  expect((await waitingTexts()).at(-1)).toEqual({
    recipient: STORED,
    body: `Banbo Driver Safety: On Monday. (${reference})`,
  });
  const record = await show(id);
  expect(record.entries).toMatchObject([
    { kind: 'text', text: 'On Monday.', sent_to: STORED, delivery: 'waiting', by: 'Ama Mensah', undone_at: null },
  ]);
  expect(record).toMatchObject({ status: 'replied', texting: 'by hand' });
  expect(record.history.map(({ action }) => action)).toEqual(['contact.text']);
});

test('an answer of more than three texts, or to no mobile number, is refused at its field and changes nothing', async () => {
  const { id } = await buildContactMessage(it);
  const before = (await waitingTexts()).length;
  const text = (body: Body) => send('POST', `${id}/texts`, body);
  const long = await text({ mobile_number: NUMBER, text: 'x'.repeat(460) });
  expect([long.status, long.body.issues]).toEqual([
    422,
    [{ path: 'body.text', message: 'This takes 4 text messages, and may take 3. Please shorten it.' }],
  ]);
  expect((await text({ mobile_number: '030 212 3456', text: 'Yes.' })).status).toBe(400);
  expect(await waitingTexts()).toHaveLength(before);
  expect(await show(id)).toMatchObject({ status: 'new', entries: [] });
});

test('an answer by WhatsApp is noted with its number and sends nothing', async () => {
  const { id } = await buildContactMessage(it);
  const before = (await waitingTexts()).length;
  await STEPS.whatsapp?.(id);
  expect(await waitingTexts()).toHaveLength(before);
  expect((await show(id)).entries).toMatchObject([{ kind: 'whatsapp', sent_to: STORED, delivery: null }]);
});

test('a wrong mark is undone: the message waits again, and what was noted stays as not given', async () => {
  const { id } = await buildContactMessage(it);
  await STEPS.whatsapp?.(id);
  const { status, body } = await change(id, { change: 'not_replied' });
  expect([status, body.message]).toEqual([200, expect.stringContaining('is waiting for a reply again.')]);
  const record = await show(id);
  expect(record).toMatchObject({ status: 'assigned', assigned_to: { id: one.id }, replied_at: null });
  expect(record.entries).toMatchObject([{ kind: 'whatsapp', undone_at: it.clock.now.toISOString() }]);
  await STEPS.text?.(id);
  const refused = await change(id, { change: 'not_replied' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A reply went out by mail or text, so this message stays marked as replied.',
  ]);
});

test('the usual answers are in the company’s words and name its numbers', async () => {
  const { id } = await buildContactMessage(it);
  const answers = (await show(id)).usual_answers;
  expect(answers.map(({ label }) => label)).toContain('Answer: how to pay');
  expect(answers.map(({ text }) => text).join()).toContain('MTN MoMo 024 000 0001 or Telecel Cash 020 000 0002');
  expect(answers.every(({ text }) => !text.includes('{'))).toBe(true);
});

test('the linked driver’s number is there for those who may see drivers', async () => {
  const { id } = await buildContactMessage(it);
  const { driver } = await buildDriver(it);
  await send('PATCH', `${id}/driver`, { driver_id: driver.id });
  expect((await show(id)).driver).toMatchObject({ mobile_number: driver.mobile_number });
});

test('notes are kept in any state, and every step is in the audit log', async () => {
  const id = await inState('closed');
  expect((await send('POST', `${id}/notes`, { text: 'Asked the workshop.' })).status).toBe(201);
  const record = await show(id);
  expect(record.entries).toMatchObject([{ kind: 'note', text: 'Asked the workshop.', delivery: null }]);
  expect(record.history.map(({ action }) => action)).toEqual(['contact.note', 'contact.close']);
  expect(record.history.at(-1)).toMatchObject({ reason: 'Sent twice.' });
  const given = await inState('new');
  await change(given, { change: 'assign', to: other.id });
  const [entry] = await it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', given).execute();
  expect(entry).toMatchObject({ action: 'contact.assign', before: { status: 'new', assigned_to: null } });
  expect(entry?.after).toMatchObject({ status: 'assigned', assigned_to: expect.stringMatching(/^ama\.mensah/) });
});

test('a message is linked to a driver, to another, and to none', async () => {
  const { id } = await buildContactMessage(it);
  const { driver } = await buildDriver(it);
  const link = (driver_id: string | null) => send('PATCH', `${id}/driver`, { driver_id });
  expect((await link(driver.id)).status).toBe(200);
  expect((await show(id)).driver).toMatchObject({ id: driver.id, driver_code: driver.driver_code });
  expect((await link('987654')).status).toBe(422);
  expect((await show(id)).driver).toMatchObject({ id: driver.id });
  expect((await link(null)).status).toBe(200);
  expect((await show(id)).driver).toBeNull();
});

test('bad input changes nothing, and a message that is not there is not found', async () => {
  const { id } = await buildContactMessage(it);
  const bad: [string, Body][] = [
    [id, { change: 'assign' }],
    [id, { change: 'delete' }],
    [id, { change: 'close', reason: ' ' }],
    [id, { change: 'close', reason: 'a\u0000b c' }],
    [id, { change: 'take', status: 'closed' }],
  ];
  for (const [path, body] of bad) expect((await send('PATCH', path, body)).status, JSON.stringify(body)).toBe(400);
  for (const body of [{ text: ' ' }, { text: 'x'.repeat(4001) }, { text: 'a\u202eb' }, {}]) {
    expect((await send('POST', `${id}/replies`, body)).status).toBe(400);
  }
  expect(await show(id)).toMatchObject({ status: 'new', entries: [], history: [] });
  for (const step of Object.values(STEPS)) expect((await step('987654321')).status).toBe(404);
});

test('the figures count by state, age and person, and how soon messages are answered', async () => {
  await it.db.deleteFrom('contact_entries').execute();
  await it.db.deleteFrom('contact_messages').execute();
  const hoursAgo = (hours: number) => new Date(it.clock.now.getTime() - hours * 3_600_000);
  const [, waiting, answered] = [
    await buildContactMessage(it),
    await buildContactMessage(it, { received_at: hoursAgo(30) }),
    await buildContactMessage(it, { received_at: hoursAgo(4) }),
  ];
  await buildContactMessage(it, { received_at: hoursAgo(100) });
  await change(waiting.id, { change: 'take' });
  await STEPS.answer?.(answered.id);
  const { body } = await send('GET', 'figures');
  expect(body).toMatchObject({
    ages: { today: 1, days: 1, long: 1 },
    oldest_at: hoursAgo(100).toISOString(),
    people: [{ person: { id: one.id }, count: 1, oldest_at: hoursAgo(30).toISOString() }],
    answered: { count: 1, half_within: 4, most_within: 4 },
  });
  const counts = Object.fromEntries(body.states.map(({ status, count }: Body) => [status, count]));
  expect(counts).toEqual({ new: 2, assigned: 1, replied: 1, closed: 0, spam: 0 });
  expect(await countNewContactMessages(it.db)).toBe(2);
});

test('the list shows new messages first, the longest waiting before the others, and finds by words and reference', async () => {
  await it.db.deleteFrom('contact_entries').execute();
  await it.db.deleteFrom('contact_messages').execute();
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour));
  const [old, taken, young] = [
    await buildContactMessage(it, { subject: 'Tracker', received_at: at(8), email: 'esi.b@example.com' }),
    await buildContactMessage(it, { received_at: at(7) }),
    await buildContactMessage(it, { received_at: at(9), message: 'My tracker’s battery, Kwɛku' }),
  ];
  await change(taken.id, { change: 'take' });
  const list = async (query: string) => {
    const response = await it.app.inject({ url: `/api/contact_messages?${query}`, headers: one.headers });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().map(({ id }: { id: string }) => id);
  };
  const search = (text: string) => list(`search=${encodeURIComponent(text)}`);
  expect(await list('')).toEqual([old.id, young.id, taken.id]);
  expect(await list('assigned=me')).toEqual([taken.id]);
  expect(await list('assigned=nobody&sort=-received_at')).toEqual([young.id, old.id]);
  expect(await list('from=2026-11-20')).toEqual([]);
  expect(await search('track')).toEqual([old.id, young.id]);
  expect(await search('battery tracker')).toEqual([young.id]);
  expect(await search(old.reference.toLowerCase())).toEqual([old.id]);
  expect(await search('esi.b@example.com')).toEqual([old.id]);
  for (const odd of ['-- !', "'; DROP", ':* & |', '\\', '<->', '( ']) expect(await search(odd)).toEqual([]);
});
