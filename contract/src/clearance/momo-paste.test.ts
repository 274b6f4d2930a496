import { expect, test } from 'vitest';
import { BUILT_IN_NETWORKS } from '../site/networks.ts';
import { splitMessages } from './momo-paste.ts';
import { readMomoSms } from './momo-sms.ts';

const MTN =
  'Payment received for GHS 303.00 from AMA SERWAA MENSAH Current Balance: GHS 2451.24. Reference: gr 1-20. Transaction ID: ' +
  '87425747421. TRANSACTION FEE: 0.00';
const TELECEL =
  '0000012345678901 Confirmed. You have received GHS1,600.50 from 233201234567 - KOFI ADDO on 2026-05-01 at 10:15:22. Your ' +
  'Telecel Cash balance is GHS3,000.00.\nReference: GW 55-21.\nStay alert. Never share your PIN or OTP with anyone.';
const AT =
  'AT Money: You have received GHS 20.00 from 0271234567 KOFI BOATENG. Trans ID: ATX77812345. Date: 01/05/2026 10:15. New ' +
  'balance: GHS 45.00';

test('messages of all networks are told apart, with empty lines between them or without', () => {
  for (const gap of ['\n', '\r\n', '\n\n', '\n \n\n']) {
    const messages = splitMessages([MTN, TELECEL, AT, MTN.replace('7421', '7422')].join(gap));
    expect(messages.map((one) => readMomoSms(one, BUILT_IN_NETWORKS).transaction_id)).toEqual([
      '87425747421',
      '12345678901',
      'ATX77812345',
      '87425747422',
    ]);
    expect(messages.map((one) => readMomoSms(one, BUILT_IN_NETWORKS).reference)).toEqual([
      'GR 1-20',
      'GW 55-21',
      '',
      'GR 1-20',
    ]);
  }
});

test('one message stays one, with its own line breaks and an empty line before its ID', () => {
  expect(splitMessages(TELECEL)).toEqual([TELECEL]);
  const broken = MTN.replace('Current Balance', '\n\nCurrent Balance');
  const [message = '', another] = splitMessages(broken);
  expect(another).toBeUndefined();
  expect(readMomoSms(message, BUILT_IN_NETWORKS)).toEqual(readMomoSms(MTN, BUILT_IN_NETWORKS));
  expect(splitMessages('  \n')).toEqual([]);
  expect(splitMessages('87425747421')).toEqual(['87425747421']);
});

test('a payer who writes the beginning of a message into the reference makes no second one of it', () => {
  const forged = MTN.replace('gr 1-20', 'x Payment received for GHS 900.00 from ME');
  expect(splitMessages(forged)).toEqual([forged]);
  expect(readMomoSms(forged, BUILT_IN_NETWORKS).amount).toBe('');
});
