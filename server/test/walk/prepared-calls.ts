import { randomUUID } from 'node:crypto';
import { ENDPOINTS_BY_NAME, type Registration } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
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
import { buildLandReceipt } from '../builders/land-receipts.ts';
import { nextPlotLine, registerCsv } from '../builders/land-registers.ts';
import { buildContactMessage } from '../builders/messages.ts';
import { buildPayment } from '../builders/payments.ts';
import { photoJpeg } from '../builders/photos.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { buildRentCharge } from '../builders/rent.ts';
import { buildHeldShare, buildSharePayout } from '../builders/shares.ts';
import { statementCsv } from '../builders/statements.ts';
import { nextTransactionId, submissionOf } from '../builders/submissions.ts';
import { nextImei, trackerCsv } from '../builders/tracker-lists.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { deviceImportsOf } from '../device-imports.ts';
import { driverImportsOf, importDriver } from '../driver-imports.ts';
import type { TestApp } from '../harness.ts';
import { landImportServer, landImportsOf } from '../land-imports.ts';
import { nextPayer } from '../prompts/harness.ts';
import { nextAddress } from '../register.ts';
import { statementsOf } from '../statement-imports.ts';

type Headers = Record<string, string>;
/** Values of a call's body; `id` is the record in its path, `headers` are those of its caller. */
type Values = { id?: string; headers?: Headers; [field: string]: unknown };
type Payload = object | FormData | undefined;

/** A call with its body, and another body for the same path. */
type Call = { url: string; headers: Headers; payload: Payload; other: Payload };

let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};

const NAMES = ['bank', 'denomination', 'description', 'identification', 'name', 'nationality', 'path', 'relationship'];

/** Fields in which no two records are the same, each with its next value. */
const UNIQUE: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries([...NAMES, 'stop', 'title', 'zone'].map((field) => [field, () => randomUUID()])),
  ...{ car_number: nextCarNumber, imei: nextImei, transaction_id: nextTransactionId },
  ...{ mobile_number: nextPayer, payer_number: nextPayer },
  code: () => String(5950 + next()),
  email: () => `kofi.${next()}@example.com`,
  username: () => `kofi.owusu${next()}`,
};

/** The contract's example of a body, with new values where no two records are the same. */
const exampleOf = (example: object = {}): Values =>
  Object.fromEntries(Object.entries(example).map(([field, value]) => [field, UNIQUE[field]?.() ?? value]));

const fileOf = (content: string) => ({ file: new File([content], 'list.csv') });

/** A form and the same with another file, or an object and the same with another field. */
const bodiesOf = async (values: object, isForm: boolean): Promise<Pick<Call, 'payload' | 'other'>> => {
  const other = { ...values, again: true };
  if (!isForm) return { payload: Object.keys(values).length > 0 ? values : undefined, other };
  const { file = await photoJpeg(), ...rest } = values as { file?: File };
  const form = (sent: File) => formOf({ ...rest, file: sent } as Partial<Registration>);
  return { payload: form(file), other: form(new File([file, ' '], file.name)) };
};

/**
 * Calls of the endpoints with the contract's examples, by staff where strangers may not call. The
 * records that a call needs are prepared by its name.
 */
