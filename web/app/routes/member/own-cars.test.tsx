// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { standingOf } from '../../../test/builders/member.ts';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import MemberHome from './home.tsx';

const CARS = [
  { driver_code: 'DRV000001B', car_number: 'GR 1-20', is_signed_in: true },
  { driver_code: 'DRV000002A', car_number: 'GX 2-26', is_signed_in: false },
];
const REFUSED = {
  id: '4',
  car_number: 'GX 9-26',
  note: '',
  status: 'refused',
  status_reason: 'Not yours.',
  asked_at: '2026-11-19T10:00:00.000Z',
};

const open = (answers: Record<string, Answer>, address = '/member') => {
  const served = serve({
    '/member/standing': standingOf({}),
    '/member/payments': () => Response.json([], { headers: { 'x-total-count': '0' } }),
    ...answers,
  });
  return { ...served, ...openOfficePage([{ path: '/member', element: <MemberHome /> }], address) };
};

test('a member with several cars turns from one to the other', async () => {
  const { user, router } = open({ '/member/cars': { cars: CARS, requests: [] } });
  const other = await screen.findByRole('link', { name: 'GX 2-26' });
  expect(screen.getByRole('link', { name: 'GR 1-20' })).toHaveAttribute('aria-current', 'page');
  await user.click(other);
  await waitFor(() => expect(router.state.location.search).toBe('?driver_code=DRV000002A'));
  expect(other).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'GR 1-20' })).not.toHaveAttribute('aria-current');
});

test('a member asks for another car and sees what became of each request', async () => {
  const page = open({
    '/member/cars': { cars: CARS.slice(0, 1), requests: [REFUSED] },
    '/member/car_requests': () =>
      refusal(409, 'You have already asked for this car.', {
        issues: [{ path: 'body.car_number', message: 'You have already asked for this car.' }],
      }),
  });
  expect(await screen.findByText('Not yours.')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'My cars' })).toBeNull();
  await page.user.type(screen.getByLabelText('Car Number'), 'BAD');
  expect(screen.getByText(/^This is not the usual form/)).toBeVisible();
  await page.user.clear(screen.getByLabelText('Car Number'));
  await page.user.type(screen.getByLabelText('Car Number'), 'GX 3-26');
  expect(screen.getByText('As on the plate, like GR 1234-20')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Ask for this car' }));
  expect(await screen.findByText('You have already asked for this car.')).toBeVisible();
  expect(screen.getByLabelText('Car Number')).toHaveValue('GX 3-26');
  page.answers['/member/car_requests'] = { status: true, message: 'Your request is with our office.', id: '5' };
  const waiting = [5, 6, 7].map((id) => ({ ...REFUSED, id: String(id), status: 'asked', status_reason: null }));
  page.answers['/member/cars'] = { cars: CARS.slice(0, 1), requests: waiting };
  await page.user.click(screen.getByRole('button', { name: 'Ask for this car' }));
  expect(await screen.findByText('3 of your requests wait for our office.')).toBeVisible();
});

test('a member withdraws a request that waits, once asked', async () => {
  const waiting = { ...REFUSED, status: 'asked', status_reason: null };
  const page = open({
    '/member/cars': { cars: CARS.slice(0, 1), requests: [waiting, { ...REFUSED, id: '3', car_number: 'GX 8-26' }] },
    '/member/car_requests/4/withdraw': { status: true, message: 'Your request was withdrawn.' },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Withdraw GX 9-26' }));
  expect(screen.queryByRole('button', { name: 'Withdraw GX 8-26' })).toBeNull();
  const question = await screen.findByRole('dialog', { name: 'Withdraw your request for GX 9-26?' });
  page.answers['/member/cars'] = { cars: CARS.slice(0, 1), requests: [{ ...waiting, status: 'withdrawn' }] };
  await page.user.click(within(question).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw GX 9-26' })).toBeNull();
});
