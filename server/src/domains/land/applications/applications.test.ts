import { type ApplicationRecord, addDays, EMPTY_TERMS, shownName, today } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let clerk: { id: string; headers: Headers };
let lawyer: { id: string; headers: Headers };
let owner: { id: string; headers: Headers };
beforeAll(async () => {
  it = await startApp();
});
// Limits count by person, so that each test has people of its own.
beforeEach(async () => {
  [clerk, lawyer, owner] = [
    await buildCaller(it, 'Operations'),
    await buildCaller(it, 'Legal'),
    await buildCaller(it, 'SuperUser'),
  ];
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by = clerk) => {
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};
const show = async (id: string, by = clerk): Promise<ApplicationRecord> =>
  (await call('GET', `/applications/${id}`, undefined, by)).body;

const APPLICANT = {
  ...{ kind: 'person', last_name: 'Tagoe', first_name: 'Samuel', gender: 'Male', date_of_birth: '1970-02-01' },
  ...{ nationality: 'GHANAIAN', foreign_share: null, identification_type: null, id_number: null },
  ...{ contact_number: '0244556677', other_number: null, email: '', postal_address: '', gps_address: '' },
  ...{ next_of_kin: '', kin_mobile_number: null, kin_relationship: null, contact_person: '' },
  ...{ contact_person_number: null, reference_person: '', reference_mobile_number: null },
};
const TERMS = {
  ...EMPTY_TERMS,
  ...{ indenture_number: 'IN 9/2026', commencement: '2026-11-01', term_years: 50, ground_rent: '400.00' },
};
const INSPECTION = { day: '2026-11-02', by: 'Yaw', findings: 'A house.', evidence: 'Since 2009.', penalty: '0.00' };
const CONSENT = { by: 'Nii Odai', capacity: 'Head of the family', day: '2026-11-03' };

type Given = Record<string, unknown>;

const enter = async (given: Given = {}, by = clerk) => {
  const plot_id = (given.plot_id as string | undefined) ?? (await buildPlot(it)).id;
  const body = { kind: 'new_purchase', plot_id, applicant: APPLICANT, terms: TERMS, ...given };
  const made = await call('POST', '/applications', body, by);
  expect([made.status, made.body.message]).toEqual([201, expect.stringContaining('is a draft')]);
  return { id: made.body.id as string, plot_id };
};

const addPaper = async (id: string, paper: string, by = clerk) => {
  const payload = new FormData();
  payload.set('paper', paper);
  payload.set('file', await photoJpeg(3));
  return (await it.app.inject({ method: 'POST', url: `/api/applications/${id}/papers`, headers: by.headers, payload }))
    .statusCode;
};

const withPapers = async (id: string, by = clerk): Promise<void> => {
  for (const { paper, is_needed } of (await show(id)).papers)
    if (is_needed) expect(await addPaper(id, paper, by)).toBe(201);
};

const step = async (id: string, change: string, more: Given = {}, by = clerk) =>
  call('POST', `/applications/${id}/changes`, { change, version: (await show(id)).version, ...more }, by);
const decide = async (id: string, change: string, more: Given = {}, by = lawyer) =>
  call('POST', `/applications/${id}/decisions`, { change, version: (await show(id)).version, ...more }, by);

const lodged = async (given: Given = {}) => {
  const made = await enter(given);
  await withPapers(made.id);
  expect(await step(made.id, 'lodge')).toMatchObject({ status: 200 });
  return made;
};

describe('a draft', () => {
  test('needs nothing but its kind and plot, and says what it lacks', async () => {
    const { id } = await enter({ applicant: null, terms: EMPTY_TERMS });
    const { status, gaps, papers } = await show(id);
    expect(status).toBe('draft');
    expect(gaps.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['applicant', 'terms.indenture_number', 'terms.term_years', 'papers']),
    );
    expect(papers.map(({ paper }) => paper)).toContain('Site plan');
    expect((await step(id, 'lodge')).status).toBe(422);
  });

  test('changes by parts, from the version that was looked at', async () => {
    const { id } = await enter();
    const change = { version: 1, terms: { ...TERMS, ground_rent: '500.00' } };
    expect((await call('PATCH', `/applications/${id}`, change)).status).toBe(200);
    expect(await call('PATCH', `/applications/${id}`, change, lawyer)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed the application') },
    });
    expect((await show(id)).terms.ground_rent).toBe('500.00');
  });

  test('keeps papers by the list of its kind, and nothing that is no paper', async () => {
    const { id } = await enter();
    expect(await addPaper(id, 'Site plan')).toBe(201);
    const { papers } = await show(id);
    const [file] = papers.find(({ paper }) => paper === 'Site plan')?.files ?? [];
    expect(file).toMatchObject({ type: 'image/jpeg' });
    expect((await call('DELETE', `/application_papers/${file?.id}`)).status).toBe(200);
    const { history, entered_by } = await show(id);
    const actor = shownName(entered_by);
    expect(history.slice(0, 2)).toEqual([
      expect.objectContaining({ action: 'applications.remove_paper', actor, reason: 'Site plan' }),
      expect.objectContaining({ action: 'applications.add_paper', actor, reason: 'Site plan' }),
    ]);
    const payload = new FormData();
    payload.set('paper', 'Site plan');
    payload.set('file', new File(['MZ'], 'plan.pdf', { type: 'application/pdf' }));
    const sent = { method: 'POST', url: `/api/applications/${id}/papers`, headers: clerk.headers, payload } as const;
    expect((await it.app.inject(sent)).statusCode).toBe(415);
    const large = new FormData();
    large.set('paper', 'Site plan');
    large.set('file', new File([new Uint8Array(50_000_000)], 'plan.pdf', { type: 'application/pdf' }));
    expect((await it.app.inject({ ...sent, payload: large })).statusCode).toBe(413);
  });
});

