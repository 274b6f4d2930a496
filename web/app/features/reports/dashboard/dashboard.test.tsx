// @vitest-environment happy-dom
import { defaultRights } from '@banbo/contract';
import { Grid, MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { OwnPages } from './dashboard.tsx';

test.each([
  ['SystemUser', 'These pages are for you.'],
  ['Legal', 'These pages are for you; those under ‘Coming later’ in the menu are not built yet.'],
] as const)('%s is told of pages to come only where the menu marks some', (role, words) => {
  const pages = (
    <MantineProvider>
      <Grid>
        <OwnPages person={defaultRights(role)} />
      </Grid>
    </MantineProvider>
  );
  openPage([{ path: '/', element: pages }], '/');
  expect(screen.getByText(/^Money and drivers/)).toHaveTextContent(words);
  expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible();
});
