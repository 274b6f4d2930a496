import { randomUUID } from 'node:crypto';
import { ENDPOINTS_BY_NAME, type Registration } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { post } from '#domains/ledger';
import { balanceCsv, balanceImportsOf } from '../balance-imports.ts';
import { postedJournal } from '../builders/books.ts';
import { nextCarNumber } from '../builders/cars.ts';
import { buildDevice } from '../builders/devices.ts';
import { listCsv, nextListed } from '../builders/driver-lists.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildAuditor, buildCaller, buildUser } from '../builders/identity.ts';
import { buildIncident } from '../builders/incidents.ts';
import { buildApplication, buildLandTenant, buildPlot, buildTenancy, buildZone } from '../builders/land.ts';
import { nextPlotLine, registerCsv } from '../builders/land-registers.ts';
import { buildContactMessage } from '../builders/messages.ts';
import { buildPayment } from '../builders/payments.ts';
import { photoJpeg } from '../builders/photos.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { buildRentCharge } from '../builders/rent.ts';
import { buildHeldShare, buildSharePayout } from '../builders/shares.ts';
import { statementCsv, statementForm } from '../builders/statements.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../builders/submissions.ts';
import { nextImei, trackerCsv } from '../builders/tracker-lists.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { deviceImportsOf } from '../device-imports.ts';
import { driverImportsOf, importDriver } from '../driver-imports.ts';
import { startApp, type TestApp } from '../harness.ts';
import { landImportServer, landImportsOf } from '../land-imports.ts';
import { nextPayer, TAKES_PROMPTS } from '../prompts/harness.ts';
import { nextAddress } from '../register.ts';
import { statementsOf } from '../statement-imports.ts';

const SENDS_MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://localhost:80' };
const SENDS_TEXTS = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' };

