// @vitest-environment happy-dom
import type { DriverImport, TakeBackPreview } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMPANY } from '../../../../test/builders/company.ts';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { DriversTakenBack, TakeDriversBack } from './take-back.tsx';

const LIST = { id: '7', file_name: 'Book.csv', drivers: 500, status: 'imported', taken_back: null } as DriverImport;

const STAYS: TakeBackPreview['stays'] = [
  { touch: 'money', drivers: 2 },
  { touch: 'changes', drivers: 1 },
];

const open = (preview: TakeBackPreview, list = LIST, send?: () => Response) => {
  const done = () =>
    Response.json({ status: true, message: 'The drivers of this list are being taken back.' }, { status: 201 });
  const served = serve({
    '/site': COMPANY,
    '/driver_imports/7/take_back': ({ body }) => ('reason' in body ? (send ?? done)() : Response.json(preview)),
  });
  const element = (
    <>
      <DriversTakenBack list={list} />
      <TakeDriversBack list={list} />
    </>
  );
  return { ...served, ...openOfficePage([{ path: '/', element }], '/') };
};

const button = (name: string) => screen.findByRole('button', { name });

test('it says who goes and who stays and why, asks for the reason, and then begins', async () => {
  signInAs('SystemAdmin');
  const { user, calls } = open({ drivers: 1_200, stays: STAYS });
  await user.click(await button('Take back'));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/^1,200 drivers of this list are removed\./)).toBeInTheDocument();
  expect(question.getByText('3 drivers of it stay:')).toBeInTheDocument();
  expect(question.getByText('2 with a payment, a claim or a prompt')).toBeInTheDocument();
  await user.type(question.getByLabelText(/Reason/), 'The wrong list.');
  expect(calls.filter(({ body }) => 'reason' in body)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('The drivers of this list are being taken back.')).toBeInTheDocument();
  const sent = calls.filter(({ body }) => 'reason' in body);
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'The wrong list.' }]);
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy();
});

test('where all stay it says so and asks nothing', async () => {
  signInAs('SystemAdmin');
  const { user } = open({ drivers: 0, stays: STAYS });
  await user.click(await button('Take back'));
  expect(await screen.findByText('No driver of this list can be taken back.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refusal is said, and the reason that was typed stays', async () => {
  signInAs('SystemAdmin');
  const message = 'The drivers of this list are being taken back already.';
  const { user } = open({ drivers: 1, stays: [] }, LIST, () => refusal(409, message));
  await user.click(await button('Take back'));
  const question = within(await screen.findByRole('dialog'));
  await user.type(question.getByLabelText(/Reason/), 'The wrong list.');
  await user.click(question.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(question.getByLabelText(/Reason/)).toHaveValue('The wrong list.');
});

const RUNNING = { status: 'running', drivers: 100, ended_at: null, progress: { done: 120, total: 500, failure: '' } };
const DONE = { status: 'done', drivers: 450, ended_at: '2026-11-20T10:00:00.000Z', progress: null };
const FAILED = { ...RUNNING, status: 'failed', drivers: 1, progress: { done: 1, total: 5, failure: 'No more disk.' } };

test.each([
  [RUNNING, '120 of 500 drivers looked at', false],
  [DONE, /^450 drivers of this list were taken back, the last time on 20 Nov 2026, 10:00\./, true],
  [FAILED, 'Taking back stopped after 1 driver. No more disk. It can be started again.', true],
])('a taking back that is $status says so', async (taken_back, words, mayBegin) => {
  signInAs('SystemAdmin');
  open({ drivers: 0, stays: [] }, { ...LIST, taken_back } as DriverImport);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Take back' })).toHaveLength(mayBegin ? 1 : 0);
});

test.each([
  ['SuperUser', LIST],
  ['SystemAdmin', { ...LIST, drivers: 0 }],
  ['SystemAdmin', { ...LIST, drivers: 450, taken_back: DONE } as DriverImport],
  ['SystemAdmin', { ...LIST, status: 'importing' } as DriverImport],
] as const)('%s has no such button where nothing may be taken back', async (role, list) => {
  signInAs(role);
  open({ drivers: 1, stays: [] }, list);
  expect(screen.queryByRole('button')).toBeNull();
});
