import { createHash } from 'node:crypto';
import { type AttachedKind, type Attachment, MAX_ATTACHMENTS } from '@banbo/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../../../../test/builders/books.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { phoneJpeg, photoJpeg, svgPhoto, textPng } from '../../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let writer: Caller;
beforeAll(async () => {
  it = await startApp();
  writer = await buildCaller(it, 'Accounts');
  await fillAccount(it, writer);
});
afterAll(() => it.close());

let key = 0;
const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, { headers } = writer) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `attached-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  return it.app.inject(payload ? { ...call, payload } : call);
};

const journal = async (credit = '3000'): Promise<string> => {
  const lines = [
    { account: '5050', side: 'debit', amount: '9.00' },
    { account: credit, side: 'credit', amount: '9.00' },
  ];
  return (await send('POST', '/journals', { day: '2026-11-02', description: 'Rent of the office', lines })).json().id;
};
const expense = async (amount: string): Promise<string> => {
  const given = { payee: 'ECG', kind: '5050', day: '2026-11-02', paid_from: '1010', amount, tax: 'none' };
  return (await send('POST', '/expenses', { ...given, description: 'Light bill' })).json().id;
};

const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';
const pdf = (name = 'bill.pdf', text = PDF): File => new File([text], name, { type: 'application/pdf' });

const attach = (kind: AttachedKind, id: string, file: File, by = writer) => {
  const form = new FormData();
  form.set('subject_kind', kind);
  form.set('subject_id', id);
  form.set('file', file);
  return send('POST', '/book_attachments', form, by);
};
const papersOf = async (kind: AttachedKind, id: string): Promise<Attachment[]> =>
  (await send('GET', `/${kind}s/${id}`)).json().attachments;

test('a PDF is kept as it is, and a picture without its place and its camera', async () => {
  const id = await journal();
  expect((await attach('journal', id, pdf('Bill of März.pdf'))).statusCode).toBe(201);
  expect((await attach('journal', id, await phoneJpeg())).statusCode).toBe(201);
  const [bill, picture] = await papersOf('journal', id);
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  expect(bill).toMatchObject({ name: 'Bill of März.pdf', type: 'application/pdf', size: PDF.length, sha256 });
  expect(picture).toMatchObject({ name: 'IMG_0001.jpg', type: 'image/jpeg' });
  const kept = await send('GET', `/book_attachments/${bill?.id}`);
  expect([kept.payload, kept.headers['content-type']]).toEqual([PDF, 'application/pdf']);
  expect(kept.headers).toMatchObject({
    'content-disposition': `attachment; filename="Bill of M_rz.pdf"; filename*=UTF-8''Bill%20of%20M%C3%A4rz.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  const shown = await send('GET', `/book_attachments/${picture?.id}`);
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
});

test.each([
  ['of 50 MB', () => pdf('large.pdf', `%PDF-1.4\n${' '.repeat(50_000_000)}\n%%EOF`), 413, /larger than 10 MB/],
  ['that is a text', () => pdf('bill.pdf', 'Pay me.'), 415, /attach a PDF or a picture/],
  ['that is a drawing', svgPhoto, 415, /attach a PDF or a picture/],
  ['that says it is a picture', textPng, 415, /attach a PDF or a picture/],
  ['that is a PDF cut off', () => pdf('bill.pdf', PDF.slice(0, 40)), 415, /cut off/],
  ['without a byte', () => pdf('bill.pdf', ''), 415, /attach a PDF or a picture/],
])('a file %s is refused in words, and nothing is kept', async (_, file, status, words) => {
  const id = await journal();
  const answer = await attach('journal', id, file());
  expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(words)]);
  expect(await papersOf('journal', id)).toEqual([]);
});

test('a name from elsewhere leads nowhere and hides nothing', async () => {
  const id = await journal();
  await attach('journal', id, pdf('../../etc/pass;wd\u202Efdp.exe.pdf'));
  await attach('journal', id, pdf('???.pdf'));
  expect((await papersOf('journal', id)).map(({ name }) => name)).toEqual(['pass_wd_fdp.exe.pdf', 'paper.pdf']);
});

test('evidence may come after posting, and stays then', async () => {
  const small = await expense('10.00');
  expect((await attach('expense', small, pdf())).statusCode).toBe(201);
  const [paper] = await papersOf('expense', small);
  const refused = await send('DELETE', `/book_attachments/${paper?.id}`);
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/stay, since/)]);
  const gone = it.db
    .deleteFrom('book_attachments')
    .where('id', '=', paper?.id ?? '')
    .execute();
  await expect(gone).rejects.toThrow('A paper of a record that is no draft stays as it is');
  await send('POST', `/expenses/${small}/void`, { reason: 'It was wrong.' });
  expect((await attach('expense', small, pdf())).statusCode).toBe(409);
});

test('a paper stays while its record waits for approval, since somebody may have looked at it', async () => {
  const waiting = await expense('900.00');
  await attach('expense', waiting, pdf());
  const [paper] = await papersOf('expense', waiting);
  expect((await send('DELETE', `/book_attachments/${paper?.id}`)).statusCode).toBe(409);
  await expect(it.db.deleteFrom('book_attachments').execute()).rejects.toThrow('that is no draft stays as it is');
  await expect(sql`TRUNCATE book_attachments`.execute(it.db)).rejects.toThrow('Papers are not removed all at once');
  expect(await papersOf('expense', waiting)).toHaveLength(1);
});

test('removing a paper and posting its journal at once leave one of both', async () => {
  const id = await journal();
  await attach('journal', id, pdf());
  const [paper] = await papersOf('journal', id);
  const [removed, posted] = await Promise.all([
    send('DELETE', `/book_attachments/${paper?.id}`),
    send('POST', `/journals/${id}/post`),
  ]);
  expect(posted.statusCode).toBe(200);
  expect(removed.statusCode).toBeOneOf([200, 409]);
  expect(await papersOf('journal', id)).toHaveLength(removed.statusCode === 200 ? 0 : 1);
  expect((await send('DELETE', `/book_attachments/${paper?.id}`)).statusCode).toBe(
    removed.statusCode === 200 ? 404 : 409,
  );
});

test('a record takes ten papers and no more, also of two at once', async () => {
  const id = await journal();
  for (let n = 1; n < MAX_ATTACHMENTS; n += 1) await attach('journal', id, pdf(`${n}.pdf`));
  const answers = await Promise.all([attach('journal', id, pdf()), attach('journal', id, pdf())]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(await papersOf('journal', id)).toHaveLength(MAX_ATTACHMENTS);
});

test('only those who read the books see a paper, and only those who write them attach one', async () => {
  const id = await journal();
  await attach('journal', id, await photoJpeg());
  const [paper] = await papersOf('journal', id);
  const operations = await buildCaller(it, 'Operations');
  const url = `/book_attachments/${paper?.id}`;
  expect((await send('GET', url, undefined, operations)).statusCode).toBe(403);
  expect((await attach('journal', id, pdf(), operations)).statusCode).toBe(403);
  expect((await send('DELETE', url, undefined, operations)).statusCode).toBe(403);
  expect((await attach('expense', '999999', pdf())).statusCode).toBe(404);
});
