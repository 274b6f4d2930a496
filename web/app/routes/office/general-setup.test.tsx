// @vitest-environment happy-dom
import { SITE_FIELDS, type Site } from '@banbo/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMPANY } from '../../../test/builders/company.ts';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, hold, refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('general_setup');

/** The server's settings, each with a version made of this word. */
const settingsOf = (given: Partial<Site> = {}, version = 'v1') => ({
  settings: { ...COMPANY, ...given },
  versions: Object.fromEntries(SITE_FIELDS.map((field) => [field, `${version} ${field}`])),
  unusable: [],
  waiting: [],
});

const BANKS = [
  { id: '1', bank: 'ABSA' },
  { id: '2', bank: 'GCB' },
];

const open = async (address: string, answers: Record<string, Answer> = {}) => {
  const served = serve({
    '/site': COMPANY,
    '/payment_list': [],
    '/site/settings': settingsOf(),
    '/banks/get_banks': () => Response.json(BANKS, { headers: { 'x-total-count': '2' } }),
    ...answers,
  });
  const opened = openOfficePage(['general_setup', { path: '/dashboard', element: <h1>Dashboard</h1> }], address);
  return { ...opened, ...served };
};

const openSettings = async (answers: Record<string, Answer> = {}) => {
  signInAs('SystemAdmin');
  const page = await open('/general_setup', answers);
  await screen.findByRole('form', { name: 'Company settings' });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  // Sets the value at once: each key would render the form's many inputs.
  const type = (label: string, value: string) => void fireEvent.change(field(label), { target: { value } });
  return { ...page, field, type, press: (name: string) => page.user.click(buttonNamed(name)) };
};

/** Found by its text, since asking some hundred elements for their roles takes seconds. */
const buttonNamed = (name: string): HTMLButtonElement => {
  const all = [...document.querySelectorAll('button')];
  const found = all.find(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim() === name);
  if (!found) throw new Error(`There is no button ${name}`);
  return found;
};

const preview = () => within(document.querySelector<HTMLElement>('[aria-label="Preview"]') as HTMLElement);
const status = () => screen.getByText(/changed, not saved yet\.|Nothing is changed\./);

/** Answers the form's calls: returns the stored settings, and `patched` records a change. */
const settingCalls =
  (patched: (body: Record<string, unknown>) => Response, read: () => object = () => settingsOf()): Answer =>
  ({ body }) =>
    Object.keys(body).length === 0 ? Response.json(read()) : patched(body);

test('typed settings are seen in the site’s own footer before they are saved, and then only they are sent', async () => {
  const bodies: Record<string, unknown>[] = [];
  const { type, press } = await openSettings({
    '/site/settings': settingCalls((body) => {
      bodies.push(body);
      const after = settingsOf({ gps_address: 'GA-183-8164', mobile_numbers: ['+233241234567'] }, 'v2');
      return Response.json({ status: true, message: 'The settings are saved.', ...after });
    }),
  });
  expect(buttonNamed('Save')).toBeDisabled();
  type('GPS address', 'GA-183-8164');
  await press('Remove phone number 3');
  await press('Remove phone number 2');
  type('Phone number of phone number 1', '024 123 4567');
  expect(preview().getByText('GA-183-8164')).toBeInTheDocument();
  expect(preview().getByText('024 123 4567')).toBeInTheDocument();
  expect(preview().queryByText('020 000 0002')).toBeNull();
  expect(status()).toHaveTextContent('2 settings changed, not saved yet.');
  await press('Save');
  await waitFor(() => expect(status()).toHaveTextContent('Nothing is changed.'));
  expect(bodies).toEqual([
    {
      gps_address: 'GA-183-8164',
      mobile_numbers: ['024 123 4567'],
      versions: { gps_address: 'v1 gps_address', mobile_numbers: 'v1 mobile_numbers' },
    },
  ]);
});

test('calling words are one field with commas between them', async () => {
  const bodies: Record<string, unknown>[] = [];
  const { type, field, press } = await openSettings({
    '/site/settings': settingCalls((body) => {
      bodies.push(body);
      return Response.json({ status: true, message: 'The settings are saved.', ...settingsOf() });
    }),
  });
  const label = 'Further calling words, with commas between them';
  expect(field(label).value).toMatch(/^HELP ME, DANGER, /);
  type(label, 'Danger, bra ntɛm,\n no');
  await press('Save');
  expect(await screen.findByText('A calling word has three letters or more.')).toBeVisible();
  type(label, 'Danger, bra ntɛm,');
  await press('Save');
  await waitFor(() => expect(bodies).toMatchObject([{ calling_words: ['Danger', 'bra ntɛm'] }]));
});

