// @vitest-environment happy-dom
import { defaultRights } from '@banbo/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { AllowedLink } from './allowed-link.tsx';

it('leads to the page for those who may open it, and is its words for others', () => {
  const page = (
    <MemoryRouter>
      <AllowedLink to="/plots/4">A 12</AllowedLink>
    </MemoryRouter>
  );
  const { role, permissions } = defaultRights('Accounts');
  signInAs({ role, permissions });
  render(page);
  expect(screen.getByRole('link', { name: 'A 12' })).toHaveAttribute('href', '/plots/4');
  cleanup();
  signInAs({ role, permissions: permissions.filter((one) => one !== 'land.read') });
  render(page);
  expect(screen.getByText('A 12')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
