// @vitest-environment happy-dom
import type { ContactRecord } from '@banbo/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  ...{
    contact_number: null,
    driver: null,
    tenant: null,
    entries: [],
    history: [],
    mails_are_sent: true,
    texting: 'sent',
  },
  usual_answers: [{ label: 'Answer: we will call you', text: 'We will call you today.' }],
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

test('r leads to the reply, and Ctrl Enter sends it', async () => {
  const path = `${PATH}/replies`;
  const done: Answer = () => Response.json({ status: true, message: 'Your reply is on its way.' }, { status: 201 });
  const { user, calls } = open({}, { [path]: done });
  const reply = await screen.findByLabelText('Reply');
  await user.keyboard('r');
  expect(reply).toHaveFocus();
  await user.keyboard('On Friday.{Control>}{Enter}{/Control}');
  await toastSays('Your reply is on its way.');
  expect(calls.find((call) => call.path === path)?.body).toEqual({ text: 'On Friday.' });
});

test('r leads to the number where a text has none yet, and to a note where nothing else can be written', async () => {
  const { user } = open();
  await user.click(await button('Text message'));
  await user.keyboard('r');
  expect(screen.getByLabelText('Mobile number')).toHaveFocus();
  cleanup();
  const closed = open({ status: 'closed', closed_at: '2026-11-20T11:00:00.000Z', status_reason: 'Sent twice.' });
  const note = await screen.findByLabelText('Note, which only staff see');
  await closed.user.keyboard('r');
  expect(note).toHaveFocus();
});

test('t, w and m choose how it is answered, and lead to where that is written', async () => {
  const { user } = open(RECORD_WITH_NUMBER);
  await screen.findByLabelText('Reply');
  await user.keyboard('w');
  expect(screen.getByLabelText('WhatsApp message')).toHaveFocus();
  await user.click(await button('Text message'));
  await user.keyboard('m');
  expect(screen.getByLabelText('Reply')).toHaveFocus();
  await user.click(await button('WhatsApp'));
  await user.keyboard('t');
  expect(screen.getByLabelText('Text')).toHaveFocus();
});

test('n opens the next message that nobody has, with the focus where its answer is written', async () => {
  const row = { ...RECORD, driver_code: null };
  const rows = [row, { ...row, id: '5', subject: 'Plans' }];
  const { user, router, answers } = open(
    {},
    {
      '/contact_messages': () => Response.json(rows, { headers: { 'x-total-count': '2' } }),
      '/contact_messages/5': { ...RECORD, ...RECORD_WITH_NUMBER, id: '5', mails_are_sent: false, subject: 'Plans' },
    },
  );
  await screen.findByLabelText('Reply');
  await user.keyboard('n');
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveFocus());
  expect(screen.getByLabelText('Mobile number')).toHaveValue('024 123 4567');
  // A reload leaves the focus alone.
  expect(router.state.location.state).toBeNull();
  answers['/contact_messages'] = () => Response.json([rows[1]], { headers: { 'x-total-count': '1' } });
  await user.click(await button('Take it'));
  await user.keyboard('n');
  await toastSays('No other message waits for your answer.');
});

test('an empty reply is named at its field and not sent', async () => {
  const { user, calls } = open();
  await user.click(await button('Send reply'));
  expect(await screen.findByText('Please write the reply.')).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/replies'))).toEqual([]);
});

test('where no service sends mail the page offers one’s own, and an answer to note', async () => {
  const { user } = open({ mails_are_sent: false });
  await user.click(await button('Answered another way'));
  const link = await screen.findByRole('link', { name: 'your own mail' });
  expect(link).toHaveAttribute('href', 'mailto:kofi%40example.com?subject=Re%3A%20Fitting%20(CM-7K3Q9T)');
  expect(screen.queryByLabelText('Reply')).toBeNull();
  expect(screen.getByLabelText('How it was answered')).toBeVisible();
});

const RECORD_WITH_NUMBER = { message: 'Please call me on 024 123 4567.' };

test('a text goes to the number in the message, with a usual answer and its length', async () => {
  const path = `${PATH}/texts`;
  const done: Answer = () => Response.json({ status: true, message: 'It is in the outbox.' }, { status: 201 });
  const { user, calls } = open(RECORD_WITH_NUMBER, { [path]: done });
  await user.click(await button('Text message'));
  expect(screen.getByLabelText('Mobile number')).toHaveValue('024 123 4567');
  await user.selectOptions(screen.getByLabelText('Usual answers'), 'Answer: we will call you');
  expect(screen.getByLabelText('Text')).toHaveValue('We will call you today.');
  expect(screen.getByText(/^1 text message, \d+ characters/)).toBeVisible();
  await user.click(await button('Send text'));
  await toastSays('It is in the outbox.');
  expect(calls.find((call) => call.path === path)?.body).toEqual({
    mobile_number: '024 123 4567',
    text: 'We will call you today.',
  });
});

test('WhatsApp opens with number and text, and is noted only once the clerk says that it was sent', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const path = `${PATH}/whatsapp`;
  const done: Answer = () => Response.json({ status: true, message: 'Marked.' }, { status: 201 });
  const { user, calls } = open(RECORD_WITH_NUMBER, { [path]: done });
  await user.click(await button('WhatsApp'));
  await user.type(screen.getByLabelText('WhatsApp message'), 'On Monday.');
  await user.click(await button('Open WhatsApp'));
  await screen.findByText('Did you send it in WhatsApp?');
  expect(opened).toHaveBeenCalledWith(
    'https://web.whatsapp.com/send?phone=233241234567&text=On%20Monday.&app_absent=0',
    '_blank',
    'noopener',
  );
  expect(calls.filter((call) => call.path === path)).toEqual([]);
  await user.click(await button('Yes, mark as replied'));
  await toastSays('Marked.');
  expect(calls.filter((call) => call.path === path)).toHaveLength(1);
});

test('a mark that staff set is undone after a question; where a reply went out it is not offered', async () => {
  const entry = { id: '1', by: 'Efua', at: RECORD.received_at, text: 'By phone.', sent_to: null, delivery: null };
  const entries = [{ ...entry, kind: 'answered' as const, undone_at: null }];
  const changed: Answer = ({ body }) =>
    Response.json('change' in body ? { status: true, message: 'Waiting.' } : { ...RECORD, status: 'replied', entries });
  const { user, calls } = open({}, { [PATH]: changed });
  await user.click(await button('Not replied yet…'));
  await user.click(await button('Undo the mark'));
  await toastSays('Waiting.');
  expect(calls.find(({ body }) => 'change' in body)?.body).toEqual({ change: 'not_replied' });
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
