import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildPlot } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Caller = { id: string; headers: Record<string, string> };

let it: TestApp;
let lawyer: Caller;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  lawyer = await buildCaller(it, 'Legal');
});
afterAll(() => it.close());

const post = async (path: string, payload?: object) => {
  const asked = { method: 'POST', url: `/api${path}`, headers: lawyer.headers, ...(payload && { payload }) } as const;
  const response = await it.app.inject(asked);
  return { status: response.statusCode, body: response.json() };
};

let suit = 0;
const enter = async (plot_ids: readonly string[]): Promise<string> => {
  suit += 1;
  const facts = { court: 'high_court_land', suit_number: `LD/${suit}/2026`, title: 'Two families claim it' };
  const parties = [{ role: 'plaintiff', name: 'Ama Odai' }];
  const { status, body } = await post('/court_cases', { ...facts, plot_ids, parties });
  expect(status).toBe(201);
  return body.id;
};
const injunction = async (id: string, plot: string): Promise<string> => {
  const order = { kind: 'injunction', day: '2026-11-10', words: 'Until the judgment.', plot_ids: [plot] };
  return (await post(`/court_cases/${id}/orders`, order)).body.id;
};
const lifting = (id: string, lifts_id: string) =>
  post(`/court_cases/${id}/orders`, { kind: 'lifts', day: '2026-11-19', words: 'It is vacated.', lifts_id });
const ENDING = { outcome: 'settled', day: '2026-11-20', words: 'Terms were filed.' } as const;

test('the database lets no claim of a case go without what removes it, and keeps it as it was placed', async () => {
  const { id: plot } = await buildPlot(it);
  const id = await enter([plot]);
  const order = await injunction(id, plot);
  const refused = (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(it.db)).rejects.toMatchObject({ code: '23514' });
  const removed = sql`removed_on = '2026-11-20', removed_by = ${lawyer.id}, removal_reason = 'By hand.'`;
  await refused(sql`UPDATE plot_caveats SET ${removed} WHERE case_id = ${id} AND order_id IS NULL`);
  await refused(sql`UPDATE plot_caveats SET ${removed} WHERE order_id = ${order}`);
  await refused(sql`UPDATE plot_caveats SET case_id = NULL, order_id = NULL WHERE order_id = ${order}`);
  await refused(sql`UPDATE plot_caveats SET kind = 'caveat' WHERE order_id = ${order}`);
  await refused(sql`UPDATE plot_caveats SET about = 'Nothing.' WHERE case_id = ${id}`);
  await refused(sql`DELETE FROM plot_caveats WHERE case_id = ${id}`);
  await refused(sql`TRUNCATE plot_caveats`);
  await refused(sql`DELETE FROM court_order_plots WHERE order_id = ${order}`);
  await refused(sql`DELETE FROM court_orders WHERE id = ${order}`);
  await refused(sql`UPDATE court_orders SET kind = 'other' WHERE id = ${order}`);
  await refused(sql`DELETE FROM court_case_plots WHERE case_id = ${id}`);
  await refused(
    sql`UPDATE court_cases SET status = 'resolved', outcome = 'settled', outcome_on = '2026-11-20', outcome_words = 'X' WHERE id = ${id}`,
  );
  await refused(sql`
    INSERT INTO court_hearings (case_id, day, purpose, added_by, added_at)
    VALUES (${id}, '2026-11-19', 'Mention', ${lawyer.id}, '2026-11-20T10:00:00Z')`);
  await lifting(id, order);
  await refused(sql`
    INSERT INTO court_orders (case_id, day, kind, words, lifts_id, entered_by, entered_at)
    SELECT case_id, day, 'lifts', 'Again.', id, entered_by, entered_at FROM court_orders WHERE kind = 'lifts' AND case_id = ${id}`);
  // A removed claim stays removed.
  await refused(
    sql`UPDATE plot_caveats SET removed_on = NULL, removed_by = NULL, removal_reason = NULL WHERE order_id = ${order}`,
  );
});

test('of two orders that lift one at the same time, one does', async () => {
  const { id: plot } = await buildPlot(it);
  const id = await enter([plot]);
  const order = await injunction(id, plot);
  const answers = await Promise.all([lifting(id, order), lifting(id, order), lifting(id, order)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
});

test('an order and the end of its case at the same time leave no claim without a case', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: plot } = await buildPlot(it);
    const id = await enter([plot]);
    const order = { kind: 'injunction', day: '2026-11-10', words: 'Until the judgment.', plot_ids: [plot] };
    const [ordered, ended] = await Promise.all([
      post(`/court_cases/${id}/orders`, order),
      post(`/court_cases/${id}/resolution`, { ...ENDING, version: 1 }),
    ]);
    const { rows } = await sql<{ open: number; status: string }>`
      SELECT status, (SELECT count(*)::integer FROM plot_caveats WHERE case_id = ${id} AND removed_on IS NULL) AS open
      FROM court_cases WHERE id = ${id}`.execute(it.db);
    expect([ordered.status, ended.status, rows[0]]).toEqual(
      ended.status === 200 ? [409, 200, { status: 'resolved', open: 0 }] : [201, 409, { status: 'pending', open: 2 }],
    );
  }
});

test('an approval and a case at the same time: the approval is first, or it is refused', async () => {
  const outcomes: boolean[] = [];
  for (let round = 0; round < 8; round += 1) {
    const { id: plot_id } = await buildPlot(it);
    const application = await buildApplication(it, { plot_id });
    const approve = () => post(`/applications/${application}/decisions`, { change: 'approve', version: 1 });
    const [approved, caseId] = await Promise.all([approve(), enter([plot_id])]);
    expect(approved.status === 200 || approved.body.message.startsWith('Court case')).toBe(true);
    outcomes.push(approved.status === 200);
    expect(caseId).toMatch(/^\d+$/);
  }
  expect(outcomes).toHaveLength(8);
});

test('cases that share plots in another order are entered without waiting in a circle', async () => {
  const plots = [await buildPlot(it), await buildPlot(it), await buildPlot(it)].map(({ id }) => id);
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => enter(n % 2 === 0 ? plots : [...plots].reverse())));
  expect(new Set(ids).size).toBe(6);
  const open = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM plot_caveats WHERE plot_id = ${plots[0]} AND removed_on IS NULL`.execute(
    it.db,
  );
  expect(open.rows[0]?.count).toBe(6);
});

test('two clerks who plan with the same key plan one hearing', async () => {
  const { id: plot } = await buildPlot(it);
  const id = await enter([plot]);
  const hearing = { day: '2026-12-01', purpose: 'Mention' };
  const plan = () =>
    it.app.inject({
      ...{ method: 'POST', url: `/api/court_cases/${id}/hearings`, payload: hearing },
      headers: { ...lawyer.headers, 'idempotency-key': '7d9c1c4e-2a56-4d0e-9f53-0e6f5f6b0001' },
    });
  const answers = await Promise.all([plan(), plan()]);
  const ids = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().id);
  expect(new Set(ids).size).toBe(1);
});
