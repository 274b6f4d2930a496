import { NOT_TITLE, shownName, WRONG_SLIP_CODE } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlot, buildZone } from '../../../../test/builders/land.ts';
import { buildApprovedTenancy, NAMES, textOfPdf } from '../../../../test/builders/land-papers.ts';
import { buildLandReceipt } from '../../../../test/builders/land-receipts.ts';
import { boundaryOf, buildApplicationFor, buildCaveat } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
  headers = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

const post = (url: string, payload: object, as: Record<string, string> = headers) =>
  it.app.inject({ method: 'POST', url: `/api${url}`, headers: as, payload, remoteAddress: nextAddress() });
const newReceipt = () => buildLandReceipt(it, headers);
const newCode = async (plot_id: string | null = null): Promise<string> =>
  (await post('/slip_codes', { receipt_number: await newReceipt(), plot_id })).json().code;
type Named = { zone: { id: string }; plot: { plot_number: string } };
const ask = ({ zone, plot }: Named, code: string, more: object = {}) =>
  post('/land_slips', { code, zone_id: zone.id, plot_number: plot.plot_number, ...more }, {});
const freePlot = async () => {
  const zone = await buildZone(it);
  return { zone, plot: await buildPlot(it, { zone_id: zone.id }) };
};
const drawn = async (zone_id: string, plot_number: string, east: number): Promise<string> => {
  const facts = { land_use: 'residential', owner_kind: 'stool', owner_name: 'Nungua stool' };
  const plot = { zone_id, plot_number, ...facts, boundary: boundaryOf(east, 0), accepts_overlap: true };
  return (await post('/plots', plot)).json().id;
};

test('a plot with nothing against it gets a numbered slip that says so, and that it is no title', async () => {
  const { plot } = await freePlot();
  const receipt_number = await newReceipt();
  const made = await post(`/plots/${plot.id}/slips`, { receipt_number });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({ number: expect.stringMatching(/^SL2026-\d{4}$/), finding: { is_clear: true } });
  const file = await it.app.inject({ url: `/api/land_documents/${made.json().id}/file`, headers });
  const text = await textOfPdf(file.rawPayload);
  for (const words of [NOT_TITLE, 'Nothing is recorded against it.', 'No boundary of it is recorded', receipt_number])
    expect(text).toContain(words);
});

test('a slip tells of tenancy, application, case and overlap, and names nobody anywhere', async () => {
  const held = await buildApprovedTenancy(it);
  await it.db
    .updateTable('plots')
    .set({ owner_name: 'LARTEY FAMILY', owner_kind: 'family', note: 'Ask TETTEH' })
    .where('id', '=', held.plot.id)
    .execute();
  await buildApplicationFor(it, { plot_id: held.plot.id, kind: 'transfer' });
  await buildCaveat(it, {
    plot_id: held.plot.id,
    kind: 'injunction',
    suit_number: 'LD/0123/2021',
    about: 'TETTEH says',
  });
  await buildCaveat(it, { plot_id: held.plot.id, kind: 'court_case', suit_number: 'TETTEH v LARTEY 12/2021' });
  const answer = await ask(held, await newCode(), { block: 'b' });
  expect(answer.statusCode).toBe(201);
  const { finding, code, number, plot } = answer.json();
  expect(finding.is_clear).toBe(false);
  expect(finding.lines).toEqual([
    'Held under a tenancy since 1 Mar 2026. Its term runs to the day before 1 Mar 2125.',
    'An application (transfer) of 20 Nov 2026 is not decided.',
    'Injunction LD/0123/2021 against the plot since 4 Mar 2021.',
    'Court case against the plot since 4 Mar 2021.',
    'No boundary of it is recorded, so overlaps could not be looked for.',
  ]);
  const file = await it.app.inject({ url: `/api/land_slips/file?code=${code}` });
  const checked = await it.app.inject({ url: `/api/land_documents/check?code=${code}` });
  expect(checked.json()).toEqual({
    ...{ number, kind: 'slip', day: '2026-11-20', plot, status: 'valid', replaced_by: null, tenant: null, finding },
  });
  const stored = await it.db.selectFrom('land_documents').select('facts').where('code', '=', code).execute();
  const texts = [answer.body, checked.body, await textOfPdf(file.rawPayload), JSON.stringify(stored)];
  for (const text of texts) for (const name of NAMES) expect(text.toUpperCase()).not.toContain(name);
});

