import { expect, test } from 'vitest';
import { TOO_COMMON, TOO_KNOWN, whyEasy } from './easy-password.ts';

const KNOWN = [
  'Banbo Driver Safety',
  'Akosua',
  'Baah-Nti',
  'akosua.b',
  'a.baahnti@example.com',
  'GR 4711-20',
  'DRV000001X',
];

test.each([
  'Password1!',
  'Welcome@2026',
  'P@ssw0rd!',
  'Pa$$w0rd2026',
  'Welcom3!',
  '2026#Summer',
  'Qwerty@123',
  'Abcd1234!',
  'Trustno1!',
  'L3tm3in!1',
  'Akwaaba@1',
  'Kwame@1957',
  'Ghana#2026',
  'Aaaaaa1!',
  'Aa1!Aa1!',
])('%s is common', async (password) => {
  expect(await whyEasy(password, KNOWN)).toBe(TOO_COMMON);
});

test.each([
  'Banbo@2026',
  'My#B4nb0#Key',
  'Safety!First9',
  'AKOSUA#jump7x',
  'Ákosúa#jump7x',
  'Baahnti%77kite',
  'Gr471120!',
  'xDrv000001X!',
  'Nti@83920',
])('%s holds what others know', async (password) => {
  expect(await whyEasy(password, KNOWN)).toBe(TOO_KNOWN);
});

test.each(['Kente$8Road', 'Ntoma#4Sky', 'xK7#mP2$qa', 'Rain%onTin5Roof', 'Ɔsɔfo@taxi9Rank', 'Entirely#7Nti'])(
  '%s may be set',
  async (password) => {
    expect(await whyEasy(password, KNOWN)).toBeNull();
  },
);

test('nothing known of somebody forbids nothing', async () => {
  expect(await whyEasy('Kente$8Road', ['', ' ', '-'])).toBeNull();
});
