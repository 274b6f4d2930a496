import { readFile } from 'node:fs/promises';
import { groupThousands } from '@banbo/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { addLand, testOnLandOffice as test } from '../../../harness/land-office.ts';
import { lookOver } from '../../../harness/look-over.ts';
import { expect } from '../../../harness/test.ts';

test('two people set the shares of stool land, and a payment stands in each one’s statement @deep', async ({
  office,
}) => {
  const { plotId } = await addLand(office);
  const admin = await office.openAs('superadmin', '/share_rules');
  await admin.getByRole('button', { name: 'Set another rule…' }).click();
  const asking = admin.getByRole('dialog');
  await asking.getByLabel('District assembly', { exact: false }).first().fill('50');
  await asking.getByLabel('Name of the stool').fill('Nungua Stool');
  await asking.getByLabel('Name of the traditional authority').fill('Nungua Council');
  await asking.getByLabel('Name of the district assembly').fill('Krowor Assembly');
  await expect(asking.getByRole('checkbox', { name: /CC1000/ })).toBeChecked();
  await asking.getByRole('checkbox', { name: /CC5000/ }).check();
  await expect(asking.getByRole('checkbox', { name: /CC3000/ })).toHaveCount(0);
  await asking.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(asking.getByText('The three shares come to 95%, not 100%.')).toBeVisible();
  await asking.getByLabel('District assembly', { exact: false }).first().fill('55');
  await asking.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(admin.getByText('Another person approves the new rule')).toBeVisible();

  const second = await office.openAs('systemadmin', '/approvals?status=asked');
  await second.getByRole('link', { name: /^Shares of stool land/ }).click();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Approved', { exact: true })).toBeVisible();
  await second.goto('/share_rules');
  await expect(second.getByText(/Nungua Stool: 25% of the rest, 22.5% of all/)).toBeVisible();
  await lookOver(second, 'share-rules');

  const call = await office.callsOf('legal');
  const rows = [
    { payment_type: 'CC1000', amount: '1000.00', plot_id: plotId },
    { payment_type: 'CC3000', amount: '200.00', plot_id: plotId },
  ];
  const day = new Date().toISOString().slice(0, 10);
  const ofToday = `from=${day}&to=${day}`;
  // Other payments of the day are shared too.
  const before = await call('GET', `/stool_account?${ofToday}`);
  const sumWith = (sum: string, cedis: number): string => groupThousands((Number(sum) + cedis).toFixed(2));
  const shared = sumWith(before.total.shares.stool, 225);
  const gross = sumWith(before.total.gross, 1000);
  await call('POST', '/land_payments', { mode: 'cash', amount: '1200.00', plot_id: plotId, payments: rows });

  const clerk = await office.openAs('legal', `/stool_account?${ofToday}`);
  const held = clerk.getByRole('row').filter({ hasText: 'Nungua Stool' });
  await expect(held).toContainText(shared);
  await expect(clerk.getByRole('row').filter({ hasText: 'In all' })).toContainText(gross);
  await lookOver(clerk, 'stool-account');
  const [saved] = await Promise.all([
    clerk.waitForEvent('download'),
    clerk.getByRole('button', { name: 'PDF of the statement for the Stool' }).click(),
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await saved.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const words of ['Stool, Nungua Stool', '22.5% of the whole', '1,000.00', shared, 'This office’s record'])
    expect(text).toContain(words);

  await clerk.getByRole('button', { name: 'Pay out a share…' }).click();
  const paying = clerk.getByRole('dialog');
  await paying.getByLabel('Amount').fill('225');
  await paying.getByLabel('Paid to').fill('Nungua Stool');
  await paying.getByLabel('For', { exact: false }).last().fill('Shares of the month');
  await paying.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: /SP\d{4}-\d{4}: GHS 225.00/ })).toBeVisible();
  await expect(clerk.getByText('Another person approves it')).toBeVisible();
  await lookOver(clerk, 'share-payout');
});