test('a feature of a plan is drawn on its card as it is typed and ticked', async () => {
  const { type, press, field, user } = await openSettings();
  await press('Add feature');
  expect(field('Feature of feature 9')).toHaveFocus();
  type('Feature of feature 9', 'Drone');
  await user.click(field('Platinum of feature 9'));
  const cards = preview()
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('h2'));
  const marks = cards.map((card) => within(card).getByText('Drone').closest('li')?.hasAttribute('data-included'));
  expect(marks).toEqual([false, false, true]);
  await press('Up feature 9');
  expect(field('Feature of feature 8')).toHaveValue('Drone');
  expect(field('Platinum of feature 8')).toBeChecked();
  expect(field('Feature of feature 9')).toHaveValue('Device and tracking servicing');
});

test('what is wrong is said at its input, nothing is sent, and all that was typed stays', async () => {
  const { type, press, field, calls } = await openSettings();
  await press('Add link');
  type('Name of link 1', 'Facebook');
  type('Address of link 1', 'javascript:alert(1)');
  type('ID length of network 1', 'eleven');
  type('E-mail', 'nobody');
  await press('Save');
  await waitFor(() => expect(field('Address of link 1')).toBeInvalid());
  expect(screen.getByText('Give a link that begins with https://.')).toBeVisible();
  expect(screen.getByText('Give whole numbers from 1 to 32, like 10, 11.')).toBeVisible();
  expect(field('E-mail')).toHaveFocus();
  expect(field('E-mail')).toHaveValue('nobody');
  expect(calls.filter(({ body }) => 'versions' in body)).toEqual([]);
  await press('Discard');
  expect(field('E-mail')).toHaveValue(COMPANY.email);
  expect(screen.queryByLabelText('Address of link 1')).toBeNull();
});

test('a change of somebody else is told at its field; the text stays, and saving again puts it in place', async () => {
  const bodies: Record<string, unknown>[] = [];
  let isChanged = false;
  const theirs = { email: 'theirs@akwaaba.example', gps_address: 'GA-1-1' };
  const message = 'Somebody else has changed this meanwhile. It is now: theirs@akwaaba.example.';
  const { type, press, field } = await openSettings({
    '/site/settings': settingCalls(
      (body) => {
        bodies.push(body);
        if (bodies.length > 1) return Response.json({ status: true, message: 'Saved.', ...settingsOf(body, 'v3') });
        isChanged = true;
        return refusal(409, 'Somebody else has changed the e-mail meanwhile.', {
          issues: [{ path: 'body.email', message }],
        });
      },
      () => (isChanged ? settingsOf(theirs, 'v2') : settingsOf()),
    ),
  });
  type('E-mail', 'mine@akwaaba.example');
  await press('Save');
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('E-mail')).toHaveValue('mine@akwaaba.example');
  await waitFor(() => expect(field('GPS address')).toHaveValue('GA-1-1'));
  await press('Save');
  await waitFor(() => expect(status()).toHaveTextContent('Nothing is changed.'));
  expect(bodies[1]).toEqual({ email: 'mine@akwaaba.example', versions: { email: 'v2 email' } });
});

test('text that looks like a page’s code is drawn as text', async () => {
  const { type } = await openSettings();
  type('Company name', '<img src=x onerror=alert(1)> Safety');
  expect(document.querySelector('[aria-label="Preview"] img')).toBeNull();
  expect(preview().getAllByText(/<img/)).not.toEqual([]);
});

test('stored values that cannot be used are named', async () => {
  const line = 'email: Invalid email address';
  await openSettings({ '/site/settings': { ...settingsOf(), unusable: [line] } });
  expect(screen.getByRole('alert')).toHaveTextContent(line);
});

