// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { site } from '../../lib/api/known-site.ts';
import { useSite } from './site-info.ts';

function Name() {
  return <p>{useSite().company_name}</p>;
}

test('a server that does not answer for the settings is asked once, however often the page is drawn', async () => {
  const ask = vi.spyOn(site, 'ask').mockRejectedValue(new TypeError('Failed to fetch'));
  site.asked = false;
  const { rerender } = render(<Name />);
  expect(site.asked).toBe(true);
  await vi.waitFor(() => expect(site.asked).toBe(false));
  rerender(<Name />);
  rerender(<Name />);
  expect(ask).toHaveBeenCalledOnce();
});
