import { expect, test } from 'vitest';
import { ApiError } from '../api/api.ts';
import { refusalOf } from './refusal.ts';

const issues = [
  { path: 'body.email', message: 'Give an e-mail address.' },
  { path: 'body.honeypot', message: 'Not valid.' },
];
const refused = new ApiError(422, 'Please check the form.', { message: 'Please check the form.', issues } as never);

test('a refusal stands at the fields that the form has, and the others are left to its sentence', () => {
  expect(refusalOf(refused, ['name', 'email'])).toEqual({
    message: 'Please check the form.',
    fields: { email: 'Give an e-mail address.' },
  });
});

test('what is no answer of the server says that it did not work, and nothing of the program', () => {
  expect(refusalOf(new TypeError('x is undefined'), ['name'])).toEqual({
    message: 'That did not work. Please try again.',
    fields: {},
  });
});
