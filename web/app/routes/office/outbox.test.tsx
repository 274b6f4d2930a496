// @vitest-environment happy-dom
import type { OutboxMessage, Sending, StaffRole } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toastSays } from '../../../test/dom/clearance.tsx';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('outbox');

const SENDING: Sending = {
  ...{
    held: 0,
    used_up: null,
    welcomes: 0,
    per_day: 500,
    stopped: null,
    sent_today: 12,
    own_limit: 500,
    ceiling: 1000,
  },
  ...{ texts_are_sent: true, mails_are_sent: true },
};
const STOPPED = {
  what: 'texts',
  by: 'efua',
  at: '2026-11-20T10:00:00.000Z',
  reason: 'The gateway sends twice.',
} as const;
const REFUSED: OutboxMessage = {
  ...{ id: '7', channel: 'sms', recipient: '+233241234567', subject: 'Welcome', text: '', status: 'waiting' },
  ...{ attempts: 2, error: 'The SMS gateway answered 500', service_id: '', may_send_again: true, sent_at: null },
  ...{ created_at: '2026-11-20T09:00:00.000Z', expires_at: '2026-11-21T09:00:00.000Z' },
  next_attempt_at: '2026-11-20T10:15:00.000Z',
};

const open = (
  sending: Partial<Sending> = {},
  answers: Record<string, Answer> = {},
  role: StaffRole = 'SystemAdmin',
) => {
  signInAs(role);
  const served = serve({
    '/outbox': () => Response.json([REFUSED], { headers: { 'x-total-count': '1' } }),
    '/outbox/sending': ({ body }) =>
      Response.json('stop' in body ? { status: true, message: 'Done.' } : { ...SENDING, ...sending }),
    ...answers,
  });
  return { ...openOfficePage(['outbox'], '/outbox'), ...served };
};

test('a refused message shows what the service said and the next try, and is sent again', async () => {
  const again = '/outbox/7/send_again';
  const { user, calls } = open(
    {},
    { [again]: { status: true, message: 'The message is tried again within seconds.' } },
  );
  expect(await screen.findByText(/Refused 2 times: The SMS gateway answered 500/)).toBeVisible();
  expect(screen.getByText('Next try 20 Nov 2026, 10:15')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again to 024 123 4567' }));
  await toastSays('The message is tried again within seconds.');
  expect(calls.filter(({ path }) => path === again)).toHaveLength(1);
});

test('stopping asks what and why, and sends nothing without a reason', async () => {
  const { user, calls } = open();
  expect(await screen.findByText(/12 of today’s 500 text messages are sent/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop sending…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Stop' }));
  expect(await question.findByText('Please give the reason in a few words.')).toBeVisible();
  await user.type(question.getByLabelText(/^Reason/), 'Wrong words.');
  await user.click(question.getByRole('button', { name: 'Stop' }));
  await toastSays('Done.');
  expect(calls.find(({ body }) => 'stop' in body)?.body).toEqual({ stop: 'texts', reason: 'Wrong words.' });
});

test('a stop says who, when and why, and can be ended', async () => {
  const { user, calls } = open({ stopped: STOPPED, held: 3 });
  const alarm = await screen.findByRole('alert');
  expect(alarm).toHaveTextContent(
    'Text messages are stopped since 20 Nov 2026, 10:00 by efua: The gateway sends twice. 3 text messages wait.',
  );
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await toastSays('Done.');
  expect(calls.find(({ body }) => 'stop' in body)?.body).toEqual({ stop: 'none' });
});

test('welcomes that are held back go out once somebody says that the drivers are real', async () => {
  const path = '/outbox/release_welcomes';
  const { user, calls } = open({ welcomes: 950 }, { [path]: { status: true, message: '950 welcomes go out now.' } });
  expect(await screen.findByText(/Far more drivers registered than usual: 950 welcomes are held back\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Release welcomes…' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/950 text messages go out within minutes/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Release' }));
  await toastSays('950 welcomes go out now.');
  expect(calls.filter((one) => one.path === path)).toHaveLength(1);
});

test('a limit above the server’s is named at its field', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Change limit…' }));
  const question = within(await screen.findByRole('dialog'));
  const field = question.getByLabelText('Text messages a day');
  await user.clear(field);
  await user.type(field, '1001');
  await user.click(question.getByRole('button', { name: 'Save' }));
  expect(await question.findByText('Give a whole number from 1 to 1,000, or leave it empty.')).toBeVisible();
  expect(calls.some(({ path }) => path === '/outbox/limit')).toBe(false);
});
