// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../test/dom/open-page.tsx';
import { PartLinks } from './part-links.tsx';

const NAMES = ['Details', 'Payments', 'Messages', 'History'];
/** Pixels of a link, of which three fit on the screen. */
const WIDTH = 100;

const partsAt = (open: string) => ({
  path: `/${open}`,
  element: (
    <PartLinks label="Parts" parts={NAMES.map((name) => ({ to: `/${name}`, label: name, isOpen: name === open }))} />
  ),
});

test('the open part is brought into sight where the parts are wider than the screen', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(3 * WIDTH);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return NAMES.indexOf(this.textContent ?? '') * WIDTH;
  });
  const { router } = openPage([{ children: NAMES.map(partsAt) }], '/History');
  const row = () => screen.getByRole('navigation', { name: 'Parts' });
  expect(row().scrollLeft).toBe(200);
  await router.navigate('/Payments');
  await vi.waitFor(() => expect(row().scrollLeft).toBe(0));
});