test.each([
  ...[['LD/0123/2024'], ['e1/21/2009'], ['SOL/3/09'], ['Suit No. E12 / 7 / 2019', 'E12/7/2019'], ['GJ/12345/2021']],
  ...[
    ['024/412/3456', ''],
    ['0244123456', ''],
    ['02.441.23456', ''],
    ['A02/44123/45', ''],
    ['T024/4123/2021', ''],
  ],
  ...[
    ['GHA-712345678-9', ''],
    ['GHA/71234/5678', ''],
    ['712345678-9', ''],
    ['G7/12345/6789', ''],
  ],
  ...[
    ['AMA/12/2021', ''],
    ['TETTEH/12/2021', ''],
    ['LD/12/2021 TETTEH', ''],
    ['Ama 1.2', ''],
    ['12/2021', ''],
  ],
])('of a case “%s” a slip has the number alone, where it is one', async (suit_number, shown = suit_number) => {
  const { plot } = await freePlot();
  await buildCaveat(it, { plot_id: plot.id, kind: 'court_case', suit_number });
  const { finding } = (await post(`/plots/${plot.id}/slips`, {})).json();
  expect(finding.lines[0]).toBe(`Court case${shown === '' ? '' : ` ${shown}`} against the plot since 4 Mar 2021.`);
});

test('a slip says how much land a plot shares with which other', async () => {
  const zone = await buildZone(it);
  const id = await drawn(zone.id, '7', 3_000);
  await drawn(zone.id, '8', 3_010);
  const { finding } = (await post(`/plots/${id}/slips`, {})).json();
  expect(finding.lines).toEqual([`Its boundary shares 400.00 m² with Plot 8, ${shownName(zone.zone)}.`]);
});

test('a code is good for one slip; a used, an old and a wrong one get the same answer', async () => {
  const land = await freePlot();
  const used = await newCode();
  expect((await ask(land, used)).statusCode).toBe(201);
  const old = await newCode();
  const before = it.clock.now;
  it.clock.now = new Date(before.getTime() + 31 * 86_400_000);
  const late = await ask(land, old);
  it.clock.now = before;
  const answers = [await ask(land, used), late, await ask(land, '7Q2MXK4D9H3BZT60'), await ask(land, 'x')];
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(422);
    expect(JSON.parse(body)).toMatchObject({ code: 'refused', message: WRONG_SLIP_CODE });
    expect(body).toBe(answers[0]?.body);
  }
  // A stranger without a good code learns nothing of plots.
  expect((await ask({ zone: land.zone, plot: { plot_number: '99' } }, 'x')).body).toBe(answers[0]?.body);
});

test('of ten who use one code at once, one gets a slip', async () => {
  const land = await freePlot();
  const code = await newCode();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(land, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(422)]);
});

test('a plot that is not there, or there twice, uses no code up', async () => {
  const { zone, plot } = await freePlot();
  const code = await newCode();
  expect((await ask({ zone, plot: { plot_number: '404' } }, code)).json().message).toContain('no such plot');
  expect((await ask({ zone, plot: { plot_number: '--' } }, code)).statusCode).toBe(400);
  await buildPlot(it, { zone_id: zone.id, block: 'A', plot_number: '12' });
  await buildPlot(it, { zone_id: zone.id, block: 'B', plot_number: '12' });
  const twice = await ask({ zone, plot: { plot_number: '12' } }, code);
  expect(twice.json().message).toContain('give the block too');
  expect((await ask({ zone, plot: { plot_number: '12' } }, code, { block: 'b' })).statusCode).toBe(201);
  const bound = await newCode(plot.id);
  expect((await ask({ zone, plot: { plot_number: '12' } }, bound, { block: 'B' })).json().message).toContain(
    'for another plot',
  );
  const typed = bound.toLowerCase().match(/.{4}/g)?.join(' ') ?? '';
  expect((await ask({ zone, plot }, typed)).statusCode).toBe(201);
});

test('a slip is about the number that was asked for, sign by sign, and about the plot without a block', async () => {
  const { zone } = await freePlot();
  const code = await newCode();
  await buildPlot(it, { zone_id: zone.id, block: '', plot_number: '112' });
  await buildPlot(it, { zone_id: zone.id, block: 'A', plot_number: '112' });
  for (const other of ['11/2', '1-12'])
    expect((await ask({ zone, plot: { plot_number: other } }, code)).json().message).toContain('no such plot');
  const answer = await ask({ zone, plot: { plot_number: '11 2' } }, code);
  expect([answer.statusCode, answer.json().plot]).toEqual([201, expect.not.stringContaining('Block')]);
});

test('one code is tried thirty times a day, however it is spelled', async () => {
  const { zone } = await freePlot();
  const code = await newCode();
  const statuses = [];
  for (let n = 0; n < 31; n += 1) {
    const spelled = n % 2 === 0 ? code : (code.match(/.{4}/g)?.join('-') ?? '');
    statuses.push((await ask({ zone, plot: { plot_number: `${n}X` } }, spelled)).statusCode);
  }
  expect(statuses).toEqual([...Array(30).fill(422), 429]);
});

