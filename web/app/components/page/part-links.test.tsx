// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { PartLinks } from './part-links.tsx';

const shown = (open: string) => (
  <MantineProvider>
    <MemoryRouter>
      <PartLinks
        label="Parts"
        parts={['details', 'payments', 'changes'].map((label) => ({ to: `/${label}`, label, isOpen: label === open }))}
      />
    </MemoryRouter>
  </MantineProvider>
);

/** A phone of 300 px with links of 200 px each. */
const layOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'NAV') return new DOMRect(0, 0, 300, 40);
    const row = this.closest('nav');
    const place = [...(row?.querySelectorAll('a') ?? [])].indexOf(this as HTMLAnchorElement);
    return new DOMRect(place * 200 - (row?.scrollLeft ?? 0), 0, 200, 40);
  });

it('brings the open part to the middle of a narrow screen, when the page opens and when another part does', () => {
  const layout = layOut();
  const { rerender } = render(shown('payments'));
  const row = screen.getByRole('navigation', { name: 'Parts' });
  expect(row.scrollLeft).toBe(150);
  rerender(shown('changes'));
  expect(row.scrollLeft).toBe(350);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('changes');
  layout.mockRestore();
});
