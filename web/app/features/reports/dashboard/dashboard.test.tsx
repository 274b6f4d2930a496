// @vitest-environment happy-dom
import { defaultRights } from '@banbo/contract';
import { Grid, MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { OwnPages } from './dashboard.tsx';

test.each(['SystemUser', 'Legal'] as const)('%s reads which pages are theirs', (role) => {
  const pages = (
    <MantineProvider>
      <Grid>
        <OwnPages person={defaultRights(role)} />
      </Grid>
    </MantineProvider>
  );
  openPage([{ path: '/', element: pages }], '/');
  expect(screen.getByText(/^Money and drivers/)).toHaveTextContent('These pages are for you.');
  expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible();
});