let it: TestApp;
let staff: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ ...TAKES_PROMPTS, ...SENDS_MAIL, ...SENDS_TEXTS });
});
// Another person for each sample: the calls of one are limited.
beforeEach(async () => {
  staff = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

/** A call, and the same with other bytes. */
type Sample = { url: string; payload?: object | FormData; other: object | FormData; headers?: Record<string, string> };

const user = () => ({ username: `kofi.${randomUUID().slice(0, 8)}`, first_name: 'Kofi', last_name: 'Owusu' });

let receipts = 0;
const nextReceipt = () => {
  receipts += 1;
  return { receipt_number: `R${receipts}` };
};

const courtCase = (plotId: string) => ({
  ...{ court: 'adr', suit_number: 'ADR 4/26', title: 'A boundary', plot_ids: [plotId] },
  parties: [{ role: 'plaintiff', name: 'Ama Odai' }],
});

/** The address of a case that was entered. */
const enteredCase = async (): Promise<string> => {
  const payload = courtCase((await buildPlot(it)).id);
  const added = await it.app.inject({ method: 'POST', url: '/api/court_cases', headers: staff, payload });
  return `/court_cases/${added.json().id}`;
};

const PAYMENT_TYPE = {
  ...{ side: 'land', period: 'any', required_type: null, due_from: '2026-01-01' },
  ...{ by_plan: false, for_device: false },
};

/** An entry of a list, under a name that no other has. */
const entry =
  (url: string, field: string, rest: object = {}) =>
  async (): Promise<Sample> => {
    const [name, other] = [randomUUID(), randomUUID()];
    return { url, payload: { ...rest, [field]: name }, other: { ...rest, [field]: other }, headers: staff };
  };

const teamFields = () => ({
  ...{ name: randomUUID(), phone: '024 123 4567', vehicle: '', people: [], area: null, is_active: true },
});

/** A team's id. */
const newTeam = async (): Promise<string> => {
  const made = await it.app.inject({
    method: 'POST',
    url: '/api/response_teams',
    headers: staff,
    payload: teamFields(),
  });
  return made.json().team_id;
};

/** The headers of a tenant with a record of the land side. */
const landTenant = async () => {
  const { id: account_id, headers } = await buildCaller(it, 'Tenant');
  await buildLandTenant(it, { account_id });
  return headers;
};

/** An entry on a message of a tenant. */
const entryOfTenant = async (part: string, rest: object): Promise<Sample> => {
  const { id } = await buildContactMessage(it, { is_tenants: true });
  const payload = { ...rest, text: 'Yes.' };
  return { url: `/tenant_messages/${id}/${part}`, payload, other: { ...rest, text: 'No.' }, headers: staff };
};

/** Cash for the forms of a plot. */
const paidForPlot = async () => {
  const plot_id = (await buildPlot(it)).id;
  return { mode: 'cash', amount: '20.00', plot_id, payments: [{ payment_type: 'CC5000', amount: '20.00' }] };
};

let accountCode = 5950;

/** Calls that create something, by endpoint. */
const SAMPLES: Record<string, () => Promise<Sample>> = {
  registerDriver: async () => {
    const registration = nextRegistration();
    return {
      url: '/drivers',
      payload: formOf(registration),
      other: formOf({ ...registration, next_of_kin: 'Somebody Else' }),
    };
  },
  replaceDriverPhoto: async () => {
    const { driver } = await buildDriver(it);
    const [file, other] = [await photoJpeg(1), await photoJpeg(2)];
    const form = (photo: File) => formOf({ file: photo, reason: 'A better picture.' } as Partial<Registration>);
    return { url: `/drivers/${driver.id}/photo`, payload: form(file), other: form(other), headers: staff };
  },
  raiseByCall: async () => {
    const call = { grade: 'sos', caller_name: 'Esi', caller_phone: '', place: 'Tema' };
    return { url: '/incidents', payload: call, other: { ...call, place: 'Osu' }, headers: staff };
  },
  startDrill: async () => {
    const drill = { grade: 'sos', driver_id: (await buildDriver(it)).driver.id };
    return { url: '/incident_drills', payload: drill, other: { ...drill, grade: 'accident' }, headers: staff };
  },
  addIncidentPhoto: async () => {
    const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
    const [payload, other] = [new FormData(), new FormData()];
    payload.set('file', await photoJpeg(1));
    other.set('file', await photoJpeg(2));
    return { url: `/incidents/${id}/photos`, payload, other, headers: staff };
  },
  noteIncident: async () => {
    const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
    return { url: `/incidents/${id}/notes`, payload: { words: 'Yes.' }, other: { words: 'No.' }, headers: staff };
  },
  makePack: async () => {
    const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
    const url = `/incidents/${id}/packs`;
    return { url, payload: { made_for: 'Police, Osu' }, other: { made_for: 'Police, Tema' }, headers: staff };
  },
  makeCrashCard: async () => {
    const url = `/drivers/${(await buildDriver(it)).driver.id}/crash_card`;
    return { url, payload: { blood_group: 'O+' }, other: { blood_group: null }, headers: staff };
  },
  addTeam: async () => {
    const team = teamFields();
    return { url: '/response_teams', payload: team, other: { ...team, vehicle: 'Nissan' }, headers: staff };
  },
  addDuty: async () => {
    const url = `/response_teams/${await newTeam()}/duties`;
    const duty = { starts_at: '2030-01-01T06:00:00Z', ends_at: '2030-01-01T18:00:00Z' };
    return { url, payload: duty, other: { ...duty, ends_at: '2030-01-01T19:00:00Z' }, headers: staff };
  },
  sendTeam: async () => {
    const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
    const sent = { team_id: await newTeam(), check_in_minutes: 15, words: '' };
    return { url: `/incidents/${id}/dispatches`, payload: sent, other: { ...sent, words: 'Hurry' }, headers: staff };
  },
  submitPayment: async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    return { url: '/payments', payload: claim, other: { ...claim, amount: '150.00' } };
  },
  sendPrompt: async () => {
    const { car_number, driver_code } = (await buildDriver(it)).driver;
    const prompt = { car_number, driver_code, payment_type: 'RF', amount: '200.00', payer_number: nextPayer() };
    return { url: '/payments/prompts', payload: prompt, other: { ...prompt, amount: '150.00' } };
  },
  sendContactMessage: async () => {
    const message = { name: 'Ama', email: 'ama@example.com', subject: 'Plans', message: 'Which one?' };
    return { url: '/contact_messages', payload: message, other: { ...message, name: 'Esi' } };
  },
  replyToContactMessage: async () => {
    const { id } = await buildContactMessage(it);
    return {
      url: `/contact_messages/${id}/replies`,
      payload: { text: 'Yes.' },
      other: { text: 'No.' },
      headers: staff,
    };
  },
  textContactMessage: async () => {
    const { id } = await buildContactMessage(it);
    const text = { mobile_number: '0241234567', text: 'Yes.' };
    return { url: `/contact_messages/${id}/texts`, payload: text, other: { ...text, text: 'No.' }, headers: staff };
  },
  noteContactWhatsApp: async () => {
    const { id } = await buildContactMessage(it);
    const sent = { mobile_number: '0241234567', text: 'Yes.' };
    return { url: `/contact_messages/${id}/whatsapp`, payload: sent, other: { ...sent, text: 'No.' }, headers: staff };
  },
  writeText: async () => {
    const text = { mobile_number: '0241234567', text: 'Please call us.' };
    return { url: '/texts', payload: text, other: { ...text, text: 'Thank you.' }, headers: staff };
  },
  correctCash: async () => {
    const { driver } = await buildDriver(it);
    const fee = { car_number: driver.car_number, driver_code: driver.driver_code, payment_type: 'RF', amount: '20.00' };
    const payload = { mode: 'cash', amount: '20.00', payments: [fee] };
    const taken = await it.app.inject({ method: 'POST', url: '/api/payments/receive', headers: staff, payload });
    const asked = { amount: '200.00', reason: 'Typed wrongly.' };
    const url = `/cash_corrections/${taken.json().payment_ids[0]}`;
    return { url, payload: asked, other: { ...asked, amount: '100.00' }, headers: staff };
  },
  answerContactMessage: async () => {
    const { id } = await buildContactMessage(it);
    return {
      url: `/contact_messages/${id}/answers`,
      payload: { text: 'Yes.' },
      other: { text: 'No.' },
      headers: staff,
    };
  },
  noteContactMessage: async () => {
    const { id } = await buildContactMessage(it);
    return { url: `/contact_messages/${id}/notes`, payload: { text: 'Yes.' }, other: { text: 'No.' }, headers: staff };
  },
  replyToTenantMessage: () => entryOfTenant('replies', {}),
  textTenantMessage: () => entryOfTenant('texts', { mobile_number: '0241234567' }),
  noteTenantWhatsApp: () => entryOfTenant('whatsapp', { mobile_number: '0241234567' }),
  answerTenantMessage: () => entryOfTenant('answers', {}),
  noteTenantMessage: () => entryOfTenant('notes', {}),
  addDevice: async () => ({
    url: '/devices',
    payload: { imei: nextImei() },
    other: { imei: nextImei() },
    headers: staff,
  }),
  fitDevice: async () => {
    const { id } = await buildDevice(it);
    const { driver } = await buildDriver(it);
    const fitting = { driver_id: driver.id, fitted_by: 'Yaw', unpaid_reason: 'He pays later.' };
    const url = `/devices/${id}/fittings`;
    return { url, payload: fitting, other: { ...fitting, fitted_by: 'Kojo' }, headers: staff };
  },
  addFenceRule: async () => {
    const path = await it.db
      .insertInto('paths')
      .values({ path: randomUUID().toUpperCase() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = { path_id: path.id, latitude: 5.6, longitude: -0.2, radius_m: 500, changed_at: it.clock.now };
    const { id } = await it.db.insertInto('fence_shapes').values(row).returning('id').executeTakeFirstOrThrow();
    const hours = { days: [1, 2], from_time: '00:00', until_time: '00:00', is_active: true };
    const rule = { shape_id: id, must: 'stay_in', plan: null, driver_id: null, ...hours };
    return { url: '/fence_rules', payload: rule, other: { ...rule, must: 'stay_out' }, headers: staff };
  },
  renewTenantCode: async () => ({
    url: `/tenants/${(await buildLandTenant(it)).id}/setup_code`,
    other: { again: true },
    headers: staff,
  }),
  askForTenantChange: async () => {
    const payload = { wanted: { email: 'grace@example.com' }, note: '' };
    return { url: '/tenant/requests', payload, other: { ...payload, note: 'Soon.' }, headers: await landTenant() };
  },
  askForSignIn: async () => {
    const payload = { tenant_code: '', indenture_number: 'IN 4/1990', name: 'Ama', mobile_number: nextPayer() };
    return { url: '/activation_requests', payload, other: { ...payload, name: 'Esi' } };
  },
  acceptActivation: async () => {
    const { id: tenant_id, tenant_code } = await buildLandTenant(it);
    const request = { tenant_code, indenture_number: '', name: 'AMA', mobile_number: '+233247770002' };
    const stored = it.db.insertInto('activation_requests').values({ ...request, asked_at: it.clock.now });
    const { id } = await stored.returning('id').executeTakeFirstOrThrow();
    const payload = { tenant_id, way: 'shown' };
    return { url: `/activation_requests/${id}/accept`, payload, other: { tenant_id, way: 'texted' }, headers: staff };
  },
  decideTenantRequest: async () => {
    const { id: tenant_id } = await buildLandTenant(it);
    const request = {
      tenant_id,
      version: 1,
      wanted: JSON.stringify({ email: 'a@example.com' }),
      asked_at: it.clock.now,
    };
    const stored = it.db.insertInto('tenant_requests').values(request).returning('id');
    const { id } = await stored.executeTakeFirstOrThrow();
    const payload = { fields: { email: { decision: 'accept' } } };
    const other = { fields: { email: { decision: 'refuse', reason: 'It is wrong.' } } };
    return { url: `/tenant_requests/${id}/decide`, payload, other, headers: staff };
  },
  sendTenantMessage: async () => {
    const payload = { subject: 'Rent', message: 'How much?' };
    return { url: '/tenant/messages', payload, other: { ...payload, subject: 'A plot' }, headers: await landTenant() };
  },
  receiveLandPayment: async () => {
    const payload = await paidForPlot();
    return { url: '/land_payments', payload, other: { ...payload, reference: 'FORMS' }, headers: staff };
  },
  sendTenantClaim: async () => {
    const payload = { payment_type: 'CC5000', amount: '50.00', transaction_id: nextTransactionId() };
    return { url: '/tenant/payments', payload, other: { ...payload, amount: '60.00' }, headers: await landTenant() };
  },
  sendTenantPrompt: async () => {
    const payload = { payment_type: 'CC5000', amount: '50.00', payer_number: nextPayer() };
    return { url: '/tenant/prompts', payload, other: { ...payload, amount: '60.00' }, headers: await landTenant() };
  },
  textLandReceipt: async () => {
    const { id: tenant_id } = await buildLandTenant(it, { contact_number: '+233241234567' });
    const { plot_id: _, ...paid } = await paidForPlot();
    const [url, headers] = ['/api/land_payments', { ...staff, 'idempotency-key': randomUUID() }];
    const made = await it.app.inject({ method: 'POST', url, headers, payload: { ...paid, tenant_id } });
    const id = made.json().receipts[0].replace(/^R0*/, '');
    return { url: `/land_receipts/${id}/text`, other: { again: true }, headers: staff };
  },
  makeFeedKey: async () => ({
    url: `/devices/${(await buildDevice(it)).id}/feed_key`,
    other: { again: true },
    headers: staff,
  }),
  createUser: async () => {
    const { username, ...names } = user();
    const given = { username, ...names, email: `${username}@example.com`, user_role: 'Operations' };
    return { url: '/users', payload: given, other: { ...given, first_name: 'Yaw' }, headers: staff };
  },
  createSavedView: async () => {
    const view = { list: '/users', screen: 'users', filters: {}, sort: '', hidden_columns: [], name: randomUUID() };
    return { url: '/saved_views', payload: view, other: { ...view, sort: 'username' }, headers: staff };
  },
  inviteUser: async () => {
    const { id } = await buildUser(it, { role: 'Operations', password: null });
    return { url: `/users/${id}/invitation`, other: { again: true }, headers: staff };
  },
  askUserCode: async () => {
    const { id } = await buildUser(it, { role: 'SuperAdmin' });
    const url = `/users/${id}/code_request`;
    return { url, payload: { reason: 'Lost the phone.' }, other: { reason: 'Forgot it.' }, headers: staff };
  },
  grantApproval: async () => {
    const { id } = await buildUser(it, { role: 'SuperAdmin' });
    const asker = await buildCaller(it, 'SuperAdmin');
    const payload = { reason: 'Lost the phone.' };
    const url = `/api/users/${id}/code_request`;
    await it.app.inject({ method: 'POST', url, headers: asker.headers, payload });
    const asked = await it.db
      .selectFrom('approvals')
      .select('id')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    return { url: `/approvals/${asked.id}/approve`, other: { again: true }, headers: staff };
  },
  addNationality: entry('/nationality', 'nationality'),
  addIdentification: entry('/identification', 'identification'),
  addRelationship: entry('/relationship/add_relationship', 'relationship'),
  addBank: entry('/banks/add_bank', 'bank'),
  addTitle: entry('/titles/add_title', 'title'),
  addPath: entry('/paths', 'path'),
  addStop: entry('/stops', 'stop'),
  addZone: entry('/zones', 'zone'),
  addDenomination: entry('/denominations', 'denomination', { value: '0.25', kind: 'coin' }),
  addApplication: async () => {
    const application = { kind: 'others', plot_id: (await buildPlot(it)).id };
    return {
      url: '/applications',
      payload: application,
      other: { ...application, about: 'Inherited' },
      headers: staff,
    };
  },
  addApplicationPaper: async () => {
    const id = await buildApplication(it, { status: 'draft' });
    const [payload, other] = [new FormData(), new FormData()];
    for (const form of [payload, other]) form.set('paper', 'Site plan');
    payload.set('file', await photoJpeg(1));
    other.set('file', await photoJpeg(2));
    return { url: `/applications/${id}/papers`, payload, other, headers: staff };
  },
  addPlot: async () => {
    const facts = { land_use: 'residential', owner_kind: 'stool', owner_name: 'Nungua stool' };
    const plot = { zone_id: (await buildZone(it)).id, plot_number: '1', ...facts };
    return { url: '/plots', payload: plot, other: { ...plot, plot_number: '2' }, headers: staff };
  },
  addSitePlan: async () => {
    const [payload, other] = [new FormData(), new FormData()];
    payload.set('file', await photoJpeg(1));
    other.set('file', await photoJpeg(2));
    return { url: `/plots/${(await buildPlot(it)).id}/site_plan`, payload, other, headers: staff };
  },
  issueLandDocument: async () => {
    const [one, other] = [await buildTenancy(it), await buildTenancy(it)];
    const certificate = { kind: 'tenancy_certificate', subject_id: one.id };
    return {
      url: '/land_documents',
      payload: certificate,
      other: { ...certificate, subject_id: other.id },
      headers: staff,
    };
  },
  addPlotSlip: async () => {
    const url = `/plots/${(await buildPlot(it)).id}/slips`;
    return { url, payload: nextReceipt(), other: nextReceipt(), headers: staff };
  },
  askLandSlip: async () => {
    const zone_id = (await buildZone(it)).id;
    const { plot_number } = await buildPlot(it, { zone_id });
    const url = '/api/slip_codes';
    const payload = nextReceipt();
    const made = await it.app.inject({ method: 'POST', url, headers: staff, payload });
    const asked = { code: made.json().code, zone_id, plot_number };
    return { url: '/land_slips', payload: asked, other: { ...asked, block: 'B' } };
  },
  makeSlipCode: async () => {
    return { url: '/slip_codes', payload: nextReceipt(), other: nextReceipt(), headers: staff };
  },
  addCourtCase: async () => {
    const payload = courtCase((await buildPlot(it)).id);
    return { url: '/court_cases', payload, other: { ...payload, title: 'Another boundary' }, headers: staff };
  },
  addCaseParty: async () => {
    const payload = { role: 'joined', name: 'Grace Odonkor' };
    return { url: `${await enteredCase()}/parties`, payload, other: { ...payload, name: 'Naa' }, headers: staff };
  },
  addHearing: async () => {
    const payload = { day: '2026-12-01', purpose: 'Mention' };
    return {
      url: `${await enteredCase()}/hearings`,
      payload,
      other: { ...payload, purpose: 'Ruling' },
      headers: staff,
    };
  },
  addCourtOrder: async () => {
    const payload = { day: '2026-11-02', kind: 'other', words: 'File your papers.' };
    return {
      url: `${await enteredCase()}/orders`,
      payload,
      other: { ...payload, words: 'File them.' },
      headers: staff,
    };
  },
  addCasePaper: async () => {
    const [payload, other] = [new FormData(), new FormData()];
    for (const form of [payload, other]) form.set('paper', 'Writ of summons');
    payload.set('file', await photoJpeg(1));
    other.set('file', await photoJpeg(2));
    return { url: `${await enteredCase()}/papers`, payload, other, headers: staff };
  },
  addPlotCaveat: async () => {
    const payload = { kind: 'caveat', about: 'A family wants to be heard', placed_on: '2026-11-02' };
    const url = `/plots/${(await buildPlot(it)).id}/caveats`;
    return { url, payload, other: { ...payload, about: 'Another family' }, headers: staff };
  },
  startRentRun: async () => {
    const run = { kind: 'rent', year: 2026, zone_id: null, is_dry: true };
    return { url: '/rent_runs', payload: run, other: { ...run, year: 2025 }, headers: staff };
  },
  enterRentReview: async () => {
    const { id } = await buildTenancy(it);
    const review = { from_year: 2026, ground_rent: '500.00', reason: 'Valued anew.' };
    const other = { ...review, ground_rent: '600.00' };
    return { url: `/tenancies/${id}/rent_reviews`, payload: review, other, headers: staff };
  },
  sendRentReminders: async () => {
    const { url, headers } = { url: '/rent_reminders', headers: staff };
    const tenancy = await buildTenancy(it, { ground_rent: '75.00' });
    await buildRentCharge(it, tenancy);
    const asked = { url: '/api/rent_reminders/preview?age=this', headers };
    const { recipients, parts } = (await it.app.inject(asked)).json();
    const confirmed = { age: 'this', recipients, parts };
    return { url, payload: confirmed, other: { ...confirmed, parts: parts + 1 }, headers };
  },
  adoptTracker: async () => {
    const unique_id = nextImei();
    const told = { unique_id, feed: 'traccar', first_at: it.clock.now, last_at: it.clock.now } as const;
    await it.db.insertInto('unknown_trackers').values(told).execute();
    return { url: '/unknown_trackers/adopt', payload: { unique_id }, other: { unique_id: nextImei() }, headers: staff };
  },
  captureMomo: async () => {
    const money = { transaction_id: nextTransactionId(), mobile_number: '', amount: '200.00', reference: '' };
    return { url: '/payments/capture_momo', payload: money, other: { ...money, reference: 'RF' }, headers: staff };
  },
  receivePayment: async () => {
    const { transaction_id, ...row } = submissionOf((await buildDriver(it)).driver);
    const received = { mode: 'cash', amount: row.amount, payments: [row] };
    return { url: '/payments/receive', payload: received, other: { ...received, reference: 'RF' }, headers: staff };
  },
  receiveRegistrationFee: async () => {
    const { car_number, driver_code } = (await buildDriver(it)).driver;
    const fee = { mode: 'cash', amount: '200.00', car_number, driver_code };
    return { url: '/reg_fees', payload: fee, other: { ...fee, amount: '210.00' }, headers: staff };
  },
  receiveSubscription: async () => {
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver));
    const { transaction_id, payment_type, ...fee } = subscriptionOf(driver, 2026, 'NOVEMBER');
    const payload = { mode: 'cash', ...fee };
    return { url: '/monthly_subscriptions', payload, other: { ...payload, amount: '310.00' }, headers: staff };
  },
  claimForDriver: async () => {
    const claim = submissionOf((await buildDriver(it)).driver);
    return { url: '/fee_payment', payload: claim, other: { ...claim, amount: '150.00' }, headers: staff };
  },
  addPaymentType: () => {
    const type_code = randomUUID().slice(0, 8);
    return entry('/payment_types', 'description', { ...PAYMENT_TYPE, type_code })();
  },
  addYearlyPrice: async () => {
    await sql`DELETE FROM payment_list WHERE year = 2030 AND type_code = 'RF'`.execute(it.db);
    const price = { year: 2030, type_code: 'RF', amount: '250.00' };
    return { url: '/payment_list', payload: price, other: { ...price, amount: '260.00' }, headers: staff };
  },
  copyYearlyPrices: async () => {
    await sql`DELETE FROM payment_list WHERE year = 2028`.execute(it.db);
    const url = '/payment_list/previous_payment_list';
    return { url, payload: { year: 2028 }, other: { year: 2027 }, headers: staff };
  },
  addLandPrice: async () => {
    const price = { year: 2030, type_code: 'CC2000', zone_id: (await buildZone(it)).id, amount: '250.00' };
    return { url: '/yearly_payments', payload: price, other: { ...price, amount: '260.00' }, headers: staff };
  },
  copyLandPrices: async () => {
    await sql`DELETE FROM payment_list WHERE year = 2028`.execute(it.db);
    const url = '/yearly_payments/previous_yearly_payments';
    return { url, payload: { year: 2028 }, other: { year: 2027 }, headers: staff };
  },
  useCredit: async () => {
    const { driver } = await buildDriver(it, { plan: 'monthly' });
    await buildPayment(it, submissionOf(driver, { amount: '500.00' }), 'cleared');
    const fee = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
    return { url: `/drivers/${driver.id}/credit_uses`, payload: fee, other: { payment_type: 'DP' }, headers: staff };
  },
  addBookAccount: async () => {
    accountCode += 1;
    const payload = { code: String(accountCode), name: 'Tyres', kind: 'expense' };
    return { url: '/ledger_accounts', payload, other: { ...payload, name: 'Oil' }, headers: staff };
  },
  addJournal: async () => ({
    url: '/journals',
    payload: { day: '2026-11-02', description: 'Rent of the office', lines: [] },
    other: { day: '2026-11-02', description: 'Rent of the shop', lines: [] },
    headers: staff,
  }),
  addExpense: async () => {
    const bill = { payee: 'Goil', kind: '5090', day: '2026-11-02', paid_from: '1010', amount: '20.00', tax: 'none' };
    const payload = { ...bill, description: 'Fuel of the pick-up' };
    return { url: '/expenses', payload, other: { ...payload, amount: '21.00' }, headers: staff };
  },
  addAttachment: async () => {
    const journal = { day: '2026-11-02', description: 'Rent of the office', lines: [] };
    const { id } = (await send({ url: '/journals', other: {}, headers: staff }, randomUUID(), journal)).json();
    const [payload, other] = [1, 2].map(() => new FormData()) as [FormData, FormData];
    for (const [n, form] of [payload, other].entries()) {
      form.set('subject_kind', 'journal');
      form.set('subject_id', id);
      form.set('file', await photoJpeg(n));
    }
    return { url: '/book_attachments', payload, other, headers: staff };
  },
  makeBookArchive: async () => {
    const lines = [
      { account: '5090', pesewas: 100n },
      { account: '1030', pesewas: -100n },
    ];
    accountCode += 1;
    const opened = {
      kind: 'opening' as const,
      subjectId: String(accountCode),
      description: 'Opening',
      postings: lines,
    };
    const entries = ['2024-11-01', '2025-11-01'].map((day, n) => ({ ...opened, day, subjectId: `${accountCode}${n}` }));
    await it.db.transaction().execute((tx) => post(tx, entries, { by: null, now: it.clock.now }));
    await it.db.deleteFrom('book_archives').execute();
    return { url: '/book_archives', payload: { year: 2024 }, other: { year: 2025 }, headers: staff };
  },
  openAuditor: async () => {
    const payload = { fullname: 'Esi Quaye', email: 'esi@example.com', days: 7 };
    return { url: '/auditors', payload, other: { ...payload, days: 8 }, headers: staff };
  },
  inviteAuditor: async () => {
    const { id } = await buildAuditor(it);
    return { url: `/auditors/${id}/invitation`, other: { again: true }, headers: staff };
  },
  handInCash: async () => ({
    url: '/cash_ups',
    payload: { day: '2026-11-20', counts: [{ denomination: '1', pieces: 0 }] },
    other: { day: '2026-11-20', counts: [{ denomination: '1', pieces: 1 }] },
    headers: (await buildCaller(it, 'SuperUser')).headers,
  }),
  reconcilePeriod: async () => {
    const { number } = await it.db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
    const postings = [
      { account: '1000', pesewas: 100n },
      { account: '3000', pesewas: -100n },
    ];
    const entry = {
      day: '2026-11-02',
      kind: 'journal' as const,
      subjectId: `98765${number}`,
      description: 'Balance',
      postings,
    };
    await it.db.transaction().execute((tx) => post(tx, [entry], { by: null, now: it.clock.now }));
    await sql`
      INSERT INTO book_line_matches (entry, line, account, day, statement_import, statement_line, stated_day, stated_text, matched_at)
      VALUES (${number}::bigint + 1, 1, '1000', '2026-11-02', 1, ${number}::integer + 1, '2026-11-02', '', now())`.execute(
      it.db,
    );
    const payload = { account: '1000', from: '2026-11-01', to: '2026-11-03' };
    return { url: '/reconciliations', payload, other: { ...payload, to: '2026-11-04' }, headers: staff };
  },
  askShareRule: async () => {
    // One rule waits at a time.
    await it.db.deleteFrom('approvals').where('kind', '=', 'land.share_rule').execute();
    const names = { stool_name: 'Nungua', council_name: 'Ga', assembly_name: 'Krowor' };
    const shares = { oasl_percent: '10', stool_percent: '25', council_percent: '20', assembly_percent: '55' };
    const payload = { valid_from: '2027-01-01', ...shares, types: ['CC2000'], ...names };
    return { url: '/share_rules', payload, other: { ...payload, types: [] }, headers: staff };
  },
  askSharePayout: async () => {
    await buildHeldShare(it, 100);
    const to = { mode: 'bank', paid_to: 'Nungua Stool', reason: 'Shares of October' };
    const payload = { beneficiary: 'stool', amount: '20.00', ...to };
    return { url: '/share_payouts', payload, other: { ...payload, amount: '10.00' }, headers: staff };
  },
  addShareReceipt: async () => {
    const [payload, other] = [new FormData(), new FormData()];
    payload.set('file', await photoJpeg(1));
    other.set('file', await photoJpeg(2));
    const id = await buildSharePayout(it, { isPaid: true });
    return { url: `/share_payouts/${id}/receipt`, payload, other, headers: staff };
  },
  askRefund: async () => {
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver, { amount: '300.00' }), 'cleared');
    const to = { mode: 'cash', paid_to: 'Ama Mensah', reason: 'Paid too much.' };
    const payload = { from: 'credit', driver_id: driver.id, amount: '60.00', ...to };
    return { url: '/refunds', payload, other: { ...payload, amount: '70.00' }, headers: staff };
  },
  askLandRefund: async () => {
    const transfer_id = await buildTransfer(it, { transaction_id: nextTransactionId(), amount: '90.00' });
    const to = { mode: 'cash', paid_to: 'Ama Mensah', reason: 'Paid too much.' };
    const payload = { from: 'money', transfer_id, amount: '60.00', ...to };
    return { url: '/land_refunds', payload, other: { ...payload, amount: '70.00' }, headers: staff };
  },
  declareStolen: async () => {
    const { driver } = await buildDriver(it);
    const payload = { driver_id: driver.id, last_seen: 'Nima, near the market.' };
    return { url: '/stolen_cars', payload, other: { ...payload, last_seen: 'Tema.' }, headers: staff };
  },
  addWaiver: async () => {
    const { driver } = await buildDriver(it, { plan: 'monthly' });
    const payload = { kind: 'waiver', fees: [{ payment_type: 'RF' }], reason: 'A colleague’s driver.' };
    const other = { ...payload, fees: [{ payment_type: 'DP' }] };
    return { url: `/drivers/${driver.id}/waivers`, payload, other, headers: staff };
  },
  sendReminders: async () => {
    const { driver } = await buildDriver(it, { plan: 'monthly' });
    await buildPayment(it, submissionOf(driver), 'cleared');
    const { recipients, parts } = (
      await it.app.inject({ url: '/api/reminders/preview?age=current', headers: staff })
    ).json();
    const confirmed = { age: 'current', recipients, parts };
    return { url: '/reminders', payload: confirmed, other: { ...confirmed, age: 'one' }, headers: staff };
  },
  beginBookCheck: async () => ({ url: '/book_checks', other: { again: true }, headers: staff }),
  uploadStatement: async () => {
    const fileOf = (id: string) => statementForm(statementCsv([{ date: '18/11/2026', id, amount: '5.00' }]));
    return { url: '/statements', payload: fileOf('1234'), other: fileOf('1235'), headers: staff };
  },
  importStatement: async () => {
    const line = { date: '18/11/2026', id: '1234', amount: '5.00' };
    const id = await statementsOf(it, staff).checked(statementCsv([line]));
    return { url: `/statements/${id}/import`, other: { again: true }, headers: staff };
  },
  repeatJournal: async () => {
    const id = await postedJournal(it, staff);
    return { url: `/journals/${id}/repeat`, payload: { day_of_month: 1 }, other: { day_of_month: 2 }, headers: staff };
  },
  uploadBalanceImport: async () => ({
    url: '/balance_imports',
    payload: statementForm(balanceCsv()),
    other: statementForm(balanceCsv([['1020', '5.00', '']])),
    headers: staff,
  }),
  startBalanceImport: async () => {
    const id = await balanceImportsOf(it, staff).checked(balanceCsv());
    return { url: `/balance_imports/${id}/import`, other: { again: true }, headers: staff };
  },
  uploadDeviceImport: async () => ({
    url: '/device_imports',
    payload: statementForm(trackerCsv()),
    other: statementForm(trackerCsv()),
    headers: staff,
  }),
  startDeviceImport: async () => {
    const id = await deviceImportsOf(it, staff).checked(trackerCsv());
    return { url: `/device_imports/${id}/import`, other: { again: true }, headers: staff };
  },
  uploadLandImport: async () => {
    const form = () => statementForm(registerCsv([nextPlotLine('IDEMPOTENT ZONE')]));
    return { url: '/land_imports', payload: form(), other: form(), headers: staff };
  },
  startLandImport: async () => {
    const id = await landImportsOf(it, staff).sent([nextPlotLine((await buildZone(it)).zone)]);
    return { url: `/land_imports/${id}/import`, other: { again: true }, headers: staff };
  },
  takeBackLandImport: async () => {
    const id = await landImportsOf(it, staff).sent([nextPlotLine((await buildZone(it)).zone)]);
    await landImportsOf(it, staff).start(id);
    await landImportServer(it).runDue();
    const payload = { reason: 'The wrong register.' };
    return { url: `/land_imports/${id}/take_back`, payload, other: { reason: 'Another.' }, headers: staff };
  },
  uploadDriverImport: async () => {
    const form = () => statementForm(listCsv([nextListed()]));
    return { url: '/driver_imports', payload: form(), other: form(), headers: staff };
  },
  startDriverImport: async () => {
    const id = await driverImportsOf(it, staff).checked(listCsv([nextListed()]));
    return { url: `/driver_imports/${id}/import`, other: { again: true }, headers: staff };
  },
  takeBackDriverImport: async () => {
    const { import_id } = await importDriver(it, staff);
    const payload = { reason: 'The wrong list.' };
    return { url: `/driver_imports/${import_id}/take_back`, payload, other: { reason: 'Another.' }, headers: staff };
  },
  addCar: async () => {
    const { driver } = await buildDriver(it);
    const payload = { car_number: nextCarNumber() };
    return { url: `/drivers/${driver.id}/cars`, payload, other: { ...payload, plan: 'standard' }, headers: staff };
  },
  askForCar: async () => {
    const payload = { car_number: nextCarNumber() };
    const { headers } = await buildCaller(it, 'Member');
    return { url: '/member/car_requests', payload, other: { ...payload, note: 'Soon.' }, headers };
  },
  issuePasswordCode: async () => {
    const { driver } = await buildDriver(it);
    return { url: `/drivers/${driver.id}/password_code`, other: { again: true }, headers: staff };
  },
};