test('a list is chosen by the address, and what is typed into the settings is there when one comes back', async () => {
  const { type, field, user, router } = await openSettings();
  type('GPS address', 'GA-9-9');
  await user.click(screen.getByRole('link', { name: 'Banks' }));
  expect(router.state.location.search).toBe('?part=banks');
  expect(await screen.findByRole('button', { name: 'Change GCB' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Banks' })).toHaveAttribute('aria-current', 'page');
  expect(field('GPS address')).not.toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Company settings' }));
  expect(field('GPS address')).toBeVisible();
  expect(field('GPS address')).toHaveValue('GA-9-9');
});

test('a save leaves the focus where the person types, whichever row was added before', async () => {
  const saving = hold();
  const { press, type, field } = await openSettings({
    '/site/settings': ({ body }) => (Object.keys(body).length === 0 ? Response.json(settingsOf()) : saving.answer()),
  });
  await press('Add feature');
  type('Feature of feature 9', 'Drone');
  await press('Save');
  field('GPS address').focus();
  const plan_features = [...COMPANY.plan_features, { name: 'Drone', plans: [] }];
  saving.give(Response.json({ status: true, message: 'Saved.', ...settingsOf({ plan_features }, 'v2') }));
  await waitFor(() => expect(status()).toHaveTextContent('Nothing is changed.'));
  await waitFor(() => expect(buttonNamed('Save')).not.toHaveAttribute('data-loading'));
  expect(field('GPS address')).toHaveFocus();
});

test('leaving with unsaved values asks first; staying keeps them, and leaving knowingly goes on', async () => {
  const { type, field, press, router } = await openSettings();
  type('GPS address', 'GA-9-9');
  void router.navigate('/dashboard');
  expect(await screen.findByText(/1 setting changed and not saved yet\. Leaving/)).toBeInTheDocument();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText(/Leaving this page/)).toBeNull());
  expect(router.state.location.pathname).toBe('/general_setup');
  expect(field('GPS address')).toHaveValue('GA-9-9');
  void router.navigate('/dashboard');
  await screen.findByText(/Leaving this page/);
  await press('Leave');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('Back asks as well, and leads where it would have once that is confirmed', async () => {
  signInAs('SystemAdmin');
  const { router, user } = await open('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  await router.navigate('/general_setup');
  await screen.findByRole('form', { name: 'Company settings' });
  const gps = () => screen.getByLabelText<HTMLInputElement>('GPS address');
  fireEvent.change(gps(), { target: { value: 'GA-9-9' } });
  void router.navigate(-1);
  await screen.findByText(/Leaving this page/);
  await user.click(buttonNamed('Cancel'));
  await waitFor(() => expect(screen.queryByText(/Leaving this page/)).toBeNull());
  expect(gps()).toHaveValue('GA-9-9');
  void router.navigate(-1);
  await screen.findByText(/Leaving this page/);
  await user.click(buttonNamed('Leave'));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the browser asks before it closes a tab with unsaved values, and no other', async () => {
  const { type, press, router } = await openSettings();
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closes()).toBe(true);
  type('GPS address', 'GA-9-9');
  expect(closes()).toBe(false);
  await press('Discard');
  expect(closes()).toBe(true);
  await router.navigate('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('SuperUser sees the lists alone, and changes none', async () => {
  signInAs('SuperUser');
  const { calls } = await open('/general_setup?part=banks');
  expect(await screen.findByText('GCB')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Company settings' })).toBeNull();
  expect(screen.queryAllByRole('button', { name: /Add|Change|Delete/ })).toEqual([]);
  expect(calls.map(({ path }) => path)).not.toContain('/site/settings');
});

test('settings that do not come are said, with a way to ask again', async () => {
  signInAs('SystemAdmin');
  const { answers, user } = await open('/general_setup', {
    '/site/settings': () => refusal(400, 'The server has a bad day.'),
  });
  expect(await screen.findByText('The server has a bad day.')).toBeVisible();
  answers['/site/settings'] = settingsOf();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Company settings' })).toBeVisible();
});

test('accounts that wait for approval are said at their list, which stays as it is', async () => {
  const waiting = [{ field: 'momo_numbers', approval_id: '4', after: 'MTN MoMo 024 123 4567, Akwaaba Safety' }];
  await openSettings({ '/site/settings': { ...settingsOf(), waiting } });
  expect(screen.getByText(/Waits for approval: MTN MoMo 024 123 4567, Akwaaba Safety/)).toBeVisible();
  expect(screen.getByText('See the approval')).toHaveAttribute('href', '/approvals/4');
});
