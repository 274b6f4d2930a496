import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leaseClockFigures } from './lease-clock.ts';

let it: TestApp;
let office: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  office = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

const DAY = '2026-11-20';

const call = async (method: 'GET' | 'POST', url: string, payload?: object, headers = office) => {
  const response = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

type Row = { id: string; tenancy_id: string; day: string; application_id: string | null };
const rows = async (what: string, within: string, more = ''): Promise<Row[]> =>
  (await call('GET', `/lease_clock?what=${what}&within=${within}&size=200${more}`)).body;
const spansOf = async (what: string, tenancyId: string): Promise<string[]> => {
  const spans = ['year', 'month', 'overdue'];
  const found = await Promise.all(spans.map(async (within) => (await rows(what, within)).map((row) => row.tenancy_id)));
  return spans.filter((_, index) => found[index]?.includes(tenancyId));
};

/** A current tenancy whose term ends on a day. */
const ending = (day: string, given = {}) =>
  buildTenancy(it, { commencement: `1976${day.slice(4)}`, held_from: '1976-12-31', term_years: 50, ...given });

test.each([
  ['2026-11-20', ['overdue']],
  ['2026-11-21', ['year', 'month']],
  ['2026-12-20', ['year', 'month']],
  ['2026-12-21', ['year']],
])('a term that ends on %s is: %j', async (day, spans) => {
  const { id } = await ending(day);
  expect(await spansOf('ends', id)).toEqual(spans);
});

test('a year ahead is a year, and a tenancy that ended is nowhere', async () => {
  const build = (commencement: string) => buildTenancy(it, { commencement, held_from: '1990-01-01', term_years: 50 });
  const [last, after] = [await build('1977-11-20'), await build('1977-11-21')];
  expect(await spansOf('ends', last.id)).toEqual(['year']);
  expect(await spansOf('ends', after.id)).toEqual([]);
  const former = await ending('2026-11-25', { held_until: '2020-01-01', end_reason: 'Sold.' });
  expect(await spansOf('ends', former.id)).toEqual([]);
});

test('rows come by their day, and a zone has its own alone', async () => {
  const zone = await buildZone(it);
  const { id: plot_id } = await buildPlot(it, { zone_id: zone.id });
  const { id } = await ending('2026-11-28', { plot_id });
  const days = (await rows('ends', 'year')).map(({ day }) => day);
  expect(days).toEqual([...days].sort());
  expect((await rows('ends', 'year', `&zone=${zone.id}`)).map((row) => row.tenancy_id)).toEqual([id]);
});

const reviewed = (given: object) =>
  buildTenancy(it, { commencement: '2016-12-01', held_from: '2016-12-01', term_years: 50, review_years: 5, ...given });

const reviewOf = async (id: string) =>
  (await it.db.selectFrom('tenancies').select('review_on').where('id', '=', id).executeTakeFirstOrThrow()).review_on;

test.each([
  ['the next one from the commencement', {}, '2026-12-01'],
  ['one on the day of entry', { commencement: '2016-11-20' }, '2026-11-20'],
  ['none at the end of the term', { term_years: 10, review_years: 10 }, null],
  ['none without reviews', { review_years: null }, null],
  ['one from 29 February', { commencement: '2016-02-29', held_from: '2016-02-29' }, '2031-02-28'],
  ['one of a term that begins later', { commencement: '2030-01-01' }, '2035-01-01'],
])('the first review is %s', async (_, given, day) => {
  if (day === '2031-02-28') {
    const { id } = await reviewed({ ...given, review_years: 15 });
    return expect(await reviewOf(id)).toBe(day);
  }
  const { id } = await reviewed(given);
  expect(await reviewOf(id)).toBe(day);
});

test('a review stays overdue until it is noted, once, and then the next one is planned', async () => {
  const { id } = await reviewed({ added_at: new Date('2020-01-01T00:00:00Z') });
  expect(await reviewOf(id)).toBe('2021-12-01');
  expect(await spansOf('review', id)).toEqual(['overdue']);
  const note = (review_on: string, reason = 'The rent stays.') =>
    call('POST', `/tenancies/${id}/review`, { review_on, reason });
  const both = await Promise.all([note('2021-12-01'), note('2021-12-01')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await reviewOf(id)).toBe('2026-12-01');
  expect(await spansOf('review', id)).toEqual(['year', 'month']);
  expect((await note('2021-12-01')).body.message).toBe('This review was noted before.');
  expect((await note('2026-12-01', ' ')).status).toBe(400);
  expect((await note('2026-13-01')).status).toBe(400);
  expect((await call('POST', '/tenancies/987654321/review', { review_on: DAY, reason: 'Held.' })).status).toBe(404);
  const [logged] = await it.db.selectFrom('audit_log').selectAll().where('action', '=', 'tenancies.review').execute();
  expect(logged).toMatchObject({ before: { review_on: '2021-12-01' }, after: { review_on: '2026-12-01' } });
});

test('the last review of a term has no next one, and none of an ended tenancy is noted', async () => {
  const { id } = await reviewed({ term_years: 12 });
  const payload = { review_on: '2026-12-01', reason: 'The rent grows.' };
  expect((await call('POST', `/tenancies/${id}/review`, payload)).body.message).toContain('the last one');
  expect(await reviewOf(id)).toBeNull();
  const ended = await reviewed({ held_until: '2020-01-01', end_reason: 'Sold.' });
  expect((await call('POST', `/tenancies/${ended.id}/review`, payload)).body.message).toBe('This tenancy has ended.');
});

test('a certificate is missed 90 days after the approval that made the current tenancy', async () => {
  const approvedOn = async (day: string, given = {}) => {
    const tenancy = await buildTenancy(it, given);
    const id = await buildApplication(it, { plot_id: tenancy.plot_id });
    const decided = { made_tenancy_id: tenancy.id, tenant_id: tenancy.tenant_id, applicant: null };
    await it.db
      .updateTable('land_applications')
      .set({ ...decided, status: 'approved', decided_at: new Date(`${day}T12:00:00Z`) })
      .where('id', '=', id)
      .execute();
    return { application: id, tenancy: tenancy.id };
  };
  const late = await approvedOn('2026-08-22');
  const soon = await approvedOn('2026-08-23');
  const former = await approvedOn('2026-08-23', { held_until: '2026-09-01', end_reason: 'Sold.' });
  expect(await spansOf('certificate', late.tenancy)).toEqual(['overdue']);
  expect(await spansOf('certificate', soon.tenancy)).toEqual(['year', 'month']);
  expect(await spansOf('certificate', former.tenancy)).toEqual([]);
  const [row] = await rows('certificate', 'overdue');
  expect(row).toMatchObject({ id: late.application, application_id: late.application, day: DAY });
  const noted = { commission_number: 'LC 1/2026', commission_day: '2026-11-01' };
  await it.db.updateTable('land_applications').set(noted).where('id', '=', late.application).execute();
  expect(await rows('certificate', 'overdue')).toEqual([]);
});

test('each figure is the number of its rows', async () => {
  for (const { what, within, count } of await leaseClockFigures(it.db, DAY))
    expect(await rows(what, within), `${what} ${within}`).toHaveLength(count);
});

test('nobody without land.read sees the clock, and a wrong filter is refused', async () => {
  const { headers } = await buildCaller(it, 'SystemUser');
  expect((await call('GET', '/lease_clock', undefined, headers)).status).toBe(403);
  expect((await call('GET', '/lease_clock?within=ever')).status).toBe(400);
  expect((await call('GET', '/lease_clock?zone=x')).status).toBe(400);
});