/** Calls of POST that may be sent twice without a key, each with why. */
const WITHOUT_KEY: Record<string, string> = {
  stopRentRun: 'The second sending is refused: it was stopped.',
  cancelRentCharge: 'The second sending is refused: it was cancelled.',
  login: 'A second session is what a second sign-in is; the first ends unused.',
  loginWithCode: 'The second sending is refused, since the code was used, and the browser signs in anew.',
  memberLogin: 'As signing in as staff.',
  tenantLogin: 'As signing in as staff.',
  setTenantPassword: 'The second sending is refused, since the code was used, and the password is set.',
  noteRentReview: 'The second sending is refused: the review is noted.',
  refuseActivation: 'The second sending is refused: it was decided.',
  undoActivation: 'The second sending is refused: there is nothing to undo any more.',
  withdrawTenantRequest: 'What is withdrawn stays so.',
  textReceipt: 'A receipt is texted once.',
  matchSameMoney: 'What is matched stays so.',
  matchBookLine: 'The second sending is refused: the lines are matched.',
  unmatchBookLine: 'The second sending is refused: there is no match any more.',
  undoReconciliation: 'The second sending is refused: it was undone.',
  countCashAgain: 'The second sending is refused: the new count waits for approval.',
  checkUsername: 'Reads.',
  checkNewUsername: 'Reads.',
  findDriverByCarNumber: 'Reads.',
  generalSearch: 'Reads.',
  specialSearch: 'Reads.',
  searchBank: 'Reads.',
  searchTenants: 'Reads.',
  stepApplication: 'A second one finds another state.',
  decideApplication: 'A second one finds another state.',
  resolveCourtCase: 'A second one finds another state.',
  reopenCourtCase: 'A second one finds another state.',
  followCourtCase: 'Who follows it follows it still.',
  addCasePlot: 'The second sending is refused: the plot is in the case.',
  endHearing: 'A second one notes the same.',
  removePlotCaveat: 'The second sending is refused: it was removed.',
  checkFeePayment: 'Reads.',
  findPaymentType: 'Reads.',
  findClaim: 'Reads.',
  previewCaptures: 'Reads.',
  findAddress: 'Reads.',
  setAdminPassword: 'The code is good for one use, and the second sending says that it was used.',
  setMemberPassword: 'As the first password of staff.',
  changePassword: 'The second sending is refused, since the old password is none any more.',
  startSecondFactor: 'The second secret takes the place of the first, and counts only once an app has it.',
  confirmSecondFactor: 'The second sending is refused, and new recovery codes can be made at any time.',
  renewRecoveryCodes: 'The second sending is refused, since its code was used.',
  refuseApproval: 'The second sending is refused: it does not wait any more.',
  withdrawApproval: 'As refusing one.',
  removeSecondFactor: 'Nothing is left to give up.',
  resetSecondFactor: 'Nothing is left to take away.',
  forgotMemberPassword: 'Sends a code again, as asked; limits hold how often.',
  logoutEverywhere: 'Nothing is left to end.',
  eraseDriver: 'The second sending is refused: the data are erased already.',
  mergeDriver: 'The second sending is refused: the duplicate was merged before.',
  takeMergeBack: 'The second sending is refused: the merge was taken back before.',
  refuseCarRequest: 'The second sending is refused, since it was decided.',
  withdrawCarRequest: 'A withdrawn request stays withdrawn.',
  restoreDriver: 'The second sending is refused: the driver is a current one.',
  clearReady: 'What was cleared is not ready any more.',
  previewClearance: 'Reads.',
  readPlotBoundary: 'Reads.',
  decideMany: 'The second sending is refused case by case: each was decided.',
  blockUser: 'A blocked user stays blocked.',
  cancelBalanceImport: 'As stopping the import of a statement.',
  endAuditor: 'The second sending is refused: the sign-in has ended.',
  cancelDeviceImport: 'As stopping the import of a statement.',
  cancelDriverImport: 'As stopping the import of a statement.',
  cancelLandImport: 'As stopping the import of a statement.',
  cancelStatement: 'The second sending is refused, since no import runs any more.',
  trustServerClock: 'The clock counts as right already.',
  recordTraccarPositions: 'A report is stored once.',
  recordTraccarEvents: 'An alarm is stored once.',
  postOsmand: 'A report is stored once.',
  makeFeedSecret: 'The second secret takes the place of the first, which nobody has used.',
  retryFailedJob: 'The second sending is refused, or the job is due at once already.',
  sendMessageAgain: 'A message that waits is sent once, and then has no words any more.',
  changeDeviceState: 'The second sending is refused: the tracker is in that state already.',
  makeStolenLink: 'The second link is one more, which staff see and can close.',
  closeStolenLink: 'The second sending is refused: the link is closed already.',
  callForHelp: 'The same secret is the same call.',
  takeText: 'A text that is delivered again joins what it has raised.',
  followCall: 'A place is kept once, and so is the word of being safe.',
  openCrashCard: 'The secret of a page is one scan, however often it asks.',
  tellOfCrash: 'The secret of a page is one call; a further sending adds a newer place alone.',
  releaseToScan: 'A scan to which it is released stays so.',
  openTeamCall: 'A sign of a team: a further one changes its time alone.',
  changeTeamCall: 'The same change again is no error.',
  recallTeam: 'The second sending is refused: the team was called back.',
  stopRepeating: 'One that is stopped is refused, and no draft is written twice.',
  startShift: 'Who is on shift stays so.',
  endShift: 'The second sending is refused: the shift has ended.',
  watchBoard: 'A further sign changes its time alone.',
  openSharedCar: 'An opening is kept once an hour of each address.',
  takeOutDevice: 'The second sending is refused: the tracker is in no car any more.',
  releaseDebts: 'The second sending is refused: the first waits for approval, or was approved.',
  releaseWelcomes: 'Welcomes that were let go are no longer held.',
  unblockUser: 'An active user stays active.',
  voidExpense: 'The second sending is refused: it is void, or that waits for approval.',
  postJournal: 'The second sending is refused: it is no draft any more.',
  endJournal: 'The second sending is refused: it is dropped, reversed, or its reversal waits.',
  closeBookYear: 'The second sending is refused: the year is closed already.',
  closeBookMonth: 'The second sending is refused: the month is closed already.',
  reopenBookMonth: 'The second sending is refused: another month was closed last.',
};

