import { MONTH_CODES, MONTHS, type PaymentSubmission } from '@banbo/contract';
import { type Line, statementCsv } from '../../../server/test/builders/statements.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnOwnBooks } from '../../harness/own-product.ts';
import { readPdf } from '../../harness/pdf.ts';
import { followMenu, OWN_PASSWORD, setPassword, signIn, signInMember } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import { anAddress, claimWithoutPage, enrol, type Somebody, somebody, submit, toast } from '../../harness/visitor.ts';

const test = testOnOwnBooks();

test.beforeAll(async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await page.goto(product.firstLink());
  await setPassword(page);
  await page.close();
});

const YEAR = 2026;
const TODAY = new Date().toLocaleDateString('en-GB', { timeZone: 'Africa/Accra' });

type Month = (typeof MONTH_CODES)[number];
type Payer = { who: Somebody; code: string; address: string };

/** The registration fee, or the subscription of a month. */
const feeOf = ({ car, transaction }: Somebody, code: string, month?: Month): PaymentSubmission => ({
  car_number: car,
  driver_code: code,
  transaction_id: transaction,
  ...(month
    ? { payment_type: 'SS', payment_year: YEAR, payment_month: month, amount: '300.00' }
    : { payment_type: 'RF', amount: '200.00' }),
});