export const preparedCalls = (it: TestApp, staff: Headers) => {
  const send = ({ url, headers }: Pick<Call, 'url' | 'headers'>, key: string, payload?: Payload) =>
    it.app.inject({
      method: 'POST',
      url: `/api${url}`,
      remoteAddress: nextAddress(),
      headers: { ...headers, 'idempotency-key': key },
      ...(payload !== undefined && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
  const callOf = async (name: string, given: Values = {}): Promise<Call> => {
    const endpoint = ENDPOINTS_BY_NAME[name];
    if (!endpoint) throw new Error(`There is no ${name}`);
    const prepared = { ...exampleOf(endpoint.example), ...(await PREPARED[name]?.()), ...given };
    const { id = '', headers = endpoint.access === 'public' ? {} : staff, ...values } = prepared;
    const bodies = await bodiesOf(values, endpoint.schema.consumes !== undefined);
    return { url: endpoint.url.replace(':id', id), headers, ...bodies };
  };
  const answerOf = async (name: string, given?: Values) => {
    const call = await callOf(name, given);
    return (await send(call, randomUUID(), call.payload)).json();
  };

  const driver = async () => (await buildDriver(it)).driver;
  const monthly = async () => (await buildDriver(it, { plan: 'monthly' })).driver;
  const payer = async () => {
    const { car_number, driver_code } = await driver();
    return { car_number, driver_code };
  };
  /** A driver who paid the registration fee, or more. */
  const paid = async (amount = '200.00') => {
    const built = await monthly();
    await buildPayment(it, submissionOf(built, { amount }), 'cleared');
    return built;
  };
  const tenant = (given: Parameters<typeof buildLandTenant>[1] = {}) => buildLandTenant(it, given);
  const asTenant = async () => {
    const { id: account_id, headers } = await buildCaller(it, 'Tenant');
    await tenant({ account_id });
    return { headers };
  };
  const ofDriver = async () => ({ id: (await driver()).id });
  const ofIncident = async () => ({ id: await buildIncident(it, { driverId: (await driver()).id }) });
  const ofMessage = async () => ({ id: (await buildContactMessage(it)).id });
  const ofTenantMessage = async () => ({ id: (await buildContactMessage(it, { is_tenants: true })).id });
  const ofTeam = async () => ({ id: (await answerOf('addTeam')).team_id });
  const ofDevice = async () => ({ id: (await buildDevice(it)).id });
  const ofPlot = async () => ({ id: (await buildPlot(it)).id });
  const ofReceipt = async () => ({ receipt_number: await buildLandReceipt(it, staff as Record<string, string>) });
  const ofCase = async () => ({ id: (await answerOf('addCourtCase')).id });
  const ofAdmin = async () => ({ id: (await buildUser(it, { role: 'SuperAdmin' })).id });
  const onPlot = async () => ({ plot_id: (await buildPlot(it)).id });
  const inZone = async () => ({ zone_id: (await buildZone(it)).id });
  const withoutPrices = (year: number) => async () => {
    await sql`DELETE FROM payment_list WHERE year = ${year}`.execute(it.db);
    return {};
  };
  const landImport = async () => landImportsOf(it, staff).sent([nextPlotLine((await buildZone(it)).zone)]);

  const PREPARED: Record<string, () => Promise<Values>> = {
    registerDriver: async () => ({ ...nextRegistration() }),
    replaceDriverPhoto: async () => ({ ...(await ofDriver()), reason: 'A better picture.' }),
    makeCrashCard: ofDriver,
    issuePasswordCode: ofDriver,
    addCar: ofDriver,
    askForCar: async () => ({ headers: (await buildCaller(it, 'Member')).headers }),
    startDrill: async () => ({ driver_id: (await driver()).id }),
    declareStolen: async () => ({ driver_id: (await driver()).id }),
    addIncidentPhoto: ofIncident,
    noteIncident: ofIncident,
    makePack: ofIncident,
    addDuty: ofTeam,
    sendTeam: async () => ({ ...(await ofIncident()), team_id: (await ofTeam()).id }),
    submitPayment: payer,
    claimForDriver: payer,
    sendPrompt: payer,
    receivePayment: async () => ({ payments: [{ ...(await payer()), payment_type: 'RF', amount: '200.00' }] }),
    receiveRegistrationFee: payer,
    receiveSubscription: async () => {
      const { car_number, driver_code } = await driver();
      await buildPayment(it, submissionOf({ car_number, driver_code }));
      return { car_number, driver_code };
    },
    correctCash: async () => ({ id: (await answerOf('receivePayment')).payment_ids[0] }),
    useCredit: async () => ({ id: (await paid('500.00')).id }),
    addWaiver: async () => ({ id: (await monthly()).id }),
    askRefund: async () => ({ driver_id: (await paid('300.00')).id }),
    askLandRefund: async () => ({
      transfer_id: await buildTransfer(it, { transaction_id: nextTransactionId(), amount: '90.00' }),
    }),
    sendReminders: async () => {
      await paid();
      const shown = await it.app.inject({ url: '/api/reminders/preview?age=current', headers: staff });
      const { recipients, parts } = shown.json();
      return { recipients, parts };
    },
    replyToContactMessage: ofMessage,
    textContactMessage: ofMessage,
    noteContactWhatsApp: ofMessage,
    answerContactMessage: ofMessage,
    noteContactMessage: ofMessage,
    replyToTenantMessage: ofTenantMessage,
    textTenantMessage: ofTenantMessage,
    noteTenantWhatsApp: ofTenantMessage,
    answerTenantMessage: ofTenantMessage,
    noteTenantMessage: ofTenantMessage,
    fitDevice: async () => ({ ...(await ofDevice()), driver_id: (await driver()).id }),
    makeFeedKey: ofDevice,
    adoptTracker: async () => {
      const unique_id = nextImei();
      const told = { unique_id, feed: 'traccar', first_at: it.clock.now, last_at: it.clock.now } as const;
      await it.db.insertInto('unknown_trackers').values(told).execute();
      return { unique_id };
    },
    addFenceRule: async () => {
      const path = it.db.insertInto('paths').values({ path: randomUUID().toUpperCase() }).returning('id');
      const { id: path_id } = await path.executeTakeFirstOrThrow();
      const row = { path_id, latitude: 5.6, longitude: -0.2, radius_m: 500, changed_at: it.clock.now };
      const shape = it.db.insertInto('fence_shapes').values(row).returning('id');
      return { shape_id: (await shape.executeTakeFirstOrThrow()).id };
    },
    inviteUser: async () => ({ id: (await buildUser(it, { role: 'Operations', password: null })).id }),
    inviteAuditor: async () => ({ id: (await buildAuditor(it)).id }),
    askUserCode: ofAdmin,
    grantApproval: async () => {
      const { id } = await ofAdmin();
      await answerOf('askUserCode', { id, headers: (await buildCaller(it, 'SuperAdmin')).headers });
      const asked = it.db.selectFrom('approvals').select('id').where('subject_id', '=', id);
      return { id: (await asked.executeTakeFirstOrThrow()).id };
    },
    addPaymentType: async () => ({ type_code: randomUUID().slice(0, 8) }),
    addYearlyPrice: withoutPrices(2030),
    copyYearlyPrices: withoutPrices(2028),
    addLandPrice: inZone,
    copyLandPrices: withoutPrices(2028),
    renewTenantCode: async () => ({ id: (await tenant()).id }),
    askForTenantChange: asTenant,
    sendTenantMessage: asTenant,
    sendTenantClaim: asTenant,
    sendTenantPrompt: asTenant,
    acceptActivation: async () => {
      const { id: tenant_id, tenant_code } = await tenant();
      const request = { tenant_code, indenture_number: '', name: 'AMA', mobile_number: '+233247770002' };
      const stored = it.db.insertInto('activation_requests').values({ ...request, asked_at: it.clock.now });
      return { id: (await stored.returning('id').executeTakeFirstOrThrow()).id, tenant_id };
    },
    decideTenantRequest: async () => {
      const request = { version: 1, wanted: JSON.stringify({ email: 'a@example.com' }), asked_at: it.clock.now };
      const stored = it.db.insertInto('tenant_requests').values({ ...request, tenant_id: (await tenant()).id });
      return { id: (await stored.returning('id').executeTakeFirstOrThrow()).id };
    },
    receiveLandPayment: onPlot,
    textLandReceipt: async () => {
      const { id: tenant_id } = await tenant({ contact_number: '+233241234567' });
      const { receipts } = await answerOf('receiveLandPayment', { plot_id: undefined, tenant_id });
      return { id: receipts[0].replace(/^R0*/, '') };
    },
    addApplication: onPlot,
    addApplicationPaper: async () => ({ id: await buildApplication(it, { status: 'draft' }), paper: 'Site plan' }),
    addPlot: inZone,
    addSitePlan: ofPlot,
    issueLandDocument: async () => ({ subject_id: (await buildTenancy(it)).id }),
    addPlotSlip: async () => ({ ...(await ofPlot()), ...(await ofReceipt()) }),
    makeSlipCode: ofReceipt,
    askLandSlip: async () => {
      const { zone_id } = await inZone();
      const { plot_number } = await buildPlot(it, { zone_id });
      return { code: (await answerOf('makeSlipCode')).code, zone_id, plot_number };
    },
    addCourtCase: async () => ({ plot_ids: [(await buildPlot(it)).id] }),
    addCaseParty: ofCase,
    addHearing: ofCase,
    addCourtOrder: ofCase,
    addCasePaper: async () => ({ ...(await ofCase()), paper: 'Writ of summons' }),
    addPlotCaveat: ofPlot,
    enterRentReview: async () => ({ id: (await buildTenancy(it)).id }),
    sendRentReminders: async () => {
      await buildRentCharge(it, await buildTenancy(it, { ground_rent: '75.00' }));
      const shown = await it.app.inject({ url: '/api/rent_reminders/preview?age=this', headers: staff });
      const { recipients, parts } = shown.json();
      return { recipients, parts };
    },
    addAttachment: async () => ({ subject_kind: 'journal', subject_id: (await answerOf('addJournal')).id }),
    repeatJournal: async () => ({ id: await postedJournal(it, staff) }),
    makeBookArchive: async () => {
      const postings = [
        { account: '5090', pesewas: 100n },
        { account: '1030', pesewas: -100n },
      ];
      const opened = { kind: 'opening', description: 'Opening', day: '2024-11-01', postings } as const;
      const entry = { ...opened, subjectId: String(5950 + next()) };
      await it.db.transaction().execute((tx) => post(tx, [entry], { by: null, now: it.clock.now }));
      await it.db.deleteFrom('book_archives').execute();
      return {};
    },
    handInCash: async () => ({ headers: (await buildCaller(it, 'SuperUser')).headers }),
    reconcilePeriod: async () => {
      const { number } = await it.db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
      const postings = [
        { account: '1000', pesewas: 100n },
        { account: '3000', pesewas: -100n },
      ];
      const journal = { kind: 'journal', description: 'Balance', day: '2026-11-02', postings } as const;
      const entry = { ...journal, subjectId: `98765${number}` };
      await it.db.transaction().execute((tx) => post(tx, [entry], { by: null, now: it.clock.now }));
      await sql`
        INSERT INTO book_line_matches
          (entry, line, account, day, statement_import, statement_line, stated_day, stated_text, matched_at)
        VALUES (${number}::bigint + 1, 1, '1000', '2026-11-02', 1, ${number}::integer + 1, '2026-11-02', '', now())`.execute(
        it.db,
      );
      return {};
    },
    askShareRule: async () => {
      // One rule waits at a time.
      await it.db.deleteFrom('approvals').where('kind', '=', 'land.share_rule').execute();
      return {};
    },
    askSharePayout: async () => {
      await buildHeldShare(it, 100);
      return {};
    },
    addShareReceipt: async () => ({ id: await buildSharePayout(it, { isPaid: true }) }),
    uploadStatement: async () => fileOf(statementCsv([{ date: '18/11/2026', id: '1234', amount: '5.00' }])),
    importStatement: async () => {
      const line = { date: '18/11/2026', id: '1234', amount: '5.00' };
      return { id: await statementsOf(it, staff).checked(statementCsv([line])) };
    },
    uploadBalanceImport: async () => fileOf(balanceCsv()),
    startBalanceImport: async () => ({ id: await balanceImportsOf(it, staff).checked(balanceCsv()) }),
    uploadDeviceImport: async () => fileOf(trackerCsv()),
    startDeviceImport: async () => ({ id: await deviceImportsOf(it, staff).checked(trackerCsv()) }),
    uploadLandImport: async () => fileOf(registerCsv([nextPlotLine('IDEMPOTENT ZONE')])),
    startLandImport: async () => ({ id: await landImport() }),
    takeBackLandImport: async () => {
      const id = await landImport();
      await landImportsOf(it, staff).start(id);
      await landImportServer(it).runDue();
      return { id };
    },
    uploadDriverImport: async () => fileOf(listCsv([nextListed()])),
    startDriverImport: async () => ({ id: await driverImportsOf(it, staff).checked(listCsv([nextListed()])) }),
    takeBackDriverImport: async () => ({ id: (await importDriver(it, staff)).import_id ?? '' }),
  };
  return { callOf, send };
};
