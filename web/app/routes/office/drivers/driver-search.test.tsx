// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '~/lib/toast.ts';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { summary } from '../../../../test/dom/receive-payments.tsx';
import { refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('driver_search');

const open = async () => {
  signInAs('SuperUser');
  const served = serve({
    '/drivers/general_search': ({ body }) =>
      body.car_number === 'GR 1-20'
        ? Response.json({ status: true, message: 'One driver found.', driver: [summary(1)] })
        : refusal(404, 'No driver was found.'),
  });
  const drivers = { path: '/global_drivers', element: <p>All drivers</p> };
  const { router, user } = openOfficePage(['driver_search', drivers], '/driver_search');
  const search = async (car: string) => {
    await user.clear(await screen.findByLabelText('Car Number'));
    await user.type(screen.getByLabelText('Car Number'), `${car}{Enter}`);
  };
  return { router, user, ...served, search };
};

test('the driver search shows whom it finds, empties its fields, and leads to the record', async () => {
  const { calls, search } = await open();
  await search('GR 1-20');
  expect(await screen.findByText('One driver found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ama Mensah 1' })).toHaveAttribute('href', '/view_driver/1');
  expect(calls.find(({ path }) => path === '/drivers/general_search')?.body).toEqual({
    driver_code: '',
    mobile_number: '',
    car_number: 'GR 1-20',
  });
  expect(screen.getByLabelText('Car Number')).toHaveValue('');
  await waitFor(() => expect(screen.getByLabelText('Driver Code')).toHaveFocus());
});

test('a search that finds nobody says so for 6 seconds, takes away whom the last one found, and keeps what was typed', async () => {
  const refused = vi.spyOn(toast, 'error');
  const { search } = await open();
  await search('GR 1-20');
  await screen.findByRole('link', { name: 'Ama Mensah 1' });
  await search('ZZ 99999-99');
  await screen.findByText('No driver was found.');
  expect(refused).toHaveBeenCalledExactlyOnceWith('No driver was found.', { duration: 6_000 });
  expect(screen.getByLabelText('Driver Code')).toHaveFocus();
  expect(screen.queryByRole('link', { name: 'Ama Mensah 1' })).toBeNull();
  expect(screen.getByLabelText('Car Number')).toHaveValue('ZZ 99999-99');
});

test('Cancel leaves a search that was opened by its address for all drivers', async () => {
  const { router, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('All drivers')).toBeVisible();
  expect(router.state.location.pathname).toBe('/global_drivers');
});
