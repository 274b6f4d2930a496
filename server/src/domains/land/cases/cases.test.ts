import type { CourtCaseRecord } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildLandTenant, buildPlot } from '../../../../test/builders/land.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Caller = { id: string; headers: Record<string, string> };
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

let it: TestApp;
let clerk: Caller;
let lawyer: Caller;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  [clerk, lawyer] = [await buildCaller(it, 'Operations'), await buildCaller(it, 'Legal')];
});
afterAll(() => it.close());

const call = async (method: Method, path: string, payload?: object, by = clerk) => {
  const request = { method, url: `/api${path}`, headers: by.headers, ...(payload && { payload }) };
  const response = await it.app.inject(request);
  return { status: response.statusCode, body: response.json() };
};
/** A call that must be let through. */
const done = async (method: Method, path: string, payload?: object, by = clerk) => {
  const { status, body } = await call(method, path, payload, by);
  expect([status < 300, body.message ?? '']).toEqual([true, body.message ?? '']);
  return body;
};
const show = (id: string): Promise<CourtCaseRecord> => done('GET', `/court_cases/${id}`);

const PARTIES = [
  { role: 'plaintiff', name: 'Ama Odai', counsel: 'Kofi Mensah Esq.' },
  { role: 'defendant', name: 'Nungua Stool' },
];
let suit = 0;
const enter = async (given: Record<string, unknown> = {}) => {
  suit += 1;
  const plot_id = (given.plot_id as string | undefined) ?? (await buildPlot(it)).id;
  const { plot_id: _, ...more } = given;
  const facts = { court: 'high_court_land', suit_number: `LD/${1000 + suit}/2026`, title: 'Two families claim it' };
  const body = { ...facts, plot_ids: [plot_id], parties: PARTIES, ...more };
  const { id } = await done('POST', '/court_cases', body);
  return { id: id as string, plot_id, suit_number: body.suit_number };
};
const order = (id: string, given: Record<string, unknown>, by = lawyer) =>
  call('POST', `/court_cases/${id}/orders`, { day: '2026-11-10', words: 'Until the judgment.', ...given }, by);
const resolve = async (id: string, given: Record<string, unknown> = {}, by = lawyer) =>
  call(
    'POST',
    `/court_cases/${id}/resolution`,
    {
      ...{ outcome: 'for_office', day: '2026-11-20', words: 'The claim is dismissed.' },
      ...{ version: (await show(id)).version, ...given },
    },
    by,
  );
const openAgainst = async (plotId: string): Promise<string[]> => {
  const { caveats } = await done('GET', `/plots/${plotId}`);
  return (caveats as { kind: string }[]).map(({ kind }) => kind);
};

