import { testOnLandOffice as test } from '../../../harness/land-office.ts';
import { lookOver } from '../../../harness/look-over.ts';
import { expect } from '../../../harness/test.ts';

test('a receipt of land is asked back by one person, approved and paid by another, and is void then @deep', async ({
  office,
}) => {
  test.setTimeout(240_000);
  const call = await office.callsOf('superadmin');
  const { entry } = await call('POST', '/zones', { zone: 'Refund Zone' });
  const owner = { owner_kind: 'stool', owner_name: 'Nungua Stool' };
  const plot = await call('POST', '/plots', {
    ...{ zone_id: entry.id, land_use: 'residential', block: 'B', plot_number: 'R1', ...owner },
  });
  const received = await call('POST', '/land_payments', {
    ...{ mode: 'cash', amount: '70.00', plot_id: plot.id },
    payments: [
      { payment_type: 'CC5000', amount: '50.00', plot_id: plot.id },
      { payment_type: 'CC6000', amount: '20.00', plot_id: plot.id },
    ],
  });
  const [number] = received.receipts;

  const asking = await office.openAs('accounts', '/receipt_page');
  await asking.getByRole('link', { name: number }).click();
  await expect(asking.getByRole('heading', { level: 1, name: `Receipt ${number}` })).toBeVisible();
  await lookOver(asking, 'receipt');
  await asking.getByRole('button', { name: `Refund receipt ${number}` }).click();
  const question = asking.getByRole('dialog');
  await question.getByLabel('Pay by').selectOption('cash');
  await question.getByLabel('Pay to').fill('Naa Okai');
  await question.getByLabel('Reason').fill('Paid twice.');
  await question.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(asking.getByText(/This waits for approval by somebody else/)).toBeVisible();

  const deciding = await office.openAs('systemadmin', '/approvals?status=asked');
  await deciding.getByRole('link', { name: /^Refund of land: GHS/ }).click();
  await deciding.getByRole('button', { name: 'Approve' }).click();
  await deciding.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(deciding.getByText('Approved', { exact: true })).toBeVisible();

  await deciding.goto('/refund_payment');
  await expect(deciding.getByRole('row').filter({ hasText: number })).toHaveCount(1);
  await lookOver(deciding, 'refunds');
  await deciding
    .getByRole('row')
    .getByRole('link', { name: /^Payment / })
    .click();
  await deciding.getByRole('button', { name: 'It was paid…' }).click();
  await deciding.getByRole('dialog').getByRole('button', { name: 'It was paid' }).click();
  await expect(deciding.getByText(/was paid, reference REFUND/)).toBeVisible();
  await lookOver(deciding, 'refund');
  await deciding.getByRole('link', { name: `Receipt ${number}` }).click();
  await expect(deciding.getByText('Void', { exact: true })).toBeVisible();
  await expect(deciding.getByText('Money given back: Paid twice.').first()).toBeVisible();
});
