import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { COMPANY } from '../../../test/builders/company.ts';
import { HowToPay } from './how-to-pay.tsx';
import { PreviewedSite } from './site-info.ts';

const shown = (plan: string | null): string =>
  renderToString(
    <PreviewedSite value={COMPANY}>
      <HowToPay plan={plan} />
    </PreviewedSite>,
  ).replaceAll('<!-- -->', '');

test('a month costs what the plan asked for costs', () => {
  expect(shown('platinum')).toContain('GHS 1,200.00');
  expect(shown('platinum')).toContain('Platinum plan, every month');
  for (const plan of ['monthly', null]) expect(shown(plan)).toContain('GHS 300.00');
});

test('the accounts that money is sent to are named', () => {
  const page = shown(null);
  for (const number of ['000 001', '024 000 0001', '020 000 0002'])
    expect(page).toContain(`<strong>${number}</strong>`);
});

test('the step of noting the transaction ID says what one looks like', () => {
  expect(shown(null)).toContain('the transaction ID of the message you get: MTN’s has 11 digits.');
});