describe('a case', () => {
  test('is shown with its parties, plots and history, and blocks its plots', async () => {
    const { id, plot_id, suit_number } = await enter();
    expect(await show(id)).toMatchObject({
      ...{ status: 'pending', court: 'high_court_land', suit_number, plot_count: 1, version: 1 },
      parties: [
        { role: 'plaintiff', name: 'AMA ODAI', counsel: 'Kofi Mensah Esq.', tenant_id: null },
        { role: 'defendant', name: 'NUNGUA STOOL', counsel: '' },
      ],
      ...{ plots: [{ plot_id }], hearings: [], orders: [], papers: [], next_hearing: null },
      history: [{ action: 'court_cases.add' }],
    });
    const plot = await done('GET', `/plots/${plot_id}`);
    expect(plot).toMatchObject({
      state: 'blocked',
      caveats: [{ kind: 'court_case', suit_number, about: 'Two families claim it', case_id: id }],
      cases: [{ id, suit_number, status: 'pending', outcome: null }],
    });
  });

  test('is refused without plots and parties that are there, with the field named', async () => {
    const body = { court: 'adr', suit_number: 'A 1', title: 'Boundary', plot_ids: ['999999'], parties: PARTIES };
    expect((await call('POST', '/court_cases', body)).body).toMatchObject({
      ...{ code: 'refused', issues: [{ path: 'body.plot_ids' }] },
    });
    const { id: plot } = await buildPlot(it);
    const stranger = [{ ...PARTIES[0], tenant_id: '999999' }];
    expect((await call('POST', '/court_cases', { ...body, plot_ids: [plot], parties: stranger })).body).toMatchObject({
      ...{ code: 'refused', issues: [{ path: 'body.parties' }] },
    });
    for (const wrong of [
      { plot_ids: [] },
      { parties: [] },
      { plot_ids: [plot, plot] },
      { court: 'moon' },
      { suit_number: '///' },
      { parties: [{ ...PARTIES[0], is_reminded: true }] },
      { more: 1 },
    ])
      expect((await call('POST', '/court_cases', { ...body, plot_ids: [plot], ...wrong })).status).toBe(400);
  });

  test('changes by version, and what stands against its plots changes with it', async () => {
    const { id, plot_id } = await enter();
    await done('PATCH', `/court_cases/${id}`, { suit_number: 'J4/33/2026', version: 1 });
    expect((await call('PATCH', `/court_cases/${id}`, { title: 'Other', version: 1 })).body).toMatchObject({
      message: expect.stringContaining('Somebody has changed the case J4/33/2026'),
    });
    expect((await done('GET', `/plots/${plot_id}`)).caveats).toMatchObject([{ suit_number: 'J4/33/2026' }]);
  });

  test('takes plots and parties while it is pending, each once', async () => {
    const { id } = await enter();
    const { id: plot_id } = await buildPlot(it);
    await done('POST', `/court_cases/${id}/plots`, { plot_id });
    expect(await openAgainst(plot_id)).toEqual(['court_case']);
    expect((await call('POST', `/court_cases/${id}/plots`, { plot_id })).status).toBe(409);
    const tenant = await buildLandTenant(it);
    const joined = { role: 'joined', name: 'Grace Odonkor', tenant_id: tenant.id, is_reminded: true };
    await done('POST', `/court_cases/${id}/parties`, joined);
    const { parties } = await show(id);
    expect(parties[2]).toMatchObject({ tenant_code: tenant.tenant_code, is_reminded: true });
    await done('DELETE', `/court_parties/${parties[2]?.id}`);
    await done('DELETE', `/court_parties/${parties[1]?.id}`);
    expect((await call('DELETE', `/court_parties/${parties[0]?.id}`)).status).toBe(409);
    expect((await call('DELETE', `/court_parties/${parties[1]?.id}`)).status).toBe(404);
  });

  test('takes documents, which go while it is pending alone', async () => {
    const { id } = await enter();
    const send = async () => {
      const payload = new FormData();
      payload.set('paper', 'Writ of summons');
      payload.set('file', await photoJpeg(3));
      return done('POST', `/court_cases/${id}/papers`, payload);
    };
    const [{ id: first }, { id: second }] = [await send(), await send()];
    await done('DELETE', `/court_papers/${first}`);
    expect((await show(id)).papers).toMatchObject([{ id: second, paper: 'Writ of summons', type: 'image/jpeg' }]);
    const file = await it.app.inject({ url: `/api/court_papers/${second}`, headers: clerk.headers });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
    await resolve(id);
    expect((await call('DELETE', `/court_papers/${second}`)).status).toBe(409);
    await expect(sql`DELETE FROM land_papers WHERE id = ${second}`.execute(it.db)).rejects.toThrow('stays as it is');
  });

  test('is followed by whoever took it over last', async () => {
    const { id } = await enter();
    await done('POST', `/court_cases/${id}/follow`, undefined, lawyer);
    expect((await show(id)).is_followed_by_me).toBe(false);
    expect((await done('GET', `/court_cases/${id}`, undefined, lawyer)).is_followed_by_me).toBe(true);
  });
});

