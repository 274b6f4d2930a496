import { type ApplicationRecord, formatDay, today } from '@banbo/contract';
import { expectAccessible } from '../../../harness/accessible.ts';
import {
  addLand,
  addMissingPapers,
  applicantNamed,
  approve,
  confirm,
  enterPurchase,
  lodge,
  standing,
  testOnLandOffice as test,
} from '../../../harness/land-office.ts';
import { expect } from '../../../harness/test.ts';
import { toast } from '../../../harness/visitor.ts';

test('a transfer ends a tenancy and carries its history on @deep', async ({ office }) => {
  const { plotId, plot } = await addLand(office);
  const first = applicantNamed('Kwame', 'Asare', '0245550101');
  const bought = await enterPurchase(office, { plotId, applicant: first, indenture: 'IN 11/2026' });
  await lodge(office, bought);
  await approve(office, bought);

  const clerk = await office.openAs('operations', '/add_application/transfer');
  await clerk.getByLabel('Plot number').fill(plot);
  await clerk.getByRole('list', { name: 'Plots found' }).getByRole('button').first().click();
  await expect(clerk.getByText('It ends the tenancy of Kwame Asare')).toBeVisible();
  await clerk.getByRole('radio', { name: 'Somebody new' }).check();
  await clerk.getByLabel('Last name').fill('Tetteh');
  await clerk.getByLabel('First name').fill('Akosua');
  await clerk.getByLabel('Contact number').fill('024 555 0102');
  await clerk.getByLabel('Indenture number').fill('IN 12/2026');
  await clerk.getByLabel('Consent given by').fill('Nii Odai');
  await clerk.getByLabel('In which capacity').fill('Head of the family');
  await clerk.getByLabel('Day of the consent').fill('01/02/2026');
  await clerk.getByRole('button', { name: 'Keep as a draft' }).click();
  await addMissingPapers(clerk);
  await confirm(clerk, 'Lodge…', 'Lodge it');
  await expect(toast(clerk, 'is lodged.')).toBeVisible();

  const lawyer = await office.openAs('legal', new URL(clerk.url()).pathname);
  await lawyer.getByRole('button', { name: 'Approve…' }).click();
  const question = lawyer.getByRole('dialog');
  await expect(question).toContainText('The tenancy of Kwame Asare ends.');
  await question.getByRole('button', { name: 'Approve it' }).click();
  await expect(lawyer.getByRole('region', { name: /Akosua Tetteh is a tenant now/i })).toBeVisible();

  await clerk.goto(`/plots/${plotId}`);
  const held = clerk.getByRole('region', { name: 'Who held it' }).locator('tbody tr');
  const [from, day] = ['2026-01-01', today()].map((one) => formatDay(one));
  await expect(held).toHaveText([
    new RegExp(`Kwame Asare.*New purchase.*${from}.*${day}.*IN 11/2026`, 'i'),
    new RegExp(`Akosua Tetteh.*Transfer.*${day}.*now.*IN 12/2026`, 'i'),
  ]);
  const tenancy = clerk.getByRole('region', { name: 'Tenancy' });
  await expect(tenancy).toContainText(`50 years from ${from}`);
  await expect(tenancy).toContainText('GHS 400.00 a year');
  await expectAccessible(clerk);
});

test('an approval is refused under a caveat, with the case named @deep', async ({ office }) => {
  // The demo has a case with an injunction.
  const call = await office.callsOf('legal');
  const lodged: { id: string; number: string }[] = await call('GET', '/applications?state=lodged');
  const all: ApplicationRecord[] = await Promise.all(lodged.map(({ id }) => call('GET', `/applications/${id}`)));
  const blocked = all.find(({ caveats }) => caveats.length > 0);
  const suit = blocked?.caveats[0]?.suit_number ?? 'none';
  const lawyer = await office.openAs('legal', `/applications/${blocked?.id}`);
  await expect(standing(lawyer)).toContainText('It cannot be approved now');
  await expect(standing(lawyer)).toContainText(`${suit} stands against this plot`);
  await expect(lawyer.getByRole('button', { name: 'Approve…' })).toBeDisabled();
  await expectAccessible(lawyer);
  const decision = { change: 'approve', version: blocked?.version };
  await expect(call('POST', `/applications/${blocked?.id}/decisions`, decision)).rejects.toThrow(suit);
  await lawyer.goto(`/plots/${blocked?.plot_id}`);
  await expect(lawyer.getByRole('heading', { level: 1 })).toContainText(suit);
});

test('an application that was sent back is mended and lodged again @deep', async ({ office }) => {
  const { plotId } = await addLand(office);
  const applicant = applicantNamed('Yaw', 'Boakye', '0245550104');
  const id = await enterPurchase(office, { plotId, applicant, indenture: 'IN 14/2026' });
  await lodge(office, id);

  const lawyer = await office.openAs('legal', `/applications/${id}`);
  await lawyer.getByRole('button', { name: 'Send back…' }).click();
  const question = lawyer.getByRole('dialog');
  await question.getByLabel('Reason').fill('The rent is that of another zone.');
  await question.getByRole('button', { name: 'Send it back' }).click();
  await expect(standing(lawyer)).toContainText('Sent back: The rent is that of another zone.');
  await expect(lawyer.getByRole('button', { name: 'Approve…' })).toHaveCount(0);

  const clerk = await office.openAs('operations', '/sales_regularization');
  await clerk.getByRole('region', { name: 'Sent back' }).getByRole('link').first().click();
  await expect(standing(clerk)).toContainText('The rent is that of another zone.');
  await clerk.getByRole('link', { name: 'Edit', exact: true }).click();
  await clerk.getByLabel('Ground rent a year').fill('650');
  await clerk.getByRole('button', { name: 'Update', exact: true }).click();
  await confirm(clerk, 'Lodge…', 'Lodge it');
  await expect(toast(clerk, 'is lodged.')).toBeVisible();

  await lawyer.reload();
  await expect(lawyer.getByRole('region', { name: 'Terms' })).toContainText('GHS 650.00 a year');
  await confirm(lawyer, 'Approve…', 'Approve it');
  await expect(lawyer.getByRole('region', { name: /Yaw Boakye is a tenant now/i })).toBeVisible();
  const history = lawyer.getByRole('region', { name: 'History' });
  await expect(history).toContainText('The rent is that of another zone.');
});
