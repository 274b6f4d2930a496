// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import PricingPage from './pricing.tsx';

/** Each plan adds to the one before it. */
const PLANS: readonly [slug: string, name: string, price: string, adds: readonly string[]][] = [
  [
    'monthly',
    'Monthly Subscription',
    '300.00',
    ['Tracking device with panic button', '24/7 response team', '24/7 monitoring'],
  ],
  ['standard', 'Standard', '800.00', ['Camera', 'Direct contact', 'Personal help support']],
  ['platinum', 'Platinum', '1,200.00', ['Pepper spray', 'Device and tracking servicing']],
];
const ALL = PLANS.flatMap(([, , , adds]) => adds);

test.each(PLANS)(
  'the card of %s has its price, ticks, crosses, and leads into the registration',
  (slug, name, price) => {
    openPage([{ path: '/pricing', element: <PricingPage /> }], '/pricing');
    const held = PLANS.slice(0, PLANS.findIndex(([of]) => of === slug) + 1).flatMap(([, , , adds]) => adds);
    const item = screen.getByRole('heading', { level: 2, name }).closest('li');
    expect(item).toHaveTextContent(`GHS ${price} per month`);
    const card = within(item ?? document.body);
    const features = card
      .getAllByRole('listitem')
      .map((feature) => [feature.textContent, within(feature).getByRole('img').getAttribute('aria-label')]);
    expect(features).toEqual(ALL.map((one) => [one, held.includes(one) ? 'Included:' : 'Not included:']));
    expect(card.getByRole('link', { name: `Start ${name}` })).toHaveAttribute(
      'href',
      `/main_registration?plan=${slug}`,
    );
    expect(screen.getAllByText('Best Value')).toHaveLength(1);
  },
);