describe('a lodged application', () => {
  test('has a clock and stays as it was lodged', async () => {
    const { id } = await lodged();
    expect(await show(id)).toMatchObject({ status: 'lodged', day: 0, days: 30, is_late: false });
    expect((await call('PATCH', `/applications/${id}`, { version: 9, about: 'x' })).status).toBe(409);
    expect(await addPaper(id, 'Search report')).toBe(409);
  });

  test('is late after its last day, and counted so', async () => {
    const { id } = await lodged();
    const lodgeBefore = async (days: number): Promise<void> => {
      const lodged_at = new Date(it.clock.now.getTime() - days * 86_400_000);
      const times = { lodged_at, due_on: addDays(today(lodged_at), 30) };
      await it.db.updateTable('land_applications').set(times).where('id', '=', id).execute();
    };
    await lodgeBefore(30);
    expect(await show(id)).toMatchObject({ day: 30, days: 30, is_late: false });
    await lodgeBefore(31);
    expect(await show(id)).toMatchObject({ day: 31, days: 30, is_late: true });
    expect((await call('GET', '/applications/counts')).body.late).toBe(1);
    expect((await call('GET', '/applications?late=late')).body).toMatchObject([{ id }]);
  });

  test('goes back for what is missing, and is lodged again', async () => {
    const { id } = await lodged();
    const reason = 'The site plan has no scale.';
    expect((await decide(id, 'send_back', { reason })).status).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'sent_back', status_reason: reason });
    expect(await addPaper(id, 'Site plan')).toBe(201);
    expect((await step(id, 'lodge')).status).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'lodged', status_reason: null });
  });

  test('is refused with a reason, or withdrawn by the desk', async () => {
    const [one, other] = [await lodged(), await lodged()];
    expect((await decide(one.id, 'refuse')).status).toBe(400);
    expect((await decide(one.id, 'refuse', { reason: 'The land is a road.' })).status).toBe(200);
    expect((await step(other.id, 'withdraw', { reason: 'He went elsewhere.' })).status).toBe(200);
    expect((await decide(other.id, 'approve')).body.message).toContain('was withdrawn');
  });
});

