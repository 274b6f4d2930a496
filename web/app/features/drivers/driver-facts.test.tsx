import type { Driver } from '@banbo/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DRIVER } from '../../../test/dom/drivers.ts';
import { driverFacts, planHistory } from './driver-facts.tsx';

const expiryShown = (expiry_date: string): string => {
  const facts = driverFacts({ ...DRIVER, expiry_date });
  const value = facts.flatMap((part) => part.facts).find(([label]) => label === 'Expiry date')?.[1];
  return renderToStaticMarkup(value).replaceAll(/<[^>]*>/g, '');
};

it('tells staff of a document that has expired', () => {
  expect(expiryShown('2014-01-01')).toBe('1 Jan 2014 Expired');
  expect(expiryShown('2999-01-01')).toBe('1 Jan 2999');
});

it('tells staff which plan holds from which month on', () => {
  const plans: Driver['plans'] = [
    { plan: 'standard', from: '2026-11' },
    { plan: 'platinum', from: '2027-01' },
  ];
  const shown = planHistory({ plans });
  const texts = renderToStaticMarkup(shown).split('</li>');
  expect(texts.map((text) => text.replaceAll(/<[^>]*>/g, '').trim())).toEqual([
    'Platinum from January 2027',
    'Standard from November 2026 Now',
    '',
  ]);
});
