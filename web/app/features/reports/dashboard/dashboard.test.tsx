// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { OwnPages } from './dashboard.tsx';

test.each([
  ['SystemUser', 'These pages are yours.'],
  ['Legal', 'These pages are yours; those that the menu marks ‘soon’ come with a later version.'],
] as const)('%s is told of pages to come only where the menu marks some', (role, words) => {
  openPage([{ path: '/', element: <OwnPages role={role} /> }], '/');
  expect(screen.getByText(/^Money and drivers/)).toHaveTextContent(words);
  expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible();
});
