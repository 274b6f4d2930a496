// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test/dom/open-page.tsx';
import Toasts from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const visible = (): string[] => toastsOf('.toast').map((one) => one.textContent ?? '');
const toastsOf = (selector: string) => [...document.querySelectorAll(selector)];

test('an error ends with its page, unless it came with the move; others go along once', async () => {
  const { router } = openPage([{ path: '*', element: <Toasts /> }], '/first');
  await screen.findByRole('region', { name: 'Messages' });
  act(() => {
    toast.error('Refused.', { duration: 60_000 });
    toast.error('A payment that was kept: refused.', { id: 'b1946ac9', duration: 60_000 });
    toast('Saved.', { duration: 60_000 });
  });
  await waitFor(() => expect(visible()).toHaveLength(3));
  vi.setSystemTime(new Date('2026-11-20T10:00:02Z'));
  act(() => void toast.error('Could not be loaded.', { duration: 60_000 }));
  await act(() => router.navigate('/second'));
  await waitFor(() =>
    expect(visible().sort()).toEqual(['A payment that was kept: refused.', 'Could not be loaded.', 'Saved.']),
  );
  await act(() => router.navigate('/third'));
  await waitFor(() => expect(visible()).toEqual([]));
});
