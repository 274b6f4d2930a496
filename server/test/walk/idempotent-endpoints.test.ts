import { randomUUID } from 'node:crypto';
import { ENDPOINTS_BY_NAME } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller, buildUser } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { preparedCalls } from './prepared-calls.ts';

const SENDS_MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://localhost:80' };
const SENDS_TEXTS = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' };

let it: TestApp;
let staff: Record<string, string>;
let calls: ReturnType<typeof preparedCalls>;
type Send = (typeof calls)['send'];
type Call = Awaited<ReturnType<(typeof calls)['callOf']>>;
beforeAll(async () => {
  it = await startApp({ ...TAKES_PROMPTS, ...SENDS_MAIL, ...SENDS_TEXTS });
});
// Another person for each call: the calls of one are limited.
beforeEach(async () => {
  staff = (await buildCaller(it, 'SuperAdmin')).headers;
  calls = preparedCalls(it, staff);
});
afterAll(() => it.close());

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
  confirmUser: 'A second one finds the user confirmed.',
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
  endQueueGroup: 'The second sending is refused, or ends calls that came since.',
  knowCaller: 'The second sending is refused: the caller is known.',
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

const names = Object.entries(ENDPOINTS_BY_NAME).flatMap(([name, { idempotent }]) => (idempotent ? [name] : []));

/** A call that was answered, with its key, and with what sends it. */
type Answered = { name: string; call: Call; send: Send; key: string; body: string };
const answered: Answered[] = [];

test.each(names)('%s gives one answer to three sendings at one moment', async (name) => {
  const { send } = calls;
  const call = await calls.callOf(name);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 3 }, () => send(call, key, call.payload)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([201, answers[0]?.body]));
  answered.push({ name, call, send, key, body: answers[0]?.body ?? '' });
});

test('each answers a repeat with its first answer, whatever has changed, and refuses other bytes', async () => {
  const isAnswered = new Set(answered.map(({ name }) => name));
  const wrong = names.filter((name) => !isAnswered.has(name)).map((name) => `${name} was not answered`);
  await withoutTables(async () => {
    for (const { name, call, send, key, body } of answered) {
      const repeat = await send(call, key, call.payload);
      if (repeat.statusCode !== 201 || repeat.body !== body) wrong.push(`${name}, repeated: ${repeat.body}`);
      const other = await send(call, key, call.other);
      const refusal = [other.statusCode, other.json().code].join(' ');
      if (refusal !== '422 idempotency_key_reused') wrong.push(`${name}, with other bytes: ${other.body}`);
      const { statusCode } = await send(call, randomUUID(), call.payload);
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
  const invite = (id: string) => calls.send({ url: `/users/${id}/invitation`, headers: staff }, key);
  const [first, second] = [await invite(one.id), await invite(another.id)];
  expect([first.json().user.id, second.json().user.id]).toEqual([one.id, another.id]);
});

test('what one member of staff was answered, another does not get by the same key', async () => {
  const call = await calls.callOf('createUser');
  const key = randomUUID();
  expect((await calls.send(call, key, call.payload)).statusCode).toBe(201);
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const theirs = await calls.send({ ...call, headers }, key, call.payload);
  expect([theirs.statusCode, theirs.json().code]).toEqual([409, 'conflict']);
});
