import { expectAccessible } from '../../../harness/accessible.ts';
import {
  addMissingPapers,
  addTenant,
  applicantNamed,
  confirm,
  standing,
  testOnLandOffice as test,
} from '../../../harness/land-office.ts';
import { lookOver } from '../../../harness/look-over.ts';
import { fillLogin, OWN_PASSWORD, passwordField, setPassword } from '../../../harness/people.ts';
import { expect, expectNoSidewaysScroll } from '../../../harness/test.ts';
import { toast } from '../../../harness/visitor.ts';

/** A plot beside Accra as layouts print it, in Gold Coast feet and with the north first. */
const SITE_PLAN = `Pillar	Northing (ft)	Easting (ft)	Bearing	Distance (ft)
SGA.P1	339,057.60	1,205,354.20	73°44'23"	100.0
SGA.P2	339,085.60	1,205,450.20	342°01'51"	77.8
SGA.P3	339,159.60	1,205,426.20	248°05'29"	99.2
SGA.P4	339,122.60	1,205,334.20	162°53'50"	68.0
AREA = 0.166 ACRE`;

const CONDITION = 'The plot is fenced within a year.';

test('a new purchase goes from the application with a pasted site plan to its approval and the tenant’s own page', async ({
  office,
  page,
}) => {
  test.setTimeout(240_000);
  const call = await office.callsOf('superadmin');
  const { entry } = await call('POST', '/zones', { zone: 'East Legon' });
  const clerk = await office.openAs('operations', '/sales_regularization');

  await test.step('the desk begins an application, and adds its plot from the surveyor’s plan', async () => {
    await clerk.getByRole('link', { name: /^New application ?: New purchase$/ }).click();
    await clerk.getByRole('radio', { name: 'Somebody new' }).check();
    await clerk.getByLabel('Last name').fill('Okai');
    await clerk.getByRole('button', { name: 'Add the plot' }).click();
    // The application's own form finds plots by a zone, too.
    await expect(clerk.getByRole('heading', { level: 1, name: 'Add a Plot' })).toBeVisible();
    await clerk.getByLabel('Zone').selectOption(entry.id);
    await clerk.getByLabel('Block').fill('b');
    await clerk.getByLabel('Plot number').fill('147');
    await clerk.getByLabel('Name of the stool, skin, clan or family').fill('Nungua Stool');
    await clerk.getByLabel('Area on the plan').fill('0.166');
    await clerk.getByLabel('The surveyor’s table').fill(SITE_PLAN);
    const form = clerk.getByRole('group', { name: 'Boundary' });
    await expect(form).toContainText('Gold Coast feet (EPSG:2136), north, then east');
    await expect(form).toContainText('0.1664 acre · 0.0673 ha · 673 m² as the plan says');
    await expect(form).toContainText(/1 : 8,6\d\d good/);
    await clerk.getByRole('button', { name: 'Add plot' }).click();
    await expect(clerk).toHaveURL(/\/add_application\/new_purchase/);
    await expect(clerk.getByRole('link', { name: /147, Block B/ })).toBeVisible();
  });

  await test.step('what was typed is still there, and the draft says what it lacks', async () => {
    await expect(clerk.getByLabel('Last name')).toHaveValue('OKAI');
    await clerk.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(standing(clerk)).toContainText('Before it can be lodged');
    await expect(clerk.getByRole('button', { name: 'Lodge…' })).toBeDisabled();
    await clerk.getByRole('link', { name: 'Edit', exact: true }).click();
    await clerk.getByLabel('First name').fill('Densua');
    await clerk.getByLabel('Contact number').fill('024 555 0147');
    await clerk.getByLabel('Indenture number').fill('IN 7/2026');
    await clerk.getByLabel('Commencement').fill('01/01/2026');
    await clerk.getByLabel('Term in years').fill('50');
    await clerk.getByLabel('Ground rent a year').fill('400');
    await clerk.getByRole('button', { name: 'Update', exact: true }).click();
    await addMissingPapers(clerk);
    await expect(standing(clerk)).toContainText('Everything is there. Lodge it.');
    await expectAccessible(clerk);
    await confirm(clerk, 'Lodge…', 'Lodge it');
    await expect(toast(clerk, 'is lodged. It should be decided by')).toBeVisible();
  });

  const title = await clerk.getByRole('heading', { level: 1 }).innerText();
  const [number = ''] = /LA\d{4}-\d{4}/.exec(title) ?? [];

  await test.step('the clerk is not offered to decide on it', async () => {
    await expect(standing(clerk)).toContainText('so somebody else approves.');
    await expect(clerk.getByRole('button', { name: /Approve|Refuse|Send back|Edit|Lodge/ })).toHaveCount(0);
  });

  const { code, setup } = await test.step('the lawyer approves with a condition, and sees the codes', async () => {
    const lawyer = await office.openAs('legal', '/pending_approvals');
    await lawyer.getByRole('link', { name: number, exact: true }).click();
    await lawyer.getByRole('button', { name: 'Approve…' }).click();
    const question = lawyer.getByRole('dialog');
    await expect(question).toContainText('Densua Okai gets a tenant code and a sign-in.');
    await question.getByLabel('Conditions').fill(CONDITION);
    await question.getByRole('button', { name: 'Approve it' }).click();
    const issued = lawyer.getByRole('region', { name: /Densua Okai is a tenant now/i });
    await expect(issued).toContainText('The setup code is shown this once.');
    await expect(lawyer.getByRole('region', { name: 'Course' })).toContainText(CONDITION);
    await expectAccessible(lawyer);
    const shown = issued.getByRole('definition');
    return { code: await shown.first().innerText(), setup: await shown.last().innerText() };
  });
  expect(code).toMatch(/^TNT-\d{6}-.$/);
  expect(setup).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5})+$/);

  await test.step('the map’s panel has the plot as held, by its new tenant', async () => {
    await clerk.goto('/zonal_tenants');
    const panel = clerk.getByRole('region', { name: 'Zone', exact: true });
    await panel.getByRole('combobox', { name: 'Zone' }).selectOption(entry.id);
    const line = panel.getByRole('list', { name: 'Current tenancies' }).getByRole('button');
    await expect(line).toHaveText(new RegExp(`B, 147.*Densua Okai.*${code}`, 'i'));
    await expect(panel.getByRole('button', { name: /Held 1$/ })).toBeVisible();
    await line.click();
    const card = clerk.getByRole('region', { name: 'Chosen plot' });
    await expect(card).toContainText('Held');
    await card.getByRole('link', { name: 'Open the plot' }).click();
    await expect(clerk.getByRole('region', { name: 'Tenancy' })).toContainText('50 years from 1 Jan 2026');
    await expect(clerk.getByRole('region', { name: 'About the land' })).toContainText('E 1,205,354.20, N 339,057.60');
  });

  await test.step('the tenant sets a password with the codes, signs in, and sees the plot on the map', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/tenant_login');
    await page.getByRole('link', { name: 'Set your password' }).click();
    await page.getByLabel('Tenant code').fill(code.toLowerCase());
    await page.getByLabel('Setup code').fill(setup);
    await setPassword(page);
    await page.getByLabel('Username').fill(code);
    await passwordField(page).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Densua Okai' })).toBeVisible();
    const map = page.getByRole('region', { name: 'My land' });
    await expect(map).toContainText('Plot 147, Block B, East Legon');
    await expect(map.getByText('147', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test('a tenant asks for a change of their record and writes to the office, which answers both @deep', async ({
  office,
  page,
}) => {
  const { code } = await addTenant(office, applicantNamed('Densua', 'Okai', '0245550148'), 'IN 8/2026');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/tenant_login');
  await fillLogin(page, code, OWN_PASSWORD);

  await test.step('the tenant asks for another number, and the office accepts it', async () => {
    await page.getByRole('button', { name: 'Ask for a change' }).click();
    const form = page.getByRole('form', { name: 'Ask for a change' });
    await form.getByLabel('E-mail').fill('densua@example.com');
    await form.getByRole('button', { name: 'Ask for the change' }).click();
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Waiting');
    const lawyer = await office.openAs('legal', '/update_response');
    await lawyer.getByRole('button', { name: `Accept all ${code}` }).click();
    await expect(lawyer.getByRole('dialog')).toContainText('E-mail: empty → densua@example.com');
    await lawyer.getByRole('button', { name: 'Change the record' }).click();
    await expect(toast(lawyer, 'is changed as the tenant asked.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Accepted');
    await expect(page.getByRole('region', { name: 'My details' })).toContainText('densua@example.com');
  });

  await test.step('the tenant writes to the office, and reads the answer and how far it is', async () => {
    const form = page.getByRole('form', { name: 'Write to our office' });
    await form.getByLabel('Subject').fill('Site plan');
    await form.getByLabel('Message').fill('Where do I get a copy?');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Waiting');
    const lawyer = await office.openAs('legal', '/messages_response');
    await lawyer.getByRole('link', { name: 'Site plan' }).click();
    await expect(lawyer.getByRole('heading', { level: 1, name: 'Site plan' })).toBeVisible();
    await lawyer.getByRole('button', { name: 'Text message' }).click();
    await lawyer.getByLabel('Text', { exact: true }).fill('At our desk, on any day.');
    await lawyer.getByRole('button', { name: 'Send text' }).click();
    await expect(toast(lawyer, 'is in the outbox.')).toBeVisible();
    await lookOver(lawyer, 'messages_response');
    await page.reload();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('This is on its way to you by text.');
  });
});
