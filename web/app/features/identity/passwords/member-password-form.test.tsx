import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type Asked, MemberPasswordForm } from './member-password-form.tsx';

const shown = (asked: Asked | null): string =>
  renderToString(
    <MemoryRouter>
      <MemberPasswordForm car="GR 1234-20" code="" asked={asked} />
    </MemoryRouter>,
  );

const TEXTED = 'From the text message we sent to your mobile number.';

test('a code that comes by text message is looked for there', () => {
  const form = shown({ message: 'Look at your phone.', texted: true });
  expect(form).toContain(TEXTED);
  expect(form).not.toContain('From our office.');
});

test('where no text message goes out, the server’s words are shown and the office has the code', () => {
  const form = shown({ message: 'Please call our office.', texted: false });
  expect(form).toContain('Please call our office.');
  expect(form).toContain('From our office.');
  expect(form).not.toContain(TEXTED);
});

test('a code that nobody asked for may come from each place that gives one', () => {
  expect(shown(null)).toContain('From your registration’s confirmation, a text message or our office.');
});
