// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import SendMessage from './send-message.tsx';

afterEach(() => void vi.useRealTimers());

const open = () => openPage([{ path: '/whatsaap', element: <SendMessage /> }], '/whatsaap').user;
const send = () => screen.getByRole('button', { name: 'Send' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('tells what is empty, and takes it back after 3 seconds', async () => {
  vi.useFakeTimers();
  open();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const messages = () => screen.queryAllByText(/cannot be empty!$/).map(({ textContent }) => textContent);
  await pass(0);
  fireEvent.click(send());
  await vi.waitFor(() => expect(messages()).toHaveLength(2), { interval: 1 });
  await pass(2_900);
  expect(messages()).toEqual(['Mobile number cannot be empty!', 'Message cannot be empty!']);
  await pass(200);
  expect(messages()).toEqual([]);
});

test('counts to 100, and says so while it is reached', async () => {
  const user = open();
  expect(await screen.findByText('0/100')).toBeVisible();
  fireEvent.change(field('Message'), { target: { value: 'x'.repeat(99) } });
  expect(screen.getByText('99/100')).toBeVisible();
  expect(screen.queryByText('Max length exceeded')).toBeNull();
  await user.type(field('Message'), 'yz');
  expect(screen.getByText('100/100')).toBeVisible();
  expect(screen.getByText('Max length exceeded')).toBeVisible();
  await user.keyboard('{Backspace}');
  expect(screen.getByText('99/100')).toBeVisible();
  expect(screen.queryByText('Max length exceeded')).toBeNull();
});

test('opens the chat service in a new window, which cannot reach this one', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const user = open();
  await user.type(field('Mobile Number'), '0241234567');
  expect(screen.getByText(/^WhatsApp needs the country code/)).toBeVisible();
  await user.clear(field('Mobile Number'));
  await user.type(field('Mobile Number'), '+233 (24) 123-4567');
  await user.type(field('Message'), 'Good morning & thanks');
  await user.click(send());
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    'https://web.whatsapp.com/send?phone=233241234567&text=Good%20morning%20%26%20thanks&app_absent=0',
    '_blank',
    'noopener',
  );
});
