import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PreviewedSite } from '~/components/site/site-info.ts';
import { COMPANY } from '../../../../test/builders/company.ts';
import { SUBSCRIPTION_DUE, standingOf } from '../../../../test/builders/member.ts';
import { Due } from './member-standing.tsx';
import { CoveredMonths, NextDue } from './standing-parts.tsx';

const shown = (change: Partial<Parameters<typeof Due>[0]['standing']>): string =>
  renderToString(
    <PreviewedSite value={COMPANY}>
      <MemoryRouter>
        <Due standing={standingOf(change)} />
      </MemoryRouter>
    </PreviewedSite>,
  );

test('a member who owes nothing is told so', () => {
  expect(shown({})).toContain('Nothing is due.');
});

test('nobody is told that nothing is due while a year has no prices', () => {
  const page = shown({ unpriced_years: [2027, 2028] });
  expect(page).not.toContain('Nothing is due.');
  for (const year of [2027, 2028])
    expect(page).toContain(`The price for ${year} is not set yet. Please call 024 000 0001.`);
  expect(page).not.toContain('Pay now');
});

test('a year without prices stands above what is due of the others', () => {
  const page = shown({ unpriced_years: [2027], due: [SUBSCRIPTION_DUE], due_total: SUBSCRIPTION_DUE.amount });
  expect(page.indexOf('The price for 2027')).toBeLessThan(page.indexOf('Total due'));
  expect(page).toContain('Pay now');
});

test('of a fee that is paid in part, paid and missing stand beside its price, and the sum is less the credit', () => {
  const part = { ...SUBSCRIPTION_DUE, amount: '817.33', paid: '100.00', missing: '717.33' };
  const page = shown({ due: [part], due_total: '817.33', credit: '100.00', owed: '717.33' });
  expect(page).toContain('GHS 100.00 paid, GHS 717.33 missing');
  expect(page).toMatch(/Less credit.*GHS 100\.00.*You owe.*GHS 717\.33/);
  expect(shown({ due: [SUBSCRIPTION_DUE], due_total: SUBSCRIPTION_DUE.amount })).not.toContain('Less credit');
});

test('what was refunded of money that never came is owed, also where no fee is due', () => {
  const page = shown({ credit: '-80.00', owed: '80.00' });
  expect(page).toMatch(/Refunded from money that never came.*GHS 80\.00.*You owe.*GHS 80\.00/);
  expect(page).not.toContain('Nothing is due.');
});

test('a month that is due names the plan by which it costs what it costs', () => {
  const due = { due: [SUBSCRIPTION_DUE], due_total: SUBSCRIPTION_DUE.amount };
  expect(shown({ ...due, plans: [{ plan: 'platinum', from: '2026-11' }] }).replaceAll('<!-- -->', '')).toContain(
    'Plan: Platinum',
  );
  expect(shown({ ...due, plans: [{ plan: 'platinum', from: '2026-12' }] }).replaceAll('<!-- -->', '')).toContain(
    'Plan: Monthly Subscription',
  );
});

test('a member sees what is paid for, a line a kind', () => {
  const month = (payment_month: string) => ({
    payment_type: 'SS',
    description: 'MONTHLY SUBSCRIPTION',
    payment_year: 2026,
    payment_month,
    covered_by: 'payment' as const,
    waived: '0.00',
    credit_use_id: null,
  });
  const fee = {
    ...month(''),
    payment_type: 'RF',
    description: 'REGISTRATION FEE',
    payment_year: null,
    payment_month: null,
  };
  const page = renderToString(<CoveredMonths covered={[month('NOVEMBER'), month('OCTOBER'), fee]} />);
  expect(page).toContain('Monthly subscription: Nov 2026, Oct 2026');
  expect(page).toContain('<li>Registration fee</li>');
});

test('a member is told what comes next, also where its price is not set', () => {
  const next = {
    payment_type: 'SS',
    description: 'MONTHLY SUBSCRIPTION',
    payment_year: 2027,
    payment_month: 'JANUARY',
  };
  const shownNext = (amount: string | null) =>
    renderToString(<NextDue next={{ ...next, amount }} />).replaceAll('<!-- -->', '');
  expect(shownNext('300.00')).toContain('Next due: Monthly subscription, Jan 2027, GHS 300.00.');
  expect(shownNext(null)).toContain('Jan 2027, its price is not set yet.');
});
