import { NOT_TITLE, shownName } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildTenancy } from '../../../../test/builders/land.ts';
import { buildApprovedTenancy, NAMES, textOfPdf } from '../../../../test/builders/land-papers.ts';
import { buildApplicationFor } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { storePaper } from './issue-paper.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
  headers = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

type Kind = 'allocation_note' | 'tenancy_certificate';
const issue = (kind: Kind, subject_id: string, as = headers) =>
  it.app.inject({ method: 'POST', url: '/api/land_documents', headers: as, payload: { kind, subject_id } });
const issued = async (kind: Kind, id: string) => (await issue(kind, id)).json<{ id: string; number: string }>();
const pdfOf = async (id: string) => {
  const file = await it.app.inject({ url: `/api/land_documents/${id}/file`, headers });
  expect(file.headers['content-type']).toBe('application/pdf');
  return textOfPdf(file.rawPayload);
};
const codeOf = async (id: string) =>
  (await it.db.selectFrom('land_documents').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code;
const check = (code: string) => it.app.inject({ url: `/api/land_documents/check?code=${code}` });
const end = (id: string) =>
  it.db
    .updateTable('tenancies')
    .set({ held_until: '2026-11-01', end_reason: 'Transfer' })
    .where('id', '=', id)
    .execute();

test('the note of an approved application says who gets which plot on which terms, and that it is no title', async () => {
  const { application, plot, zone } = await buildApprovedTenancy(it);
  const { id, number } = await issued('allocation_note', application);
  expect(number).toMatch(/^AN2026-\d{4}$/);
  const text = await pdfOf(id);
  for (const words of [
    ...[
      NOT_TITLE,
      number,
      shownName(zone.zone),
      `Plot ${plot.plot_number}, Block B`,
      '0.1607 acres',
      'Stool: NUNGUA STOOL',
    ],
    ...['KWABENA OPOKUAA', '1 Mar 2026', '99 years', '1 Mar 2125', 'GHS 400.00', 'Every 5 years, by 25 per cent'],
    ...['ADJETEY, Mankralo', 'BOTCHWAY', 'Build within two years.', 'LC/77/26, 2 Apr 2026', 'approved on 5 Apr 2026'],
    ...['For the grantor', 'Witness', 'localhost/land_paper'],
  ])
    expect(text).toContain(words);
});

test('the certificate of a current tenancy says its terms, and that it is no title', async () => {
  const { tenancy, tenant } = await buildApprovedTenancy(it);
  const { id, number } = await issued('tenancy_certificate', tenancy.id);
  expect(number).toMatch(/^TC2026-\d{4}$/);
  const text = await pdfOf(id);
  for (const words of [
    ...[NOT_TITLE, number, tenant.tenant_code, tenancy.indenture_number, 'LC/77/26, 2 Apr 2026', 'Held since'],
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Conditions');
});

test('a paper asked for again is the one that was issued, until its facts change; then the old one is replaced', async () => {
  const { tenancy } = await buildApprovedTenancy(it);
  const first = await issued('tenancy_certificate', tenancy.id);
  const again = await issue('tenancy_certificate', tenancy.id);
  expect(again.json()).toMatchObject({ ...first, message: expect.stringContaining('was issued before') });
  await it.db.updateTable('tenancies').set({ ground_rent: '500.00' }).where('id', '=', tenancy.id).execute();
  const second = await issued('tenancy_certificate', tenancy.id);
  expect(second.number).not.toBe(first.number);
  expect((await check(await codeOf(first.id))).json()).toMatchObject({
    ...{ status: 'replaced', replaced_by: second.number },
  });
  expect((await check(await codeOf(second.id))).json()).toMatchObject({ status: 'valid', replaced_by: null });
  const old = await pdfOf(first.id);
  expect(old).toContain('GHS 400.00');
  expect(old).toContain(`REPLACED by ${second.number}`);
});

test('a paper is found by its number, and the papers of a plot by its block and number', async () => {
  const { tenancy, plot } = await buildApprovedTenancy(it);
  const other = await buildApprovedTenancy(it);
  const { number } = await issued('tenancy_certificate', tenancy.id);
  await issued('tenancy_certificate', other.tenancy.id);
  const found = async (search: string) =>
    (await it.app.inject({ url: `/api/land_documents?search=${encodeURIComponent(search)}`, headers }))
      .json<{ number: string }[]>()
      .map((row) => row.number);
  expect(await found(number.toLowerCase())).toEqual([number]);
  expect(await found(plot.plot_number)).toContain(number);
  expect(await found(`B ${plot.plot_number}`)).toContain(number);
  expect(await found('TC1999-0001')).toEqual([]);
  expect(await found('?')).toEqual([]);
});

test('ten who ask for one paper at once get one', async () => {
  const { tenancy } = await buildApprovedTenancy(it);
  const answers = await Promise.all(Array.from({ length: 10 }, () => issued('tenancy_certificate', tenancy.id)));
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
});

test('nothing is issued of an application that is not approved or a tenancy that has ended', async () => {
  const { plot_id, id } = await buildTenancy(it, { held_from: '2020-01-01', commencement: '2020-01-01' });
  const lodged = await buildApplicationFor(it, { plot_id });
  const refused = await issue('allocation_note', lodged);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toBe('Only an approved application has an allocation note.');
  const { id: paper } = await issued('tenancy_certificate', id);
  await end(id);
  expect((await issue('tenancy_certificate', id)).statusCode).toBe(409);
  expect((await check(await codeOf(paper))).json()).toMatchObject({ status: 'ended' });
  expect(await pdfOf(paper)).toContain('The tenancy has ended. This paper no longer holds.');
  const over = await buildTenancy(it, { commencement: '1900-01-01', term_years: 99, held_from: '1900-01-01' });
  expect((await issue('tenancy_certificate', over.id)).statusCode).toBe(409);
  expect((await issue('tenancy_certificate', '999999')).statusCode).toBe(404);
  expect((await issue('allocation_note', '999999')).statusCode).toBe(404);
});

test('the page that checks a paper names nobody but by initials, and a wrong code finds nothing', async () => {
  const { application, plot } = await buildApprovedTenancy(it);
  const code = await codeOf((await issued('allocation_note', application)).id);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  const typed = code.toLowerCase().match(/.{4}/g)?.join('-') ?? '';
  const found = await check(typed);
  expect(found.headers['cache-control']).toBe('no-store');
  expect(found.json()).toMatchObject({ kind: 'allocation_note', tenant: 'K. O.', finding: null, status: 'valid' });
  expect(found.json().plot).toContain(plot.plot_number);
  for (const name of NAMES) expect(found.body).not.toContain(name);
  for (const wrong of ['7Q2MXK4D9H3BZT60', 'AN2026-0001', '%00', "' OR 1=1"])
    expect((await check(encodeURIComponent(wrong))).statusCode).toBe(404);
  // A note has people's names in it, so that its code opens the page and not the paper.
  expect((await it.app.inject({ url: `/api/land_slips/file?code=${code}` })).statusCode).toBe(404);
});

test('only the desk issues papers, and members and strangers open none', async () => {
  const { tenancy } = await buildApprovedTenancy(it);
  const { id } = await issued('tenancy_certificate', tenancy.id);
  const { headers: systemUser } = await buildCaller(it, 'SystemUser');
  expect((await issue('tenancy_certificate', tenancy.id, systemUser)).statusCode).toBe(403);
  const { headers: member } = await buildCaller(it, 'Member');
  for (const as of [member, {}]) {
    const file = await it.app.inject({ url: `/api/land_documents/${id}/file`, headers: as });
    expect([401, 403]).toContain(file.statusCode);
  }
});

test('a paper is on record for good, whoever writes', async () => {
  const { tenancy } = await buildApprovedTenancy(it);
  const { id } = await issued('tenancy_certificate', tenancy.id);
  const kept = 'never changed or removed';
  for (const set of [{ number: 'TC2026-9999' }, { facts: '{}' }, { day: '2020-01-01' }, { code: 'A'.repeat(16) }])
    await expect(it.db.updateTable('land_documents').set(set).where('id', '=', id).execute()).rejects.toThrow(kept);
  await expect(it.db.deleteFrom('land_documents').where('id', '=', id).execute()).rejects.toThrow(kept);
  await expect(sql`TRUNCATE land_documents CASCADE`.execute(it.db)).rejects.toThrow(kept);
  const row = await it.db.selectFrom('land_documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _, facts, ...others } = row;
  const forged = { ...others, facts: JSON.stringify(facts), number: 'TC2026-9999', code: 'A'.repeat(16) };
  await expect(it.db.insertInto('land_documents').values(forged).execute()).rejects.toThrow('is not the next one');
});

test('numbers have no gaps when twenty are issued at once and some of them fail', async () => {
  const { plot } = await buildApprovedTenancy(it);
  const facts = { plot: {}, finding: {} } as never;
  const store = (fails: boolean) =>
    it.db.transaction().execute(async (tx) => {
      const paper = await storePaper(tx, { kind: 'slip', plot_id: plot.id, facts }, { by: null, now: it.clock.now });
      if (fails) throw new Error('The power went');
      return paper;
    });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => store(n % 4 === 0)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
  const rows = await it.db.selectFrom('land_documents').select('number').where('kind', '=', 'slip').execute();
  const serials = rows.map(({ number }) => Number(number.slice(7))).sort((a, b) => a - b);
  expect(serials).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
});
