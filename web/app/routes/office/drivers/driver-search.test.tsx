// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '~/lib/toast.ts';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('driver_search');

test('a search that is refused says why for 6 seconds, and gives the focus to the first field', async () => {
  signInAs('SuperAdmin');
  const message = 'No driver was found.';
  serve({ '/drivers/general_search': () => refusal(404, message) });
  const refused = vi.spyOn(toast, 'error');
  const { user } = openOfficePage(['driver_search'], '/driver_search');
  await user.type(await screen.findByLabelText('Driver Code'), 'DRV000000');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(refused).toHaveBeenCalledExactlyOnceWith(message, { duration: 6_000 }));
  expect(screen.getByLabelText('Driver Code')).toHaveFocus();
});
