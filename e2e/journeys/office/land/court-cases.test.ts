import { addDays, formatDay, today } from '@banbo/contract';
import { expectAccessible } from '../../../harness/accessible.ts';
import {
  addLand,
  applicantNamed,
  confirm,
  enterPurchase,
  lodge,
  paperFile,
  standing,
  testOnLandOffice as test,
} from '../../../harness/land-office.ts';
import { expect } from '../../../harness/test.ts';
import { toast } from '../../../harness/visitor.ts';

test('a case keeps a plot from being approved until its order is lifted and it is resolved @deep', async ({
  office,
}) => {
  const { plotId, plot } = await addLand(office);
  const applicant = applicantNamed('Kwabena', 'Darko', '0245550151');
  const application = await enterPurchase(office, { plotId, applicant, indenture: 'IN 51/2026' });
  await lodge(office, application);

  const clerk = await office.openAs('operations', '/court_cases');
  await clerk.getByRole('link', { name: 'Enter a case' }).click();
  await clerk.getByRole('button', { name: 'Enter the case' }).click();
  await expect(clerk.getByText('Please choose the court.')).toBeVisible();
  await clerk.getByRole('combobox', { name: 'Court' }).selectOption('High Court (Land Division)');
  await clerk.getByLabel('Suit number').fill('SOL/3/26');
  await clerk.getByLabel('Title').fill('Two families claim it');
  await clerk.getByLabel('Plot number').fill(plot);
  await clerk.getByRole('list', { name: 'Plots found' }).getByRole('button').first().click();
  await clerk.getByLabel('Name of party 1').fill('Ama Odai');
  await clerk.getByLabel('Counsel of party 1').fill('E. K. Tetteh Esq.');
  await clerk.getByLabel('Name of party 2').fill('Nungua Stool');
  await expectAccessible(clerk);
  await clerk.getByRole('button', { name: 'Enter the case' }).click();
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Case SOL/3/26');

  const hearings = clerk.getByRole('region', { name: 'Hearings' });
  const hearing = addDays(today(), 6);
  await hearings.getByRole('button', { name: 'Plan a hearing…' }).click();
  const planning = clerk.getByRole('dialog');
  const dayTyped = (day: string) => day.split('-').reverse().join('/');
  await planning.getByRole('textbox', { name: /^Day/ }).fill(dayTyped(addDays(today(), -1)));
  await planning.getByLabel('What for').fill('Ruling');
  await planning.getByRole('button', { name: 'Plan it' }).click();
  await expect(
    planning
      .getByRole('alert')
      .or(planning.getByText(/past|earlier|before/i))
      .first(),
  ).toBeVisible();
  await planning.getByRole('textbox', { name: /^Day/ }).fill(dayTyped(hearing));
  await planning.getByRole('button', { name: 'Plan it' }).click();
  await expect(hearings.getByRole('listitem')).toContainText(formatDay(hearing));

  const documents = clerk.getByRole('region', { name: 'Documents' });
  await documents.getByLabel('Another document').fill('Writ of summons');
  await documents.locator('input[type=file]').setInputFiles(paperFile('writ'));
  await expect(documents.getByRole('button', { name: 'writ.pdf', exact: true })).toBeVisible();
  await expect(clerk.getByRole('button', { name: 'Resolve…' })).toHaveCount(0);

  const address = new URL(clerk.url()).pathname;
  const lawyer = await office.openAs('legal', address);
  const orders = lawyer.getByRole('region', { name: 'Orders' });
  await orders.getByRole('button', { name: 'Enter an order…' }).click();
  let question = lawyer.getByRole('dialog');
  await question.getByLabel('Kind').selectOption('Injunction');
  await question.getByLabel('What the court ordered').fill('No dealing until the judgment.');
  await question.getByRole('button', { name: 'Enter the order' }).click();
  await expect(orders).toContainText('Stands');
  await expectAccessible(lawyer);

  await lawyer.goto(`/applications/${application}`);
  await expect(standing(lawyer)).toContainText('Court case SOL/3/26 stands against this plot: Two families claim it.');
  await expect(lawyer.getByRole('button', { name: 'Approve…' })).toBeDisabled();
  await lawyer.goto(`/plots/${plotId}`);
  await expect(lawyer.getByRole('region', { name: 'What stands against it' })).toContainText('Injunction SOL/3/26');
  await lawyer.getByRole('region', { name: 'Cases about this plot' }).getByRole('link', { name: 'SOL/3/26' }).click();

  await orders.getByRole('button', { name: 'Enter an order…' }).click();
  question = lawyer.getByRole('dialog');
  await question.getByLabel('Kind').selectOption('Lifts an order');
  await question.getByLabel('The order that it lifts').selectOption({ index: 1 });
  await question.getByLabel('What the court ordered').fill('The injunction is vacated.');
  await question.getByRole('button', { name: 'Enter the order' }).click();
  await expect(orders).toContainText(`Lifted on ${formatDay(today())}`);

  await lawyer.getByRole('button', { name: 'Resolve…' }).click();
  question = lawyer.getByRole('dialog');
  await question.getByLabel('Outcome').selectOption('For the office');
  await question.getByLabel(/^The decision/).fill('The claim is dismissed with costs.');
  await question.getByRole('button', { name: 'Resolve it' }).click();
  await expect(standing(lawyer)).toContainText('Resolved: for the office');
  await expect(lawyer.getByRole('region', { name: 'Hearings' })).toContainText('The case was resolved.');

  await lawyer.goto(`/applications/${application}`);
  await confirm(lawyer, 'Approve…', 'Approve it');
  await expect(lawyer.getByRole('region', { name: /Kwabena Darko is a tenant now/i })).toBeVisible();

  await clerk.goto('/resolved_cases?search=sol%203');
  await expect(clerk.getByRole('row', { name: /SOL\/3\/26/ })).toBeVisible();
  await expectAccessible(clerk);
});

