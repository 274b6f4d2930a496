import { expect, test } from 'vitest';
import { memberPasswordPath, readPasswordFragment } from './password-link.ts';

const readLink = (path: string) => readPasswordFragment(new URL(path, 'https://www.banbo.example').hash);

test.each(['GR 1234-20', 'GR+1&code=x#', undefined])('a member’s link gives code and car back, car %j', (car) => {
  const code = 'K7QX9-M2P4T';
  expect(readLink(memberPasswordPath({ code, ...(car && { car }) }))).toEqual({ code, car: car ?? '' });
});

test('a text message’s link holds the code alone', () => {
  expect(memberPasswordPath({ code: 'K7QX9-M2P4T' })).toBe('/member_password#code=K7QX9-M2P4T');
});

test('a car number that somebody else wrote is read too', () => {
  expect(readPasswordFragment('#code=K7QX9-M2P4T&car=GR%201234-20')).toEqual({
    code: 'K7QX9-M2P4T',
    car: 'GR 1234-20',
  });
});

test.each(['', '#', '#content', '#car=GR+1', '#code='])('%j holds no code', (hash) => {
  expect(readPasswordFragment(hash)).toBeNull();
});
