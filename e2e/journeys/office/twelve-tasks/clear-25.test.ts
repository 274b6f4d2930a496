import { beginTask } from '../../../harness/keyboard-task.ts';
import { testOnOwnBooks } from '../../../harness/own-product.ts';
import { OWN_PASSWORD, setPassword, signIn } from '../../../harness/people.ts';
import { staffCalls } from '../../../harness/staff-calls.ts';
import { expect, expectAccessible } from '../../../harness/test.ts';
import { anAddress, claimWithoutPage, enrol, somebody } from '../../../harness/visitor.ts';

const test = testOnOwnBooks();

/** The keys of a clerk for each reason that a case may have. */
const KEYS = [
  [/Below the price/, ['c']],
  [/Amount differs/, ['c']],
  [/No receipt yet/, ['r', '1', 'Enter']],
  [/Money without a claim|Unknown car number/, ['1', 'Enter']],
] as const;

test('25 mixed cases are cleared with at most 53 keys, and without a mouse @deep', async ({ page, product }) => {
  test.setTimeout(180_000);
  await page.goto(product.firstLink());
  await setPassword(page);
  const send = await staffCalls(page, product.url, 'superadmin', OWN_PASSWORD);
  const capture = (transaction_id: string, amount: string, reference = '') =>
    send('POST', '/payments/capture_momo', {
      ...{ transaction_id, amount, reference, mobile_number: '', seen_in_account: true },
    });
  const claim = async (amount = '200.00'): Promise<string> => {
    const [who, address] = [somebody(), anAddress()];
    const { code } = await enrol(page, who, address);
    const fee = { car_number: who.car, driver_code: code, payment_type: 'RF', amount, transaction_id: who.transaction };
    expect(await claimWithoutPage(page, fee, address)).toBe(201);
    return who.transaction;
  };
  for (let n = 0; n < 8; n += 1) await capture(await claim(), '150.00');
  for (let n = 0; n < 4; n += 1) await claim();
  for (let n = 0; n < 4; n += 1) await capture(await claim('150.00'), '150.00');
  for (let n = 0; n < 9; n += 1) {
    const who = somebody();
    await enrol(page, who, anAddress());
    await capture(who.transaction, '200.00', n % 2 === 0 ? who.car : `FEE ${who.car}`);
  }

  await signIn(page, 'superadmin', '/dashboard', OWN_PASSWORD);
  const task = await beginTask(page);
  await task.open('clearance', '/payment_clearance');
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(20);
  await expect(page.getByRole('button', { name: '25 waiting' })).toHaveAttribute('aria-pressed', 'true');
  await task.press('n');
  const panel = page.getByRole('complementary', { name: 'The chosen case' });
  for (let left = 25; left > 0; left -= 1) {
    await expect(
      panel.getByText(/^(Below the price|Amount differs|No receipt yet|Money without a claim|Unknown car number)$/),
    ).toBeVisible();
    const text = await panel.innerText();
    const keys = KEYS.find(([reason]) => reason.test(text))?.[1] ?? [];
    const before = new URL(page.url()).searchParams.get('case');
    for (const key of keys) {
      await task.press(key);
      if (key !== 'Enter' && keys.length > 1) await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
    }
    // The next case opens by itself, and has the focus.
    await expect.poll(() => new URL(page.url()).searchParams.get('case'), text).not.toBe(before);
    if (left === 20) await expectAccessible(page);
  }
  await expect(page.getByText('Nothing waits here. Well done.')).toBeVisible();
  await task.end(53);
});
