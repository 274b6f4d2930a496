// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER } from '../../../test/dom/drivers.ts';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { lastDrivers, noteDriver } from './last-drivers.ts';

await fetchPages('driver_search', 'view_driver/:id');

test('the drivers opened last are offered before one is found, with the lists that the person may open', async () => {
  signInAs('SuperUser');
  serve({ '/drivers/7': DRIVER });
  const { router } = openOfficePage(['view_driver/:id', 'driver_search'], '/view_driver/7');
  await screen.findByRole('heading', { level: 1, name: 'Ama Mensah' });
  await router.navigate('/driver_search');
  expect(await screen.findByRole('link', { name: 'Ama Mensah' })).toHaveAttribute('href', '/view_driver/7');
  expect(screen.getByRole('link', { name: 'Registration' })).toHaveAttribute('href', '/admin_registration');
});

test('they are one person’s, the last first, without those that were removed', () => {
  signInAs('SuperUser');
  noteDriver(DRIVER);
  noteDriver({ ...DRIVER, id: '8' });
  noteDriver(DRIVER);
  expect(lastDrivers().map(({ id }) => id)).toEqual(['7', '8']);
  noteDriver({ ...DRIVER, removed_at: '2026-11-01T00:00:00.000Z' });
  expect(lastDrivers().map(({ id }) => id)).toEqual(['8']);
  signInAs('SystemAdmin');
  expect(lastDrivers()).toEqual([]);
});
