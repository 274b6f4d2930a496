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
  expect(screen.getByRole('link', { name: 'A 12' }).getAttribute('href')).toBe('/plots/4');
  cleanup();
  signInAs({ role, permissions: permissions.filter((one) => one !== 'land.read') });
  render(page);
  expect(document.body.textContent).toBe('A 12');
  expect(screen.queryByRole('link')).toBeNull();
});
