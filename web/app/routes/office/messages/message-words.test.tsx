// @vitest-environment happy-dom
import { type MessageTemplate, TEMPLATE_KEYS } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toastSays } from '../../../../test/dom/clearance.tsx';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('message_templates');

const TEMPLATES: MessageTemplate[] = TEMPLATE_KEYS.map((key) => ({
  ...{ key, own_words: null, problem: null, changed_at: null, changed_by: null, waiting_approval: null },
  is_used: key !== 'welcome_code' && key !== 'password_code',
}));

const open = async (label: string) => {
  signInAs('SystemAdmin');
  const done = { status: true, message: 'It is saved.' };
  const served = serve({ '/message_templates': TEMPLATES, '/message_templates/reminder': done });
  const opened = openOfficePage(['message_templates'], '/message_templates');
  await opened.user.click(await screen.findByText(label));
  const words = await screen.findByLabelText('Words');
  const write = async (text: string) => {
    await opened.user.clear(words);
    await opened.user.click(words);
    await opened.user.paste(text);
  };
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save words' }));
  return { ...opened, ...served, write, save };
};

test('words are shown as they would be sent, with their length as they are typed', async () => {
  const { write } = await open('Reminder of what is due');
  await write('Please pay {amount} to {pay_to}, {driver_code}');
  expect(await screen.findByText('Please pay GHS 12,000.00 to MTN 024 123 4567, DRV000398K')).toBeVisible();
  expect(screen.getByText(/^1 text message, 56 characters, room for 104 more\.$/)).toBeVisible();
});

test('the character that makes a text message shorter is named', async () => {
  const { write } = await open('Reminder of what is due');
  await write('Mepa wo kyɛw, {amount} {driver_code}');
  expect(await screen.findByText('‘ɛ’')).toBeVisible();
  expect(screen.getByText(/each holds 70 characters instead of 160/)).toBeVisible();
});

test('words without a needed field are refused at the field and stay as typed', async () => {
  const { write, save, calls } = await open('Reminder of what is due');
  await write('Please pay {amount} to {pay_to}');
  await save();
  expect(await screen.findByText('The words need {driver_code}.')).toBeVisible();
  expect(screen.getByLabelText('Words')).toHaveValue('Please pay {amount} to {pay_to}');
  expect(calls.some(({ path }) => path === '/message_templates/reminder')).toBe(false);
});

test('words of a reminder that take more than one text with the longest values are refused', async () => {
  const { write, save, calls } = await open('Reminder of what is due');
  await write(`{amount} to {pay_to}, {driver_code}. ${'Please. '.repeat(20)}`);
  await save();
  expect(await screen.findByText('This takes 2 text messages, and may take one. Please shorten it.')).toBeVisible();
  expect(calls.some(({ path }) => path === '/message_templates/reminder')).toBe(false);
});

test('words that can be sent are kept', async () => {
  const { write, save, calls } = await open('Reminder of what is due');
  await write('Please pay {amount} to {pay_to}, {driver_code}');
  await save();
  await toastSays('It is saved.');
  expect(calls.find(({ path }) => path === '/message_templates/reminder')?.body).toEqual({
    words: 'Please pay {amount} to {pay_to}, {driver_code}',
  });
});

test('a text that this server never sends says so', async () => {
  await open('Registration, with a code');
  const entry = screen.getByText('Registration, with a code').closest('summary') ?? expect.unreachable();
  expect(within(entry).getByText('Not sent by this server')).toBeVisible();
});