describe('hearings', () => {
  test('are planned from now on, and noted afterwards', async () => {
    const { id } = await enter();
    const plan = (day: string, at_time: string | null = null) =>
      call('POST', `/court_cases/${id}/hearings`, { day, at_time, purpose: 'Mention' });
    expect((await plan('2026-11-19')).body).toMatchObject({
      ...{ code: 'refused', issues: [{ path: 'body.day' }] },
      message: '19 Nov 2026 is past. A new hearing is today or later.',
    });
    expect((await plan('2026-11-20', '09:59')).body).toMatchObject({ issues: [{ path: 'body.at_time' }] });
    expect((await plan('2026-11-20', '25:00')).status).toBe(400);
    const [later, soon] = [(await plan('2026-12-01')).body, (await plan('2026-11-21', '09:00')).body];
    expect(await show(id)).toMatchObject({ next_hearing: '2026-11-21', hearings: [{ id: soon.id }, { id: later.id }] });
    const end = (hearing: string, status: string) =>
      call('POST', `/court_hearings/${hearing}/outcome`, { status, outcome: 'Adjourned to December.' });
    expect((await end(soon.id, 'held')).status).toBe(409);
    it.clock.now = new Date('2026-11-22T10:00:00Z');
    clerk = await buildCaller(it, 'Operations');
    expect((await end(soon.id, 'held')).status).toBe(200);
    expect((await end(soon.id, 'held')).status).toBe(200);
    expect((await end(soon.id, 'cancelled')).status).toBe(409);
    expect((await end(later.id, 'cancelled')).status).toBe(200);
    expect((await end(later.id, 'held')).status).toBe(409);
    expect(await show(id)).toMatchObject({ next_hearing: null });
  });

  test('that are ahead are cancelled as the case is resolved', async () => {
    const { id } = await enter();
    await done('POST', `/court_cases/${id}/hearings`, { day: '2026-12-01', purpose: 'Mention' });
    expect((await resolve(id)).status).toBe(200);
    expect((await show(id)).hearings).toMatchObject([{ status: 'cancelled', outcome: 'The case was resolved.' }]);
    expect((await call('POST', `/court_cases/${id}/hearings`, { day: '2026-12-01', purpose: 'X' })).status).toBe(409);
  });
});

describe('orders', () => {
  test('block the plots that they bind until another one lifts them', async () => {
    const { id, plot_id } = await enter();
    const { id: free } = await buildPlot(it);
    await done('POST', `/court_cases/${id}/plots`, { plot_id: free });
    const { body } = await order(id, { kind: 'injunction', plot_ids: [plot_id] });
    await order(id, { kind: 'other', plot_ids: [free] });
    expect(await openAgainst(plot_id)).toEqual(['court_case', 'injunction']);
    expect(await openAgainst(free)).toEqual(['court_case']);
    const lifting = { kind: 'lifts', lifts_id: body.id, day: '2026-11-19' };
    expect((await order(id, { ...lifting, day: '2026-11-09' })).body).toMatchObject({ issues: [{ path: 'body.day' }] });
    expect((await order(id, lifting)).status).toBe(201);
    expect(await openAgainst(plot_id)).toEqual(['court_case']);
    expect((await order(id, lifting)).body.message).toBe('This order was lifted on 19 Nov 2026 already.');
    expect((await show(id)).orders).toMatchObject([
      { kind: 'lifts', lifts_id: body.id },
      { kind: 'other', stands: false },
      { kind: 'injunction', stands: false, lifted_on: '2026-11-19' },
    ]);
  });

  test('bind plots of their case, and lift orders of it', async () => {
    const [one, other] = [await enter(), await enter()];
    const { body } = await order(other.id, { kind: 'caveat', plot_ids: [other.plot_id] });
    const refused = async (given: Record<string, unknown>) => (await order(one.id, given)).body.issues?.[0]?.path;
    expect(await refused({ kind: 'injunction', plot_ids: [other.plot_id] })).toBe('body.plot_ids');
    expect(await refused({ kind: 'lifts', lifts_id: body.id })).toBe('body.lifts_id');
    expect(await refused({ kind: 'injunction', plot_ids: [one.plot_id], day: '2026-11-21' })).toBe('body.day');
    expect(await refused({ kind: 'injunction' })).toBe('body.plot_ids');
    expect(await refused({ kind: 'lifts' })).toBe('body.lifts_id');
    expect(await refused({ kind: 'lifts', lifts_id: body.id, plot_ids: [one.plot_id] })).toBe('body.plot_ids');
    expect(await refused({ kind: 'other', lifts_id: body.id })).toBe('body.lifts_id');
  });
});

