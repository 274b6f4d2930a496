import { expect, test } from 'vitest';
import { checkContact } from './contact-form.tsx';

const MESSAGE = { name: 'Kofi', email: 'kofi@example.com', subject: 'Fitting', message: 'When?' };

test('a whole message can be sent', () => {
  expect(checkContact(MESSAGE)).toEqual({});
});

test('what is missing is named by field, in the form’s order', () => {
  expect(Object.entries(checkContact({ name: ' ', email: '', subject: '', message: '\n' }))).toEqual([
    ['name', 'Please enter your name.'],
    ['email', 'Please enter your email.'],
    ['subject', 'Please enter the subject.'],
    ['message', 'Please enter your message.'],
  ]);
});

test('an e-mail address without its parts is refused', () => {
  for (const email of ['kofi', 'kofi@', '@example.com', 'kofi@example', 'ko fi@example.com']) {
    expect(checkContact({ ...MESSAGE, email })).toEqual({ email: 'Give an e-mail address, like name@example.com.' });
  }
});
