// @vitest-environment happy-dom
import type { ContactRecord } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toastSays } from '../../../../test/dom/clearance.tsx';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('contact_messages', 'contact_messages/:id');

const RECORD: ContactRecord = {
  ...{ id: '4', reference: 'CM-7K3Q9T', name: 'Kofi Mensah', email: 'kofi@example.com', subject: 'Fitting' },
  message: 'When can you fit it?\n<img src=x onerror=alert(1)>',
  received_at: '2026-11-20T10:00:00.000Z',
  ...{ status: 'new', status_reason: null, assigned_to: null, assigned_at: null, replied_at: null, closed_at: null },
  ...{ driver: null, entries: [], history: [], mails_are_sent: true },
};
const PATH = '/contact_messages/4';

const open = (given: Partial<ContactRecord> = {}, answers: Record<string, Answer> = {}) => {
  signInAs('SuperUser');
  const served = serve({ [PATH]: { ...RECORD, ...given }, ...answers });
  const pages = ['contact_messages/:id', { path: '/contact_messages', element: <p>All of them</p> }];
  return { ...openOfficePage(pages, PATH), ...served };
};
const button = (name: string) => screen.findByRole('button', { name });

test('a visitor’s words are text, with their lines, and never markup', async () => {
  open();
  expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible();
  expect(document.querySelector('main img, img[src="x"]')).toBeNull();
});

test('a new message is taken with one press, and the end is told', async () => {
  const changed: Answer = ({ body }) =>
    Response.json('change' in body ? { status: true, message: 'You have CM-7K3Q9T now.' } : RECORD);
  const { user, calls } = open({}, { [PATH]: changed });
  await user.click(await button('Take it'));
  await toastSays('You have CM-7K3Q9T now.');
  expect(calls.find(({ body }) => 'change' in body)?.body).toEqual({ change: 'take' });
});

test('a reply that is refused stays as it was typed, and is sent again under the same key', async () => {
  const path = `${PATH}/replies`;
  const { user, calls, answers } = open({}, { [path]: () => refusal(503, 'Please try again.') });
  await user.type(await screen.findByLabelText('Reply'), 'On Monday.');
  await user.click(await button('Send reply'));
  await toastSays('Please try again.');
  expect(screen.getByLabelText('Reply')).toHaveValue('On Monday.');
  answers[path] = () => Response.json({ status: true, message: 'Your reply is on its way.' }, { status: 201 });
  await user.click(await button('Send reply'));
  await toastSays('Your reply is on its way.');
  const keys = calls.filter((call) => call.path === path).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(screen.getByLabelText('Reply')).toHaveValue('');
});

test('an empty reply is named at its field and not sent', async () => {
  const { user, calls } = open();
  await user.click(await button('Send reply'));
  expect(await screen.findByText('Please write the reply.')).toBeVisible();
  expect(calls.every(({ path }) => path === PATH)).toBe(true);
});

test('where no service sends mail the page offers one’s own, and an answer to note', async () => {
  open({ mails_are_sent: false });
  const link = await screen.findByRole('link', { name: 'your own mail' });
  expect(link).toHaveAttribute('href', 'mailto:kofi%40example.com?subject=Re%3A%20Fitting%20(CM-7K3Q9T)');
  expect(screen.queryByLabelText('Reply')).toBeNull();
  expect(screen.getByLabelText('How it was answered')).toBeVisible();
});

test('leaving asks first while something is written, also behind another choice, which keeps it', async () => {
  const { user, router } = open();
  await user.type(await screen.findByLabelText('Reply'), 'On Monday.');
  await user.click(await button('Note'));
  expect(screen.getByLabelText('Note, which only staff see')).toHaveValue('');
  void router.navigate('/contact_messages');
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Reply by mail'));
  expect(screen.getByLabelText('Reply')).toHaveValue('On Monday.');
  await user.clear(screen.getByLabelText('Reply'));
  await router.navigate('/contact_messages');
  expect(await screen.findByText('All of them')).toBeVisible();
});

test('closing without a reply asks for the reason; what is closed is reopened and takes notes alone', async () => {
  const { user } = open();
  await user.click(await button('Close…'));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Close' }));
  expect(await question.findByText('Please give the reason in a few words.')).toBeVisible();
});

test('what is closed can be reopened and takes notes alone', async () => {
  open({ status: 'closed', closed_at: '2026-11-20T11:00:00.000Z', status_reason: 'Sent twice.' });
  expect(await button('Reopen')).toBeVisible();
  expect(screen.getByText('Sent twice.')).toBeVisible();
  expect(screen.getByLabelText('Note, which only staff see')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reply by mail' })).toBeNull();
});

test('the list leads to each message, and says when nothing waits', async () => {
  signInAs('SuperUser');
  const row = { ...RECORD, driver_code: null };
  const { answers } = serve({ '/contact_messages': () => Response.json([row], { headers: { 'x-total-count': '1' } }) });
  openOfficePage(['contact_messages'], '/contact_messages');
  expect(await screen.findByRole('link', { name: 'Fitting' })).toHaveAttribute('href', PATH);
  expect(answers).toBeDefined();
});
