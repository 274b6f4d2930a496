// @vitest-environment happy-dom
import type { TextsHeld as Held } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { TextsHeldNotice } from './alarms.tsx';

const open = (held: Partial<Held>, role: 'SystemAdmin' | 'Operations') => {
  signInAs(role);
  serve({ '/outbox/held': { held: 0, used_up: null, welcomes: 0, per_day: 1000, stopped: null, ...held } });
  return openOfficePage(
    [
      { path: '/', element: <TextsHeldNotice /> },
      { path: '/outbox', element: <></> },
    ],
    '/',
  );
};

test.each([
  ['all', 'Today’s 1,000 text messages are used up: 12 are held back.'],
  ['codes', 'Today’s text messages for password codes are used up: 12 are held back. Drivers who forgot'],
  ['others', 'Today’s text messages for all but password codes are used up: 12 are held back. Setup codes go out'],
] as const)('the share that is used up (%s) is named, with what still goes out', async (used_up, words) => {
  open({ held: 12, used_up }, 'SystemAdmin');
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('welcomes that are held back lead whoever may to letting them go, and others to an administrator', async () => {
  const { router, user } = open({ welcomes: 950 }, 'SystemAdmin');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Far more drivers than usual registered: 950 welcome texts are held back/,
  );
  await user.click(screen.getByRole('link', { name: 'release their welcomes' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/outbox?status=held');
});

test('staff who may not let welcomes go are told whom to tell', async () => {
  open({ welcomes: 1 }, 'Operations');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /1 welcome text is held back.*Please tell an administrator\./,
  );
  expect(screen.queryByRole('link')).toBeNull();
});
