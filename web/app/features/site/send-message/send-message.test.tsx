import { expect, test } from 'vitest';
import { chatAddress, cleanNumber } from '~/lib/chat-address.ts';
import { checkChat, lacksCountryCode, lengthError } from './send-message.tsx';

test('a number loses what is neither a word character nor a space, then its spaces', () => {
  expect(cleanNumber('+233 (24) 123-4567')).toBe('233241234567');
  expect(cleanNumber('\t024.123.4567 ')).toBe('0241234567');
});

test('number and message must not be empty', () => {
  expect(checkChat({ mobileNumber: '', message: '' })).toEqual({
    mobileNumber: 'Mobile number cannot be empty!',
    message: 'Message cannot be empty!',
  });
  expect(checkChat({ mobileNumber: '+ -', message: ' \n' })).toEqual({
    mobileNumber: 'Mobile number cannot be empty!',
    message: 'Message cannot be empty!',
  });
  expect(checkChat({ mobileNumber: '233241234567', message: 'x'.repeat(100) })).toEqual({});
});

test('above 99 characters the length is exceeded', () => {
  expect(lengthError('x'.repeat(99))).toBeUndefined();
  expect(lengthError('x'.repeat(100))).toBe('Max length exceeded');
});

test('a number that begins with its 0 lacks the country code', () => {
  expect(lacksCountryCode('024 123 4567')).toBe(true);
  expect(lacksCountryCode('+233 24 123 4567')).toBe(false);
  expect(lacksCountryCode('')).toBe(false);
});

test('the chat service is opened with number and text, encoded', () => {
  expect(chatAddress({ mobileNumber: '+233 24 123 4567', message: 'Ɛte sɛn? 50% & more' })).toBe(
    'https://web.whatsapp.com/send?phone=233241234567&text=%C6%90te%20s%C9%9Bn%3F%2050%25%20%26%20more&app_absent=0',
  );
});
