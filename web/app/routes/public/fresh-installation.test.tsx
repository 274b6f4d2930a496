// @vitest-environment happy-dom
import { PAYMENTS_OPEN_SOON, SITE_DEFAULTS } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import ContactUs from '~/features/site/contact/contact-us.tsx';
import Home from '~/features/site/home/home.tsx';
import PaymentInformation from '~/features/site/payment-info/payment-information.tsx';
import Terms from '~/features/site/terms/terms.tsx';
import { site } from '~/lib/api/known-site.ts';
import { openPage } from '../../../test/dom/open-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import Login from '../office/login.tsx';
import PublicLayout from './layout.tsx';
import MainPayments from './main-payments.tsx';

beforeEach(() => {
  site.current = { ...SITE_DEFAULTS, opens_soon: true };
});

const PAGES = {
  '/': <Home />,
  '/payment_information': <PaymentInformation />,
  '/main_payments': <MainPayments />,
  '/contact': <ContactUs />,
  '/terms': <Terms />,
  '/login': <Login />,
};

const open = (path: keyof typeof PAGES) => {
  serve({});
  openPage([{ element: <PublicLayout />, children: [{ path, element: PAGES[path] }] }], path);
};

test.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
  'on a fresh installation %s has no number to pay to or call but those of emergencies',
  (path) => {
    open(path);
    expect(document.body.textContent).not.toMatch(/\d[\d ]{6,}|@|GA-|undefined/);
    const ways = [...document.querySelectorAll('a[href^="tel:"], a[href^="mailto:"], a[href^="sms:"]')];
    expect(new Set(ways.map((way) => way.getAttribute('href')))).toEqual(new Set(['tel:112', 'tel:191']));
  },
);

test.each(['/payment_information', '/main_payments'] as const)('%s says that payments open soon', (path) => {
  open(path);
  expect(screen.getByText(PAYMENTS_OPEN_SOON)).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Payment' })).toBeNull();
});