test('of a statement of 200 lines exactly the 12 that somebody must look at wait, and the books agree @deep', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const lines: Line[] = [];
  const claim = async ({ who, code, address }: Payer, month?: Month, given: Partial<Line> = {}) => {
    const fee = feeOf({ ...who, transaction: somebody().transaction }, code, month);
    expect(await claimWithoutPage(page, fee, address)).toBe(201);
    lines.push({ date: TODAY, id: fee.transaction_id, amount: fee.amount, ...given });
    return fee.transaction_id;
  };
  const payers: Payer[] = [];
  for (let n = 0; n < 16; n += 1) {
    const [who, address] = [somebody(), anAddress()];
    payers.push({ who, address, ...(await enrol(page, who, address)) });
  }
  const [first, ...others] = payers;
  const [last, rival] = [others.pop(), others.at(-1)];
  if (!first || !last || !rival) throw new Error('There are no drivers.');
  for (const payer of [first, ...others]) {
    for (const month of [undefined, ...MONTH_CODES]) if (lines.length < 188) await claim(payer, month);
  }
  expect(lines).toHaveLength(188);

  const differ: string[] = [];
  for (const month of [undefined, ...MONTH_CODES.slice(0, 2)])
    differ.push(await claim(last, month, { amount: '90.50' }));
  const below = { ...feeOf({ ...last.who, transaction: somebody().transaction }, last.code, MONTH_CODES[2]) };
  below.amount = '90.50';
  expect(await claimWithoutPage(page, below, last.address)).toBe(201);
  lines.push({ date: TODAY, id: below.transaction_id, amount: below.amount });
  const twice: string[] = [];
  for (const month of MONTH_CODES.slice(3, 5)) {
    const id = await claim(last, month);
    expect(
      await claimWithoutPage(page, feeOf({ ...rival.who, transaction: id }, rival.code, month), rival.address),
    ).toBe(409);
    twice.push(id);
  }
  const paid = [await claim(first), await claim(first, MONTH_CODES[0])];
  const [stray, ...unclaimed] = Array.from({ length: 4 }, () => somebody().transaction);
  for (const id of unclaimed) lines.push({ date: TODAY, id, amount: '300.00', reference: 'SUBSCRIPTION' });
  lines.push({ date: TODAY, id: String(stray), amount: '300.00', reference: 'GX 9999-99' });
  expect(lines).toHaveLength(200);

  await signIn(page, 'superadmin', '/statement_import', OWN_PASSWORD);
  await page.getByLabel('Statement file').setInputFiles({
    name: 'MTN.csv',
    mimeType: 'text/csv',
    // The exceptions stand among the others, and in no order.
    buffer: Buffer.from(statementCsv([...lines.slice(150), ...lines.slice(0, 150)])),
  });
  await expect(page).toHaveURL(/\/statement_import\/\d+$/);
  await expect(page.getByLabel('Days')).toBeVisible();
  await lookOver(page, 'statement_import-columns');
  await page.getByLabel('Days').selectOption({ label: 'Day first: 20/11/2026' });
  await page.getByRole('button', { name: 'Check the lines' }).click();
  await page.getByLabel('Payment', { exact: true }).selectOption('Money in');
  await page.getByRole('button', { name: 'Check again' }).click();
  const outcomes = page.getByRole('group', { name: 'What happens' }).getByRole('button');
  const expected = [
    /^1 Waits: below the price/,
    /^188 Clears a claim/,
    /^3 Waits: amount differs/,
    /^2 Waits: claimed twice/,
    /^4 Waits: no claim/,
    /^2 Waits: fee already paid/,
  ];
  await expect(outcomes).toHaveText(expected);
  await lookOver(page, 'statement_import-lines');
  await page.getByRole('button', { name: 'Import 200 lines' }).click();
  await expect(page.getByText(/, imported /)).toBeVisible({ timeout: 30_000 });
  const happened = page.getByRole('group', { name: 'What happened' }).getByRole('button');
  await expect(happened).toHaveText([/^1 Waits: below the price/, /^188 Cleared a claim/, ...expected.slice(2)]);

  await followMenu(page, 'Payment Clearance');
  const kinds = page.getByRole('group', { name: 'Why it waits' });
  await expect(kinds.getByRole('button', { name: '12 waiting' })).toBeVisible();
  const ids = page.locator('tbody td[data-label="Transaction ID"]');
  for (const [name, waiting] of Object.entries({
    '3 amount differs': differ,
    '1 below the price': [below.transaction_id],
    '2 claimed twice': twice,
    '2 already paid': paid,
    '3 money without a claim': unclaimed,
    '1 unknown car number': [stray],
  })) {
    const chip = kinds.getByRole('button', { name });
    if (await chip.isVisible()) await chip.click();
    else {
      await kinds.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    // The rows of the kind before stay until the new ones have come.
    await expect.poll(async () => (await ids.allTextContents()).sort(), name).toEqual([...waiting].sort());
  }

  await page.goto('/book_checks');
  await page.getByRole('button', { name: 'Check the books now' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('The books agree', { timeout: 30_000 });
});

test('a driver pays by MoMo, a clerk pastes the network’s message, and the receipt proves itself to anybody', async ({
  page,
  browser,
  product,
}) => {
  const who = somebody();
  const { code, setup } = await enrol(page, who);
  const data = { car_number: who.car, setup_code: setup, password: OWN_PASSWORD };
  const headers = { 'x-requested-with': 'banbo', origin: product.url };
  expect((await page.request.post('/api/auth/set_member_password', { data, headers })).status()).toBe(200);
  expect(await claimWithoutPage(page, feeOf({ ...who, transaction: somebody().transaction }, code))).toBe(201);

  const phone = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 740 } });
  const driver = await phone.newPage();
  await driver.goto('/main_payments');
  await driver.getByLabel('Car Number').fill(who.car);
  await driver.getByLabel('Car Number').press('Tab');
  await expect(driver.getByLabel('Driver Code')).toHaveValue(code);
  await driver.getByLabel('Payment Type').selectOption('SS');
  await driver.getByLabel('Payment Month').selectOption(MONTH_CODES[new Date().getUTCMonth()] ?? '');
  await expect(driver.getByLabel('Amount')).toHaveValue('300.00');
  await driver.getByLabel('Transaction ID').fill(who.transaction);
  await submit(driver).click();
  await expect(driver.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(who.transaction);

  await signIn(page, 'superadmin', '/capture_momo', OWN_PASSWORD);
  await page
    .getByLabel('Paste the whole message')
    .fill(
      `Payment received for GHS 300.00 from AMA MENSAH Current Balance: GHS 2451.24 . Available Balance: GHS 2451.24. ` +
        `Reference: ${who.car}. Transaction ID: ${who.transaction}. TRANSACTION FEE: 0.00`,
    );
  await expect(page.getByLabel('Transaction ID')).toHaveValue(who.transaction);
  await expect(page.getByLabel('Amount')).toHaveValue('300.00');
  await expect(page.getByRole('region', { name: 'Claim' })).toContainText(code);
  await expectAccessible(page);
  await submit(page).click();
  await expect(page.getByText('I have seen this payment')).toBeVisible();
  await page.getByLabel('I have seen this payment in the MoMo account').check();
  await submit(page).click();
  const captured = page.getByRole('region', { name: 'Captured just now' });
  await expect(captured).toContainText('The claim is cleared.');
  await expect(page.getByLabel('Paste the whole message')).toBeFocused();
  await expectAccessible(page);
  await expect(captured.getByRole('button', { name: /^Print receipt R/ })).toBeVisible();
  await captured.getByRole('button', { name: /^Text receipt R/ }).click();
  await expect(toast(page, /texted (to|on)/)).toBeVisible();

  await signInMember(driver, { car: who.car, code, password: OWN_PASSWORD });
  // A line on a phone, which opens to the ID and the state.
  const paid = driver.getByRole('listitem').filter({ hasText: who.transaction });
  await expect(paid).toContainText('Cleared');
  const [saved] = await Promise.all([
    driver.waitForEvent('download'),
    paid.getByRole('button', { name: `the receipt of ${who.transaction}` }).click(),
  ]);
  const receipt = await readPdf(driver, await saved.path());
  const [number = ''] = /R\d{6}/.exec(receipt.text) ?? [];
  expect(receipt.text).toContain(`Receipt ${number}`);
  expect(receipt.text).toContain('AMA MENSAH');
  expect(receipt.pages).toBe(1);
  expect(receipt.qr).toMatch(new RegExp(`^${product.url}/receipt/[0-9A-Z]{16}$`));

  const stranger = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 740 } });
  const checked = await stranger.newPage();
  await checked.goto(receipt.qr);
  const shown = checked.getByRole('main');
  await expect(shown).toContainText('This receipt is one of ours.');
  for (const told of [number, 'GHS 300.00', 'AMA M.']) await expect(shown).toContainText(told);
  for (const kept of ['MENSAH', who.car, who.transaction, code]) await expect(shown).not.toContainText(kept);
  await expectNoSidewaysScroll(checked);
  await expectAccessible(checked);
  await phone.close();
  await stranger.close();
});

