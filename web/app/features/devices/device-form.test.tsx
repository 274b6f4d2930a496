// @vitest-environment happy-dom
import { WRONG_CHECK_DIGIT } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { AddDevice } from './device-form.tsx';

const open = () => {
  signInAs('SuperUser');
  const served = serve({ '/devices': { status: true, message: 'The tracker is in stock.', id: '9' } });
  const pages = [
    { path: '/', element: <AddDevice /> },
    { path: '/devices/9', element: <p>Its page</p> },
  ];
  return { ...served, ...openOfficePage(pages, '/') };
};

test('an IMEI whose last digit does not fit is sent once it is confirmed, each by itself', async () => {
  const { user, calls } = open();
  const imei = await screen.findByRole('textbox', { name: 'IMEI' });
  await user.type(imei, '355488020117587');
  await user.click(screen.getByRole('checkbox', { name: 'The label says 355488020117587' }));
  await user.clear(imei);
  await user.type(imei, '35548802-0117586');
  const box = screen.getByRole('checkbox', { name: 'The label says 355488020117586' });
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(WRONG_CHECK_DIGIT);
  await user.click(screen.getByRole('button', { name: 'Add tracker' }));
  expect(box).toHaveFocus();
  expect(box).toHaveAccessibleDescription(WRONG_CHECK_DIGIT);
  expect(calls.map(({ path }) => path)).not.toContain('/devices');
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Add tracker' }));
  const sent = { imei: '35548802-0117586', feed_name: null, accepts_wrong_digit: true };
  expect(await screen.findByText('Its page')).toBeVisible();
  expect(calls.map(({ body }) => body)).toContainEqual(expect.objectContaining(sent));
});

test('a tracker without an IMEI is added by its name in the feed', async () => {
  const { user, calls } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Name in the feed' }), '4710038911');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add tracker' }));
  const sent = { imei: null, feed_name: '4710038911', accepts_wrong_digit: false };
  expect(await screen.findByText('Its page')).toBeVisible();
  expect(calls.map(({ body }) => body)).toContainEqual(expect.objectContaining(sent));
});
