import { renderToString } from 'react-dom/server';
import toast, { useToasterStore } from 'react-hot-toast';
import { expect, it } from 'vitest';
import { TOAST_OPTIONS } from './toasts.tsx';

type Shown = { message: unknown; duration?: number | undefined };

/** The toasts that a page would show, without a page. */
const shown = (): Shown[] => {
  let toasts: readonly Shown[] = [];
  const Probe = () => {
    toasts = useToasterStore(TOAST_OPTIONS).toasts;
    return null;
  };
  renderToString(<Probe />);
  return toasts.map(({ message, duration }) => ({ message, duration }));
};

it('keeps a success for 2 s, other messages for 4 s, and what is loading until it has loaded', () => {
  toast.success('Sent.');
  toast.error('Refused.');
  toast('Saved.');
  toast.loading('Sending...');
  expect(shown()).toEqual([
    { message: 'Sending...', duration: Number.POSITIVE_INFINITY },
    { message: 'Saved.', duration: 4000 },
    { message: 'Refused.', duration: 4000 },
    { message: 'Sent.', duration: 2000 },
  ]);
});

it('shows the newest 20 at most', () => {
  for (let number = 1; number <= 25; number += 1) toast(`Message ${number}`);
  const messages = shown().map(({ message }) => message);
  expect([messages.length, messages[0], messages[19]]).toEqual([20, 'Message 25', 'Message 6']);
});