describe('an approval', () => {
  test('makes the tenant with a code, and the tenancy', async () => {
    const { id, plot_id } = await lodged();
    const certificate = { commission_number: 'LC 7/2026', commission_day: '2026-11-10' };
    const { status, body } = await decide(id, 'approve', { conditions: 'No pits.', ...certificate });
    expect([status, body.tenant_code, typeof body.setup_code]).toEqual([
      200,
      expect.stringMatching(/^TNT-\d{6}-/),
      'string',
    ]);
    expect(await show(id)).toMatchObject({ status: 'approved', tenant_code: body.tenant_code, ...certificate });
    const plot = (await call('GET', `/plots/${plot_id}`)).body;
    expect(plot.state).toBe('held');
    expect(plot.tenancy).toMatchObject({ tenant_code: body.tenant_code, held_from: '2026-11-01', term_years: 50 });
  });

  test('is never by anybody who entered, changed or lodged it', async () => {
    const made = await enter({}, lawyer);
    await withPapers(made.id);
    expect((await step(made.id, 'lodge')).status).toBe(200);
    expect((await show(made.id, lawyer)).own_hand).toContain('You entered this');
    expect(await decide(made.id, 'approve')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('somebody else has to decide') },
    });
    expect((await decide(made.id, 'approve', {}, owner)).status).toBe(200);
    const other = await enter();
    await withPapers(other.id, lawyer);
    expect((await step(other.id, 'lodge')).status).toBe(200);
    expect((await decide(other.id, 'approve')).status).toBe(403);
  });

  test('is for those who may decide', async () => {
    const { id } = await lodged();
    for (const role of ['Operations', 'Accounts', 'SystemUser', 'Member', 'Tenant', 'Auditor'] as const) {
      const by = await buildCaller(it, role);
      expect([role, (await decide(id, 'approve', {}, by)).status]).toEqual([role, 403]);
    }
  });

  test('waits while a caveat or case stands against the plot, and names it', async () => {
    const { id, plot_id } = await lodged();
    const caveat = { suit_number: 'LD/0123/2021', about: 'Two families', placed_on: '2026-11-01' };
    const row = { ...caveat, kind: 'court_case', plot_id, placed_by: lawyer.id } as const;
    const { id: caveatId } = await it.db
      .insertInto('plot_caveats')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await decide(id, 'approve')).toMatchObject({
      status: 409,
      body: { message: 'Court case LD/0123/2021 stands against this plot: Two families.' },
    });
    const removed = { removed_on: today(it.clock.now), removed_by: owner.id, removal_reason: 'Struck out' };
    await it.db.updateTable('plot_caveats').set(removed).where('id', '=', caveatId).execute();
    expect((await decide(id, 'approve')).status).toBe(200);
  });

  test('of one of two applications for a plot leaves no room for the other', async () => {
    const { id, plot_id } = await lodged();
    const other = await lodged({ plot_id });
    expect((await show(other.id)).duplicates.for_plot.map((one) => one.id)).toEqual([id]);
    expect((await decide(id, 'approve')).status).toBe(200);
    expect(await decide(other.id, 'approve')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The plot is held by Samuel Tagoe') },
    });
  });

  test('holds to the longest term by nationality and use', async () => {
    await buildLandTenant(it, { nationality: 'TOGOLESE' });
    const foreign = { ...APPLICANT, nationality: 'TOGOLESE' };
    const { id } = await lodged({ applicant: foreign, terms: { ...TERMS, term_years: 99 } });
    expect(await decide(id, 'approve')).toMatchObject({
      status: 422,
      body: { message: 'A lease of residential land to non-citizens has at most 50 years; 99 years are asked for.' },
    });
    const body = { kind: 'new_purchase', plot_id: '1', terms: { ...TERMS, term_years: 999 } };
    expect((await call('POST', '/applications', body)).status).toBe(400);
    const citizen = await lodged({ terms: { ...TERMS, term_years: 99 } });
    expect((await decide(citizen.id, 'approve')).status).toBe(200);
  });
});