const send = ({ url, headers = {} }: Sample, key: string, payload?: object | FormData) =>
  it.app.inject({
    method: 'POST',
    url: `/api${url}`,
    remoteAddress: nextAddress(),
    headers: { ...headers, 'idempotency-key': key },
    ...(payload !== undefined && { payload: payload as NonNullable<InjectOptions['payload']> }),
  });

/** The tables that tell who calls, and the kept answers. */
const KEPT_TABLES = [
  'accounts',
  'role_permissions',
  'sessions',
  'second_factors',
  'second_factor_roles',
  'idempotency_keys',
];

/** Runs `work` while every rule has changed: no table that a handler reads or writes is there. */
const withoutTables = async (work: () => Promise<void>): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(it.db);
  const tables = rows.map(({ name }) => name).filter((name) => !KEPT_TABLES.includes(name));
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.id(to)}`.execute(it.db);
  for (const name of tables) await rename(name, `${name}_gone`);
  try {
    await work();
  } finally {
    for (const name of tables) await rename(`${name}_gone`, name);
  }
};

const sampleOf = async (name: string): Promise<Sample> => {
  const sample = await SAMPLES[name]?.();
  if (!sample) throw new Error(`${name} is idempotent and has no sample here`);
  return sample;
};

const names = Object.entries(ENDPOINTS_BY_NAME).flatMap(([name, { idempotent }]) => (idempotent ? [name] : []));

/** A sample that was sent, the key with which, and its answer. */
type Answered = { name: string; sample: Sample; key: string; body: string };
const answered: Answered[] = [];

test.each(names)('%s gives one answer to three sendings at one moment', async (name) => {
  const sample = await sampleOf(name);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 3 }, () => send(sample, key, sample.payload)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([201, answers[0]?.body]));
  answered.push({ name, sample, key, body: answers[0]?.body ?? '' });
});

test('each answers a repeat with its first answer, whatever has changed, and refuses other bytes', async () => {
  const isAnswered = new Set(answered.map(({ name }) => name));
  const wrong = names.filter((name) => !isAnswered.has(name)).map((name) => `${name} was not answered`);
  await withoutTables(async () => {
    for (const { name, sample, key, body } of answered) {
      const repeat = await send(sample, key, sample.payload);
      if (repeat.statusCode !== 201 || repeat.body !== body) wrong.push(`${name}, repeated: ${repeat.body}`);
      const other = await send(sample, key, sample.other);
      const refusal = [other.statusCode, other.json().code].join(' ');
      if (refusal !== '422 idempotency_key_reused') wrong.push(`${name}, with other bytes: ${other.body}`);
      const { statusCode } = await send(sample, randomUUID(), sample.payload);
      if (statusCode < 400) wrong.push(`${name} does not need the tables`);
    }
  });
  expect(wrong).toEqual([]);
});

test('every POST either takes a key or is known to need none', () => {
  const posts = Object.entries(ENDPOINTS_BY_NAME).filter(([, { method }]) => method === 'POST');
  const withoutKey = posts.flatMap(([name, { idempotent }]) => (idempotent ? [] : [name]));
  expect(withoutKey.sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
});

test('a key at one record is another at the next', async () => {
  const key = randomUUID();
  const [one, another] = await Promise.all([buildUser(it, { role: 'Legal' }), buildUser(it, { role: 'Legal' })]);
  const invite = (id: string) => send({ url: `/users/${id}/invitation`, other: {}, headers: staff }, key);
  const [first, second] = [await invite(one.id), await invite(another.id)];
  expect([first.json().user.id, second.json().user.id]).toEqual([one.id, another.id]);
});

test('what one member of staff was answered, another does not get by the same key', async () => {
  const sample = await sampleOf('createUser');
  const key = randomUUID();
  expect((await send(sample, key, sample.payload)).statusCode).toBe(201);
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const theirs = await send({ ...sample, headers }, key, sample.payload);
  expect([theirs.statusCode, theirs.json().code]).toEqual([409, 'conflict']);
});