test('twenty messages of the evening are captured with four keys and a paste, and what waits says so @deep', async ({
  page,
}) => {
  const payers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const who = somebody();
      const { code } = await enrol(page, who, anAddress());
      expect(await claimWithoutPage(page, feeOf(who, code), anAddress())).toBe(201);
      return who;
    }),
  );
  const others = Array.from({ length: 17 }, () => somebody());
  const messages = [...payers, ...others].map(
    ({ car, transaction }) =>
      `Payment received for GHS 200.00 from AMA MENSAH Current Balance: GHS 2451.24 . Available Balance: GHS 2451.24. ` +
      `Reference: ${car}. Transaction ID: ${transaction}. TRANSACTION FEE: 0.00`,
  );
  await signIn(page, 'superadmin', '/capture_momo', OWN_PASSWORD);
  const box = page.getByLabel('Paste the whole message');
  await expect(box).toBeFocused();
  let actions = 0;
  const act = async (work: Promise<unknown>) => {
    actions += 1;
    await work;
  };
  await act(
    box.evaluate((field: HTMLTextAreaElement, text) => {
      field.setSelectionRange(0, 0);
      document.execCommand('insertText', false, text);
    }, messages.join('\n')),
  );
  await expect(page.getByText('20 messages: 20 can be captured.')).toBeVisible();
  await expect(page.getByText(/^Clears AMA MENSAH/)).toHaveCount(3);
  await expectAccessible(page);
  await act(page.keyboard.press('Tab'));
  await act(page.keyboard.press('Space'));
  await act(page.keyboard.press('Control+Enter'));
  const captured = page.getByRole('region', { name: 'Captured just now' });
  await expect(captured.getByRole('listitem')).toHaveCount(20, { timeout: 30_000 });
  await expect(captured.getByText('Cleared', { exact: true })).toHaveCount(3);
  await expect(captured.getByText('No claim yet')).toHaveCount(17);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  expect(actions).toBeLessThanOrEqual(25);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('money whose payer wrote nothing useful pays a driver’s fees, who is found by a misheard name, by keyboard @deep', async ({
  page,
  product,
}) => {
  const who = somebody();
  const { code } = await enrol(page, who, anAddress(), { first_name: 'KWABLA', last_name: 'AGBEKO' });
  const send = await staffCalls(page, product.url, 'superadmin', OWN_PASSWORD);
  const captured = { transaction_id: who.transaction, amount: '700.00', reference: 'SUBSCRIPTION', mobile_number: '' };
  await send('POST', '/payments/capture_momo', { ...captured, seen_in_account: true });

  await signIn(page, 'superadmin', `/payment_clearance?search=${who.transaction}`, OWN_PASSWORD);
  const { keyboard } = page;
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'The chosen case' });
  await expect(panel.getByRole('heading', { level: 2, name: 'Unknown payer' })).toBeFocused();
  await keyboard.press('d');
  await expect(panel.getByRole('textbox', { name: 'Find the driver' })).toBeFocused();
  await keyboard.type('agbekko kwabla');
  await keyboard.press('Enter');
  const pay = panel.getByRole('button', { name: 'Pay what they owe' });
  await expect(pay).toBeFocused();
  await expect(panel.getByText('Kwabla Agbeko')).toBeVisible();
  await expect(panel.getByText('Monthly Subscription plan')).toBeVisible();
  await lookOver(page, 'payment_clearance-found');
  await keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Clear GHS 700.00' })).toBeFocused();
  const fees = await question.getByRole('listitem').count();
  expect(fees).toBeGreaterThan(1);
  await keyboard.press('Enter');
  await expect(toast(page, 'Cleared')).toBeVisible();

  // By the name, what was paid is found as decided cases.
  await page.goto('/payment_clearance');
  await page.getByPlaceholder('Name, plate, mobile, code or transaction ID').fill('agbeko');
  await keyboard.press('Enter');
  await expect(page.locator('tbody tr')).toHaveCount(fees);
  await expect(page.locator('tbody').getByText(/^Cleared/)).toHaveCount(fees);
  await page.goto(`/payment_clearance?search=${code}`);
  await expect(page.locator('tbody tr')).toHaveCount(fees);
});