describe('a transfer', () => {
  const transferOf = async (given: Given = {}) => {
    const tenancy = await buildTenancy(it, { held_from: '1987-03-01' });
    const terms = { ...EMPTY_TERMS, indenture_number: 'IN 77/2026' };
    const made = await lodged({ kind: 'transfer', plot_id: tenancy.plot_id, terms, consent: CONSENT, ...given });
    return { ...made, tenancy };
  };

  test('ends the tenancy that it names, and goes on with what is left of the term', async () => {
    const { id, plot_id, tenancy } = await transferOf();
    expect((await show(id)).ends?.id).toBe(tenancy.id);
    expect((await decide(id, 'approve')).status).toBe(200);
    const { holders } = (await call('GET', `/plots/${plot_id}`)).body;
    expect(holders).toMatchObject([
      { id: tenancy.id, held_until: today(it.clock.now) },
      { how: 'transfer', held_from: today(it.clock.now), held_until: null },
    ]);
    const terms = await it.db
      .selectFrom('tenancies')
      .selectAll()
      .where('plot_id', '=', plot_id)
      .orderBy('id')
      .execute();
    expect(terms.map(({ commencement, term_years }) => [commencement, term_years])).toEqual([
      ['1987-03-01', 99],
      ['1987-03-01', 99],
    ]);
    expect(terms[1]?.previous_id).toBe(tenancy.id);
  });

  test('needs the consent of the owner and a plot that somebody else holds', async () => {
    const free = await enter({ kind: 'transfer', terms: { ...EMPTY_TERMS, indenture_number: 'IN 1' } });
    expect((await show(free.id)).gaps.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['plot_id', 'consent.by', 'consent.capacity', 'consent.day']),
    );
    const tenancy = await buildTenancy(it);
    const own = { kind: 'transfer', plot_id: tenancy.plot_id, applicant: null, tenant_id: tenancy.tenant_id };
    const { gaps } = await show((await enter({ ...own, terms: EMPTY_TERMS })).id);
    expect(gaps.map(({ path }) => path)).toContain('tenant_id');
  });

  test('that is annulled gives the plot back to who held it, by a record of its own', async () => {
    const { id, plot_id, tenancy } = await transferOf();
    await decide(id, 'approve');
    expect((await decide(id, 'annul', { reason: 'The consent was forged.' }, owner)).status).toBe(200);
    const rows = await it.db.selectFrom('tenancies').selectAll().where('plot_id', '=', plot_id).orderBy('id').execute();
    expect(rows.map(({ held_until }) => held_until === null)).toEqual([false, false, true]);
    expect(rows[2]).toMatchObject({ tenant_id: tenancy.tenant_id, previous_id: rows[1]?.id });
    expect((await decide(id, 'annul', { reason: 'Again.' }, owner)).status).toBe(409);
  });

  test('is not approved once somebody else holds the plot', async () => {
    const { id, plot_id, tenancy } = await transferOf();
    const terms = { ...EMPTY_TERMS, indenture_number: 'IN 78/2026' };
    const second = await lodged({ kind: 'transfer', plot_id, terms, consent: CONSENT });
    expect((await show(second.id)).ends?.id).toBe(tenancy.id);
    expect((await decide(id, 'approve')).status).toBe(200);
    expect(await decide(second.id, 'approve')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Somebody else holds the plot') },
    });
  });
});

test('one of the kind others ends the tenancy of the plot, and is about something', async () => {
  const { plot_id, id: former } = await buildTenancy(it, { held_from: '1987-03-01' });
  const bare = await enter({ kind: 'others', plot_id });
  expect((await show(bare.id)).gaps.map(({ path }) => path)).toContain('about');
  const { id } = await lodged({ kind: 'others', plot_id, about: 'Inherited from her father.' });
  expect((await show(id)).ends?.id).toBe(former);
  expect((await decide(id, 'approve')).status).toBe(200);
  const { holders } = (await call('GET', `/plots/${plot_id}`)).body;
  expect(holders).toMatchObject([
    { id: former, held_until: today(it.clock.now) },
    { how: 'others', held_from: today(it.clock.now), held_until: null },
  ]);
});

test('a choice that is not in its list is asked for before lodging', async () => {
  const { id } = await enter({ applicant: { ...APPLICANT, nationality: 'ATLANTEAN' } });
  expect((await show(id)).gaps).toContainEqual({
    path: 'applicant.nationality',
    message: 'Please choose the nationality from the list.',
  });
});

