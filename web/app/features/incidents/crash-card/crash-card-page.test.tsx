// @vitest-environment happy-dom
import { type ScannedCard, SITE_DEFAULTS } from '@banbo/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../../test/dom/served.ts';
import { CrashCardPage } from './crash-card-page.tsx';

const AT = '2026-11-26T10:00:00.000Z';
const CALL: NonNullable<ScannedCard['call']> = {
  ...{ at: AT, raised_at: AT, status: 'asked', seen_at: null, sent_at: null, there_at: null, ended_at: null },
  ...{ placed_at: null, is_safe_noted: false, is_drill: false },
};
const open = (answers: Record<string, Answer>) => {
  const served = serve({ '/crash_card/open': { at: AT, call: null, released: null }, ...answers });
  openOfficePage([{ path: '/crash_card/:code', element: <CrashCardPage /> }], '/crash_card/7Q2MXK4D9H3BZT60');
  return served;
};

test('who scanned a card tells the office, and reads no more than the server has said', async () => {
  const user = userEvent.setup();
  const { calls } = open({ '/crash_card/tell': { at: AT, call: CALL, released: null } });
  await user.type(await screen.findByLabelText(/What happened/), 'In the ditch');
  await user.click(screen.getByRole('button', { name: 'Tell them where I am' }));
  expect(await screen.findByRole('heading', { name: 'Help is asked for' })).toHaveFocus();
  expect(screen.getByText('Sent to the office')).toBeVisible();
  expect(screen.queryByText(/Blood group/)).toBeNull();
  const told = calls.find(({ path }) => path === '/crash_card/tell');
  expect(told?.body).toMatchObject({ code: '7Q2MXK4D9H3BZT60', words: 'In the ditch' });
});

test('kin and blood group show once the office released them', async () => {
  const kin = { name: 'YAW MENSAH', mobile_number: '+233244999000', relationship: 'BROTHER' };
  open({ '/crash_card/open': { at: AT, call: CALL, released: { fullname: 'AMA MENSAH', kin, blood_group: 'O-' } } });
  expect(await screen.findByText('O−')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call 024 499 9000' })).toHaveAttribute('href', 'tel:+233244999000');
});

test('a card that is not in use says so, and offers nothing to send', async () => {
  const message = 'This card is not in use. Please call one of the numbers.';
  open({ '/crash_card/open': () => Response.json({ status: false, code: 'not_found', message }, { status: 404 }) });
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByRole('button')).toBeNull();
});

test('who told the office and hears nothing for 60 s reads so, with 112 and what was tried', async () => {
  const tried = [{ at: AT, words: 'The supervisors get a text message.' }];
  const call = { ...CALL, at: '2026-11-26T10:01:01.000Z', tried };
  open({ '/crash_card/open': { at: call.at, call, released: null }, '/site': SITE_DEFAULTS });
  expect(await screen.findByRole('heading', { name: 'Nobody has answered yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call 112 now' })).toHaveAttribute('href', 'tel:112');
  expect(screen.getByRole('list', { name: 'What was tried' })).toHaveTextContent('The supervisors get a text message.');
});
