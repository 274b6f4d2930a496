// @vitest-environment happy-dom
import type { OwnLand } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import TenantHome from './tenant-home.tsx';

const LAND: OwnLand = {
  ...{ tenant_code: 'TNT-004417-K', fullname: 'GRACE ODONKOR', kind: 'person', last_name: 'ODONKOR' },
  ...{ first_name: 'GRACE', gender: null, date_of_birth: null, nationality: 'GHANAIAN', foreign_share: null },
  ...{ identification_type: null, id_number: null, contact_number: '+233244417001', other_number: null, email: '' },
  ...{ postal_address: '', gps_address: '', next_of_kin: '', kin_mobile_number: null, kin_relationship: null },
  ...{ contact_person: '', contact_person_number: null, reference_person: '', reference_mobile_number: null },
  tenancies: [
    {
      ...{ id: '1', zone: 'NUNGUA ZONE 3', block: 'B', plot_number: '147', land_use: 'residential' },
      ...{ area_sqm: '600.00', boundary: null, indenture_number: 'IN 20/2026', commencement: '2026-09-28' },
      ...{
        term_years: 50,
        ends_on: '2076-09-28',
        ground_rent: '400.00',
        rent_owed: '0.00',
        rent_owed_since: null,
        held_from: '2026-09-28',
        held_until: null,
      },
    },
  ],
  ...{ applications: [], requests: [], messages: [] },
};

const open = (answers: Record<string, Answer>) => {
  const served = serve(answers);
  return { ...served, ...openOfficePage([{ path: '/tenant', element: <TenantHome /> }], '/tenant') };
};

test('a tenant asks for a change, with the changed fields alone, and sees that it waits', async () => {
  const page = open({ '/tenant/land': LAND, '/tenant/requests': { status: true, message: 'It is with us.', id: '5' } });
  expect(await screen.findByText('Plot 147, Block B, Nungua Zone 3')).toBeVisible();
  expect(screen.getByText('600 m²')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Ask for a change' }));
  const form = within(screen.getByRole('form', { name: 'Ask for a change' }));
  await page.user.click(form.getByRole('button', { name: 'Ask for the change' }));
  expect(form.getByText('Nothing is changed yet.')).toBeVisible();
  await page.user.type(form.getByLabelText('E-mail'), 'grace@example.com');
  const wanted = { email: 'grace@example.com' };
  const waiting = {
    ...{ id: '5', wanted, note: '', status: 'asked', status_reason: null, refusals: {} },
    asked_at: '2026-11-20T10:00:00.000Z',
  };
  page.answers['/tenant/land'] = { ...LAND, requests: [waiting] };
  await page.user.click(form.getByRole('button', { name: 'Ask for the change' }));
  expect(await screen.findByText('Waiting')).toBeVisible();
  expect(page.calls.find(({ path }) => path === '/tenant/requests')?.body).toEqual({ wanted, note: '' });
});

test('a tenant reads the office’s answer below the message', async () => {
  const message = {
    ...{ id: '7', reference: 'CM-7K3Q9T', subject: 'Rent', message: 'How much?', status: 'replied' },
    ...{ received_at: '2026-11-20T10:00:00.000Z', answers: [{ text: 'GHS 400.00.', at: '2026-11-20T11:00:00.000Z' }] },
  };
  open({ '/tenant/land': { ...LAND, messages: [message] } });
  expect(await screen.findByText('GHS 400.00.')).toBeVisible();
  expect(screen.getByText('Answered')).toBeVisible();
});

test('a sign-in without a record shows itself, and whom to ask', async () => {
  const me = { username: 'tenant1', fullname: 'Abena Darko', tenant_code: 'TN0001', email: '' };
  open({ '/tenant/land': () => refusal(404, 'Our office has no land record of you yet.'), '/tenant/me': me });
  expect(await screen.findByText('Our office has no land record of you yet. Please contact us.')).toBeVisible();
  expect(screen.getByText('TN0001')).toBeVisible();
});
