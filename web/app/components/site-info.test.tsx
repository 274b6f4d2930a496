// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSite } from './site-info.ts';

function Name() {
  return <p>{useSite().company_name}</p>;
}

test('a server that does not answer for the settings is asked once, however often the page is drawn', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetched);
  const { rerender } = render(<Name />);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  for (let drawn = 0; drawn < 3; drawn += 1) {
    rerender(<Name />);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(fetched).toHaveBeenCalledOnce();
});