test('one decision resolves a case and lifts what stands, and a reason reopens it @deep', async ({ office }) => {
  const { plotId } = await addLand(office);
  const call = await office.callsOf('operations');
  const parties = [{ role: 'plaintiff', name: 'Esther Nortey' }];
  const facts = { court: 'circuit_court', suit_number: 'C1/9/26', title: 'Where the fence stands' };
  const { id } = await call('POST', '/court_cases', { ...facts, plot_ids: [plotId], parties });
  const lawyers = await office.callsOf('legal');
  const order = { day: today(), kind: 'caveat', plot_ids: [plotId], words: 'Nothing is registered.' };
  await lawyers('POST', `/court_cases/${id}/orders`, order);

  const lawyer = await office.openAs('legal', `/court_cases/${id}`);
  await lawyer.getByRole('button', { name: 'Resolve…' }).click();
  const question = lawyer.getByRole('dialog');
  await question.getByLabel('Outcome').selectOption('Settled');
  await question.getByLabel(/^The decision/).fill('Terms of settlement were filed.');
  await question.getByRole('button', { name: 'Resolve it' }).click();
  await expect(question.getByText(/still stands in this case/)).toBeVisible();
  await question.getByLabel('These are lifted by it').check();
  await question.getByRole('button', { name: 'Resolve it' }).click();
  await expect(standing(lawyer)).toContainText('Resolved: settled');

  await lawyer.getByRole('button', { name: 'Reopen…' }).click();
  await lawyer.getByRole('dialog').getByLabel('Reason').fill('The terms were set aside.');
  await lawyer.getByRole('dialog').getByRole('button', { name: 'Reopen it' }).click();
  await expect(standing(lawyer)).toContainText('Reopened: The terms were set aside.');
  await lawyer.goto(`/plots/${plotId}`);
  await expect(lawyer.getByRole('region', { name: 'What stands against it' })).toContainText('Court case C1/9/26');
});

test('a caveat without a case is placed on a plot and removed with a reason @deep', async ({ office }) => {
  const { plotId } = await addLand(office);
  const lawyer = await office.openAs('legal', `/plots/${plotId}`);
  await lawyer.getByRole('button', { name: 'Place a caveat…' }).click();
  const question = lawyer.getByRole('dialog');
  await question.getByLabel('Why').fill('A family wants to be heard');
  await question.getByRole('button', { name: 'Place it' }).click();
  const against = lawyer.getByRole('region', { name: 'What stands against it' });
  await expect(against).toContainText('A family wants to be heard');
  await expectAccessible(lawyer);
  await against.getByRole('button', { name: 'Remove…' }).click();
  await question.getByLabel('Reason').fill('They were heard.');
  await question.getByRole('button', { name: 'Remove it' }).click();
  await expect(toast(lawyer, 'is removed from')).toBeVisible();
  await expect(against).toHaveCount(0);
});
