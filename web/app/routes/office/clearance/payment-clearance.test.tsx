// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FIGURES, heading, openClearance, rows, toastSays } from '../../../../test/dom/clearance.tsx';
import { holdToday } from '../../../../test/dom/office-page.tsx';
import { refusal } from '../../../../test/dom/served.ts';

holdToday();

// Wide screens show whole reasons, narrower ones fewer words.
beforeEach(() => {
  window.innerWidth = 1280;
});

test('the list says how long a case waits and why, and chips count the kinds and filter', async () => {
  const { user, router } = openClearance();
  expect(await screen.findByText('Amount differs: MoMo got 150.00')).toBeVisible();
  expect(screen.getByText('4 d')).toBeVisible();
  expect(screen.getByText('2 h')).toBeVisible();
  expect(screen.getByText('600.00')).toBeVisible();
  const chips = within(screen.getByRole('group', { name: 'Why it waits' }));
  expect(chips.getByRole('button', { name: '2 waiting' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(chips.getByRole('button', { name: '1 amount differs' }));
  await waitFor(() => expect(router.state.location.search).toBe('?reason=differs'));
  expect(screen.queryByRole('button', { name: /that are ready/ })).toBeNull();
});

test('in a narrow window a reason is said in fewer words', async () => {
  window.innerWidth = 1024;
  openClearance();
  expect(await screen.findByText('Amount differs')).toBeVisible();
});

test('j and k go through the rows, Enter opens a case beside the list, Esc closes it and leads back', async () => {
  const { user, router } = openClearance();
  await screen.findByRole('link', { name: 'Ama Owusu' });
  await user.keyboard('jjk');
  expect(screen.getByRole('link', { name: 'Ama Owusu' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await heading('Ama Owusu · AS 1180-19')).toHaveFocus();
  expect(router.state.location.search).toBe('?case=7');
  expect(screen.getByRole('link', { name: 'Ama Owusu' })).toHaveAttribute('aria-current', 'true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(screen.getByRole('link', { name: 'Ama Owusu' })).toHaveFocus();
});

test('all that is ready is cleared after a question', async () => {
  const reasons = [{ reason: 'ready', count: 18, amount: '6100.00' }];
  const { user, calls } = openClearance('', {
    '/clearance/figures': { ...FIGURES, reasons },
    '/clearance/clear_ready': { status: true, message: 'Cleared 18.', cleared: 18 },
  });
  await user.click(await screen.findByRole('button', { name: 'Clear 18 that are ready' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/In all, GHS 6,100.00/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Clear 18' }));
  await toastSays('Cleared 18.');
  expect(calls.filter(({ path }) => path === '/clearance/clear_ready')).toHaveLength(1);
});

test('a case that is not there says so', async () => {
  openClearance('?case=77', { '/clearance/77': () => refusal(404, 'There is no such case.') });
  expect(await screen.findByText('There is no such case.')).toBeVisible();
});

test('where nothing waits, the list says so', async () => {
  openClearance('', { '/clearance': rows() });
  expect(await screen.findByText('Nothing waits here. Well done.')).toBeVisible();
});