describe('the end of a case', () => {
  test('waits for the orders that stand, or lifts them, and frees its plots', async () => {
    const { id, plot_id, suit_number } = await enter();
    const { body } = await order(id, { kind: 'lis_pendens', plot_ids: [plot_id] });
    expect((await resolve(id)).body).toMatchObject({
      ...{ code: 'conflict', issues: [{ path: 'body.lifts' }] },
      message: expect.stringContaining('Notice of a suit of 10 Nov 2026 still stands in this case.'),
    });
    expect((await resolve(id, { lifts: [body.id], day: '2026-11-09' })).body.issues[0].path).toBe('body.day');
    expect((await resolve(id, { lifts: [body.id], day: '2026-11-21' })).body.issues[0].path).toBe('body.day');
    expect((await resolve(id, { lifts: [body.id], version: 7 })).status).toBe(409);
    expect((await resolve(id, { lifts: [body.id] })).body.message).toBe(
      `The case ${suit_number} is resolved: for the office.`,
    );
    expect(await openAgainst(plot_id)).toEqual([]);
    expect(await show(id)).toMatchObject({
      ...{ status: 'resolved', outcome: 'for_office', outcome_on: '2026-11-20' },
      outcome_words: 'The claim is dismissed.',
    });
    expect((await resolve(id)).body.message).toContain('was already resolved');
    for (const [method, path, payload, by] of [
      ['PATCH', '', { title: 'Other', version: 2 }, clerk],
      ['POST', '/plots', { plot_id: (await buildPlot(it)).id }, clerk],
      ['POST', '/parties', PARTIES[0], clerk],
      ['POST', '/orders', { kind: 'other', day: '2026-11-10', words: 'An order.' }, lawyer],
    ] as const)
      expect((await call(method, `/court_cases/${id}${path}`, payload, by)).status, path).toBe(409);
  });

  test('is taken back with a reason, and its plots are blocked again, but not by lifted orders', async () => {
    const { id, plot_id } = await enter();
    const { body } = await order(id, { kind: 'injunction', plot_ids: [plot_id] });
    await resolve(id, { lifts: [body.id] });
    const reopening = { reason: 'The appeal is allowed.', version: (await show(id)).version };
    expect((await call('POST', `/court_cases/${id}/reopening`, { ...reopening, version: 1 }, lawyer)).status).toBe(409);
    await done('POST', `/court_cases/${id}/reopening`, reopening, lawyer);
    expect(await openAgainst(plot_id)).toEqual(['court_case']);
    expect(await show(id)).toMatchObject({ status: 'pending', status_reason: 'The appeal is allowed.', outcome: null });
    expect((await call('POST', `/court_cases/${id}/reopening`, reopening, lawyer)).body.message).toContain('pending');
  });

  test('frees an application for the plot, which was refused while the case was open', async () => {
    const { id: plot_id } = await buildPlot(it);
    const application = await buildApplication(it, { plot_id });
    const { id, suit_number } = await enter({ plot_id });
    const { body } = await order(id, { kind: 'injunction', plot_ids: [plot_id] });
    const approve = () =>
      call('POST', `/applications/${application}/decisions`, { change: 'approve', version: 1 }, lawyer);
    const refusal = await approve();
    expect([refusal.status, refusal.body.message]).toEqual([
      ...[409, `Court case ${suit_number} stands against this plot: Two families claim it.`],
    ]);
    await resolve(id, { lifts: [body.id] });
    expect((await approve()).status).toBe(200);
  });

  test('of two cases about a plot frees it once both are over', async () => {
    const one = await enter();
    const other = await enter({ plot_id: one.plot_id });
    await resolve(one.id);
    expect(await openAgainst(one.plot_id)).toEqual(['court_case']);
    await resolve(other.id);
    expect(await openAgainst(one.plot_id)).toEqual([]);
  });
});

