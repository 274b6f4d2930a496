// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import ContactUs from './contact-us.tsx';

const open = (answers: Record<string, Answer> = {}) => {
  const served = serve(answers);
  const { user } = openPage([{ path: '/contact', element: <ContactUs /> }], '/contact');
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = async (entered: Record<string, string>) => {
    for (const [label, text] of Object.entries(entered)) {
      await user.clear(field(label));
      await user.type(field(label), text);
    }
  };
  return {
    ...served,
    user,
    field,
    fill,
    send: () => user.click(screen.getByRole('button', { name: 'Submit Request' })),
  };
};
const WHOLE = { Name: 'Kofi Mensah', Email: 'kofi@example.com', Subject: 'Fitting', Message: 'When?' };

test('what is missing is named at each field, and the first has the focus', async () => {
  const { field, fill, send, calls } = open();
  await send();
  for (const [label, sentence] of Object.entries({
    Name: 'Please enter your name.',
    Email: 'Please enter your email.',
    Subject: 'Please enter the subject.',
    Message: 'Please enter your message.',
  })) {
    expect(field(label)).toHaveAccessibleDescription(sentence);
  }
  expect(field('Name')).toHaveFocus();
  await fill({ ...WHOLE, Email: 'kofi' });
  await send();
  expect(field('Email')).toHaveAccessibleDescription('Give an e-mail address, like name@example.com.');
  expect(field('Name')).not.toBeInvalid();
  expect(calls).toEqual([]);
});

test('when an answer gets lost the form keeps what was typed, and is sent again as the same message', async () => {
  const { answers, calls, field, fill, send } = open({
    '/contact_messages': () => refusal(408, 'The answer took too long.'),
  });
  await fill(WHOLE);
  await send();
  expect(await screen.findByText('The answer took too long.')).toBeVisible();
  expect(field('Message')).toHaveValue('When?');
  answers['/contact_messages'] = { status: true, message: 'Thank you.', reference: 'CM-2A3B4C' };
  await send();
  expect(await screen.findByRole('status')).toHaveTextContent('Your reference is CM-2A3B4C');
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{16,}$/), keys[0]]);
});