test('the log has the values before and after a change, of an applicant the names of fields alone', async () => {
  const { id } = await enter();
  const applicant = { ...APPLICANT, contact_number: '0208765432' };
  const change = { version: 1, terms: { ...TERMS, term_years: 40 }, applicant };
  expect((await call('PATCH', `/applications/${id}`, change)).status).toBe(200);
  const entry = await it.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'applications.change')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    before: { 'terms.term_years': 50 },
    after: { 'terms.term_years': 40, applicant: 'contact_number' },
  });
});

test('a regularization has its inspection, evidence and penalty', async () => {
  const bare = await enter({ kind: 'regularization' });
  expect((await show(bare.id)).gaps.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['inspection.day', 'inspection.findings', 'inspection.evidence', 'inspection.penalty']),
  );
  const { id } = await lodged({ kind: 'regularization', inspection: INSPECTION });
  expect(await show(id)).toMatchObject({ days: 60, inspection: INSPECTION });
  expect((await decide(id, 'approve')).status).toBe(200);
});

test('a person who is known or asks elsewhere is shown while typing', async () => {
  const phone = { contact_number: '+233208881234' };
  const known = await buildLandTenant(it, { last_name: 'QUARTEY', first_name: 'ESI', ...phone });
  const { id } = await enter({ applicant: { ...APPLICANT, last_name: 'Quartey', first_name: 'Esi' } });
  const asked = new URLSearchParams({ last_name: 'quartey', first_name: 'esi', phone: '0208881234' });
  const { body } = await call('GET', `/application_duplicates?${asked}`);
  expect(body.tenants).toMatchObject([{ id: known.id, same: ['phone', 'name'] }]);
  expect(body.applications).toMatchObject([{ id, same: ['name'] }]);
});

test('the list finds applications by number, plot, applicant and indenture, and those that are mine', async () => {
  const terms = { ...TERMS, indenture_number: 'ZZ 9/2026' };
  const { id, plot_id } = await enter({ applicant: { ...APPLICANT, last_name: 'Zaney' }, terms });
  const { number, plot_number } = await show(id);
  for (const search of [number, plot_number, 'samuel zaney', 'zan', 'zz9']) {
    const { body } = await call('GET', `/applications?${new URLSearchParams({ search })}`);
    expect([search, body.map((one: { id: string }) => one.id)]).toEqual([search, expect.arrayContaining([id])]);
  }
  expect((await call('GET', `/applications?mine=me&plot_id=${plot_id}`, undefined, lawyer)).body).toEqual([]);
});

test('a kind’s days, fee and papers are changed, and lodging takes the new ones', async () => {
  const admin = await buildCaller(it, 'SystemAdmin');
  const change = { days: 14, fee: '350.00', papers: [{ paper: 'Will', is_needed: true }] };
  expect((await call('PATCH', '/application_kinds/others', change)).status).toBe(403);
  expect((await call('PATCH', '/application_kinds/others', change, admin)).status).toBe(200);
  const { id } = await lodged({ kind: 'others', about: 'Inherited from her father.' });
  expect(await show(id)).toMatchObject({ days: 14, fee: '350.00', papers: [{ paper: 'Will' }] });
  const second = await buildCaller(it, 'SystemAdmin');
  const lower = await call('PATCH', '/application_kinds/others', { fee: '1.00' }, admin);
  expect(lower.body.message).toContain('All tenants may owe less by it.');
  const feeNow = async () => {
    const { body } = await call('GET', '/application_kinds');
    return body.find(({ kind }: { kind: string }) => kind === 'others').fee;
  };
  expect(await feeNow()).toBe('350.00');
  const [waiting] = (await call('GET', '/approvals?status=asked', undefined, second)).body;
  expect((await call('POST', `/approvals/${waiting.id}/approve`, undefined, admin)).status).toBe(403);
  expect((await call('POST', `/approvals/${waiting.id}/approve`, undefined, second)).status).toBe(201);
  expect(await feeNow()).toBe('1.00');
});