describe('plain caveats', () => {
  const place = (plotId: string, given: Record<string, unknown> = {}, by = lawyer) =>
    call(
      'POST',
      `/plots/${plotId}/caveats`,
      { kind: 'caveat', about: 'A family wants to be heard', placed_on: '2026-11-18', ...given },
      by,
    );

  test('are placed without a case, and removed once with a reason', async () => {
    const { id: plot_id } = await buildPlot(it);
    expect((await place(plot_id, { placed_on: '2026-11-21' })).body.issues[0].path).toBe('body.placed_on');
    expect((await place(plot_id, { kind: 'court_case' })).status).toBe(400);
    const { body } = await place(plot_id);
    expect(await openAgainst(plot_id)).toEqual(['caveat']);
    const remove = () => call('POST', `/plot_caveats/${body.id}/removal`, { reason: 'They agreed.' }, lawyer);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(409);
    expect(await openAgainst(plot_id)).toEqual([]);
  });

  test('of a case are not removed by hand', async () => {
    const { id, plot_id } = await enter();
    await order(id, { kind: 'injunction', plot_ids: [plot_id] });
    const { caveats } = await done('GET', `/plots/${plot_id}`);
    for (const caveat of caveats) {
      const removal = await call('POST', `/plot_caveats/${caveat.id}/removal`, { reason: 'Just so.' }, lawyer);
      expect([removal.status, removal.body.message]).toEqual([409, expect.stringContaining('and not by hand')]);
    }
  });
});

test('clerks enter cases, hearings and documents; orders, ends and caveats take the right to approve', async () => {
  const { id, plot_id } = await enter();
  expect((await order(id, { kind: 'injunction', plot_ids: [plot_id] }, clerk)).status).toBe(403);
  expect((await resolve(id, {}, clerk)).status).toBe(403);
  expect((await call('POST', `/court_cases/${id}/reopening`, { reason: 'Because.', version: 1 })).status).toBe(403);
  const caveat = { kind: 'caveat', about: 'A family', placed_on: '2026-11-18' };
  expect((await call('POST', `/plots/${plot_id}/caveats`, caveat)).status).toBe(403);
  expect((await call('POST', '/plot_caveats/1/removal', { reason: 'Because.' })).status).toBe(403);
  const outsider = await buildCaller(it, 'SystemUser');
  expect((await call('GET', '/court_cases', undefined, outsider)).status).toBe(403);
});

describe('the list', () => {
  test('finds a case by its suit number in any spelling, and by a party', async () => {
    const parties = [{ role: 'plaintiff', name: 'Naa Okailey Zormelo' }];
    const { id } = await enter({ suit_number: 'SOL/3/09', court: 'circuit_court', parties });
    const found = async (query: string) =>
      ((await done('GET', `/court_cases?${query}`)) as { id: string }[]).map((row) => row.id);
    for (const text of ['SOL/3/09', 'sol 3-09', 'sol30', 'naa oka', 'ZORM'])
      expect(await found(`search=${encodeURIComponent(text)}`), text).toEqual([id]);
    expect(await found('search=Okailey')).toEqual([]);
    expect(await found('court=circuit_court&state=pending')).toEqual([id]);
    expect(await found('court=circuit_court&state=resolved')).toEqual([]);
    await done('POST', `/court_cases/${id}/hearings`, { day: '2026-11-26', purpose: 'Ruling' });
    expect(await found('hearing=week')).toContain(id);
    expect(await found('hearing=none')).not.toContain(id);
    const { plots } = await show(id);
    expect(await found(`plot_id=${plots[0]?.plot_id}`)).toEqual([id]);
    const matches = await done('GET', '/office_search?text=SOL%203', undefined, lawyer);
    expect(matches.cases.rows).toEqual([
      { id, court: 'circuit_court', suit_number: 'SOL/3/09', title: 'Two families claim it', status: 'pending' },
    ]);
  });
});