test('the desk alone makes codes and sees them', async () => {
  const receipt_number = await newReceipt();
  const made = await post('/slip_codes', { receipt_number: receipt_number.replace('R', 'r ') });
  expect(made.statusCode).toBe(201);
  const { headers: systemUser } = await buildCaller(it, 'SystemUser');
  expect((await post('/slip_codes', { receipt_number: 'R2' }, systemUser)).statusCode).toBe(403);
  expect((await it.app.inject({ url: '/api/slip_codes', headers: systemUser })).statusCode).toBe(403);
  const [row] = (await it.app.inject({ url: '/api/slip_codes?state=open&size=1', headers })).json();
  expect(row).toMatchObject({ state: 'open', code: made.json().code, receipt_number });
  const logged = await it.db.selectFrom('audit_log').select('after').where('action', '=', 'slip_codes.add').execute();
  expect(JSON.stringify(logged)).not.toContain(made.json().code);
});

test('one receipt in any spelling pays for one code or one slip of the desk', async () => {
  const { plot } = await freePlot();
  const slips = `/plots/${plot.id}/slips`;
  const [forCode, forSlip] = [await newReceipt(), await newReceipt()];
  expect((await post('/slip_codes', { receipt_number: forCode })).statusCode).toBe(201);
  expect((await post(slips, { receipt_number: forSlip })).statusCode).toBe(201);
  const digits = forCode.replace(/^R0*/, '');
  for (const receipt_number of [forCode, digits, `r${digits}`, `0${digits}`, `R 00 ${digits}`, forSlip]) {
    for (const url of ['/slip_codes', slips]) {
      const again = await post(url, { receipt_number });
      expect([receipt_number, again.statusCode]).toEqual([receipt_number, 409]);
      expect(again.json().message).toContain('One receipt pays for one');
    }
  }
  // A free slip uses no receipt.
  for (const payload of [{}, {}]) expect((await post(slips, payload)).statusCode).toBe(201);
});

test('a receipt that is not one of ours for land, is void or is old pays for nothing', async () => {
  const { plot } = await freePlot();
  const urls = ['/slip_codes', `/plots/${plot.id}/slips`];
  const answersOf = (receipt_number: string) =>
    Promise.all(urls.map(async (url) => (await post(url, { receipt_number })).json().message));
  const both = (message: string) => [expect.stringContaining(message), expect.stringContaining(message)];
  expect(await answersOf('R00999999')).toEqual(both('We have no receipt R999999 of a payment for land.'));
  const number = await newReceipt();
  const now = it.clock.now;
  it.clock.now = new Date(now.getTime() + 366 * 86_400_000);
  headers = (await buildCaller(it, 'Legal')).headers;
  expect(await answersOf(number)).toEqual(both('is older than a year.'));
  it.clock.now = now;
  const { headers: admin } = await buildCaller(it, 'SuperAdmin');
  const end = { change: 'void', reason: 'Another tenant.', cause: 'somebody_else' };
  const url = `/api/land_receipts/${number.replace(/^R0*/, '')}`;
  expect((await it.app.inject({ method: 'PATCH', url, headers: admin, payload: end })).statusCode).toBe(200);
  expect(await answersOf(number)).toEqual(both('is void: Received for somebody else: Another tenant.'));
  for (const wrong of ['квитанция', '７７７', 'GCR-0012/26', 'No 12', '=7', '0241234567', 'GHA-712345678-9'])
    expect(await answersOf(wrong)).toEqual(both('Please enter the number of one of our receipts, like R000123.'));
});

test('of ten who use one receipt at once, one gets a slip or a code', async () => {
  const { plot } = await freePlot();
  const urls = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? '/slip_codes' : `/plots/${plot.id}/slips`));
  const receipt = await newReceipt();
  const typed = (at: number) => receipt.replace('R', `R${'0'.repeat(at % 4)}`);
  const answers = await Promise.all(urls.map((url, at) => post(url, { receipt_number: typed(at) })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test('a receipt that was used stays used, whoever writes', async () => {
  const kept = 'stays used';
  await newCode();
  await expect(it.db.deleteFrom('slip_receipts').execute()).rejects.toThrow(kept);
  await expect(it.db.updateTable('slip_receipts').set({ receipt_key: '1' }).execute()).rejects.toThrow(kept);
  await expect(sql`TRUNCATE slip_receipts`.execute(it.db)).rejects.toThrow(kept);
});

test('a code is used once and stays as it is, whoever writes', async () => {
  const code = await newCode();
  const kept = 'used once, and otherwise stays';
  const set = (values: object) => it.db.updateTable('slip_codes').set(values).where('code', '=', code).execute();
  for (const values of [{ expires_at: new Date('2030-01-01') }, { receipt_number: 'X' }, { code: 'A'.repeat(16) }])
    await expect(set(values)).rejects.toThrow(kept);
  expect((await ask(await freePlot(), code)).statusCode).toBe(201);
  await expect(set({ used_at: null, document_id: null })).rejects.toThrow(kept);
  await expect(it.db.deleteFrom('slip_codes').where('code', '=', code).execute()).rejects.toThrow(kept);
});