test('cash is received, handed a receipt, and stands in the day’s cash', async ({ page }) => {
  const who = somebody();
  const { code } = await enrol(page, who);
  await signIn(page, 'superadmin', `/receive_payments?driver=${code}`, OWN_PASSWORD);
  await page.getByRole('button', { name: 'Registration fee: GHS 200.00', exact: true }).click();
  await submit(page).click();
  const print = page.getByRole('button', { name: /^Print receipt R/ });
  await expect(print).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Another' }).click();
  await expect(page.getByLabel('Find the driver')).toBeFocused();

  await followMenu(page, 'Cash Taken');
  const clerks = page.getByRole('table', { name: 'Cash by clerk' });
  await expect(clerks).toContainText('superadmin');
  await expectAccessible(page);
  await clerks.getByRole('link', { name: /Cash taken of superadmin/ }).click();
  const taken = page.getByRole('table', { name: 'Cash of superadmin' });
  await expect(taken).toContainText(code);
  await expect(taken).toContainText(/R\d{6}/);
  await expectAccessible(page);
});

test('two halves pay a month: the first is held towards it, and with the second nothing of it is missing @deep', async ({
  page,
}) => {
  const who = somebody();
  const { code } = await enrol(page, who);
  const month = MONTHS[new Date().getUTCMonth()] ?? '';
  const subscription = `MONTHLY SUBSCRIPTION, ${month} ${YEAR}`;
  await signIn(page, 'superadmin', '/receive_payments', OWN_PASSWORD);
  const receive = async (...fees: string[]) => {
    await page.getByLabel('Find the driver').fill(code);
    await page.getByLabel('Find the driver').press('Enter');
    for (const name of fees) await page.getByRole('button', { name, exact: true }).click();
  };
  const offered = `Monthly subscription, ${month.slice(0, 3)} ${YEAR}`;
  await receive('Registration fee: GHS 200.00', `${offered}: GHS 300.00`);
  await page.getByLabel('Amount of payment 2').fill('150');
  await page.getByLabel('Amount of payment 2').press('Tab');
  await expect(page.getByText('Price GHS 300.00, less: held as credit')).toBeVisible();
  await submit(page).click();
  await expect(
    page.getByRole('status').filter({ hasText: `GHS 150.00 is held towards ${subscription}; GHS 150.00 is missing.` }),
  ).toBeVisible();
  await receive(`${offered}: GHS 150.00 of GHS 300.00`);
  await expect(page.getByText('GHS 150.00 missing of GHS 300.00')).toBeVisible();
  await expectAccessible(page);
  await submit(page).click();
  await expect(
    page.getByRole('status').filter({ hasText: `GHS 150.00 pays ${subscription}, with what was held towards it.` }),
  ).toBeVisible();

  await page.goto(`/arrears?driver_code=${code}`);
  await page.getByRole('link', { name: 'AMA MENSAH' }).click();
  await page.getByRole('link', { name: 'Standing' }).click();
  const standing = page.getByRole('region', { name: 'Payments and debts' });
  const paid = standing.getByRole('listitem').filter({ hasText: offered });
  await expect(paid).toHaveText(/From credit$/);
  await expect(standing).not.toContainText('missing');
  await page.goto('/book_checks');
  await page.getByRole('button', { name: 'Check the books now' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('The books agree', { timeout: 30_000 });
});

test('a cheque covers nothing before its bank has paid it, and once it bounced its fee is due again @deep', async ({
  page,
}) => {
  const who = somebody();
  const { code } = await enrol(page, who);
  const fee = 'Registration fee: GHS 200.00';
  const openDesk = async () => {
    await page.goto(`/receive_payments?driver=${code}`);
    await expect(page.getByText('AMA MENSAH').first()).toBeVisible();
  };
  await signIn(page, 'superadmin', '/dashboard', OWN_PASSWORD);
  await openDesk();
  await page.getByLabel('Paid by').selectOption('Cheque');
  await page.getByLabel('Cheque Number').fill('000123');
  await page.getByLabel(/^Bank/).selectOption('GCB BANK');
  await page.getByLabel('Drawer’s Name').fill('Kofi Asante');
  await page.getByLabel('Money received').fill('200');
  await page.getByRole('button', { name: fee, exact: true }).click();
  await expectAccessible(page);
  await submit(page).click();
  const told = 'Cheque 000123 of GHS 200.00 is received: its payment waits until the bank has paid it.';
  await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Another' })).toBeFocused();

  const openCheque = async () => {
    await page.goto('/money_received?search=000123');
    await page.getByRole('link', { name: 'Cheque 000123, GCB BANK' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cheque 000123, GCB BANK' })).toBeVisible();
  };
  const dueFees = async () => {
    await page.goto(`/global_drivers?driver_code=${code}`);
    await page.locator('tbody').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Standing' }).click();
    return page.getByRole('region', { name: 'Payments and debts' }).getByRole('listitem');
  };
  await expect((await dueFees()).filter({ hasText: 'REGISTRATION FEE' })).toContainText('waits to be cleared');
  await openCheque();
  await page.getByRole('button', { name: 'Bank paid it…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bank paid it' }).click();
  await expect(toast(page, 'The bank paid GHS 200.00. The payment is cleared.')).toBeVisible();
  await expect((await dueFees()).filter({ hasText: 'REGISTRATION FEE' })).toHaveText(/Paid$/);

  await openCheque();
  await page.getByRole('button', { name: 'Bounced…' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('radio', { name: 'Refer to drawer.' }).check();
  await question.getByRole('button', { name: 'It bounced' }).click();
  await expect(toast(page, 'The cheque bounced. Its payment is reversed.')).toBeVisible();
  await expect((await dueFees()).filter({ hasText: 'REGISTRATION FEE' })).toHaveText(/GHS 200\.00$/);
  await page.goto('/book_checks');
  await page.getByRole('button', { name: 'Check the books now' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('The books agree', { timeout: 30_000 });
});
