// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { site } from '~/lib/api/known-site.ts';
import { COMPANY } from '../../../test/builders/company.ts';
import { openPage } from '../../../test/dom/open-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import MainLogin from '../member/main-login.tsx';
import TenantLogin from '../member/tenant-login.tsx';
import PublicLayout from './layout.tsx';

const open = (path: string) => {
  const { calls } = serve({});
  const children = [
    { path: '/main_login', element: <MainLogin /> },
    { path: '/tenant_login', element: <TenantLogin /> },
    { path: '*', element: <h1>{path}</h1> },
  ];
  return { ...openPage([{ element: <PublicLayout />, children }], path), calls };
};
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));
const footer = () => within(screen.getByRole('contentinfo'));
const current = () =>
  navigation()
    .getAllByRole('link', { current: 'page' })
    .map(({ textContent }) => textContent);

test('the navigation has its labels and routes in order, and marks the page shown', () => {
  open('/services');
  const links = [...document.querySelectorAll('nav > ul > li > a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['HOME', '/'],
    ['ABOUT US', '/about'],
    ['SERVICES', '/services'],
    ['REGISTRATION', '/main_registration'],
    ['PAYMENTS', '/main_payments'],
    ['CONTACT US', '/contact'],
  ]);
  expect(current()).toEqual(['SERVICES']);
});

test('a sub-route leads to its page, and what was open closes', async () => {
  const { user, router } = open('/');
  const groups = document.querySelectorAll('details');
  for (const group of groups) group.open = true;
  await user.click(navigation().getByRole('link', { name: 'Pricing' }));
  expect(router.state.location.pathname).toBe('/pricing');
  expect(current()).toEqual(['Pricing']);
  expect([...groups].filter(({ open }) => open)).toEqual([]);
});

test('the members’ sign-in is one press away, in header and footer', async () => {
  const { user } = open('/');
  expect(footer().getByRole('link', { name: 'Member sign-in' })).toHaveAttribute('href', '/main_login');
  await user.click(navigation().getByRole('link', { name: 'Member sign-in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Member sign-in' })).toBeVisible();
});

test('a tenant finds the way to sign in: in the footer and on the members’ page', async () => {
  const { user } = open('/main_login');
  expect(footer().getByRole('link', { name: 'Tenant Login' })).toHaveAttribute('href', '/tenant_login');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Tenant Login' }));
  expect(await screen.findByLabelText('Username')).toHaveAccessibleDescription(/Your tenant code/);
});

test.each([
  ['staff', 'Office', '/dashboard'],
  ['member', 'My page', '/member'],
])('the session of %s that the browser remembers gives the way back, without a call', (kind, label, to) => {
  localStorage.setItem('banbo.sessions', kind);
  const { calls } = open('/');
  expect(navigation().getByRole('link', { name: label })).toHaveAttribute('href', to);
  expect(navigation().queryByRole('link', { name: 'Member sign-in' })).toBeNull();
  expect(calls.filter(({ path }) => path.includes('token'))).toEqual([]);
});

test('the footer has its banner, its columns and the copyright from 2024', () => {
  open('/about');
  const headings = footer().getAllByRole('heading');
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Get Your Vehicle & Yourself Secured',
    'Office location',
    'GPS address',
    'Contact',
    'In an emergency',
    'Security equipment',
    '24/7 response team',
    'Target market',
  ]);
  expect(footer().getByRole('link', { name: 'Register now' })).toHaveAttribute('href', '/main_registration');
  // The company's three, and two for emergencies.
  expect(document.querySelectorAll('footer a[href^="tel:"]')).toHaveLength(5);
  expect(footer().getByText(/© 2024–20\d\d/)).toBeVisible();
});

test.each(['/main_registration', '/main_payments', '/plot_search', '/land_paper', '/tenant_login'])(
  'the call to register is not repeated below %s',
  (path) => {
    open(path);
    expect(footer().getByRole('heading', { name: 'Contact' })).toBeVisible();
    expect(footer().queryByRole('link', { name: 'Register now' })).toBeNull();
  },
);

test('the footer has the company’s own name and links', () => {
  const facebook = { name: 'Facebook', url: 'https://www.facebook.com/akwaaba.safety' };
  site.current = { ...COMPANY, company_name: 'Akwaaba Safety', social_links: [facebook] };
  open('/about');
  expect(footer().getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', facebook.url);
  expect(footer().getByText(/© .* Akwaaba Safety\. All rights reserved\./)).toBeVisible();
});
