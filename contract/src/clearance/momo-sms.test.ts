import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Money } from '../common/fields.ts';
import { formatMoney } from '../common/formats.ts';
import { fromPesewas } from '../common/pesewas.ts';
import { BUILT_IN_NETWORKS } from '../site/networks.ts';
import { readMomoSms } from './momo-sms.ts';

const read = (text: string) => readMomoSms(text, BUILT_IN_NETWORKS);

const mtn = ({ amount = '303.00', reference = 'gr 1234-20', id = '87425747421' } = {}) =>
  `Payment received for GHS ${amount} from AMA SERWAA MENSAH Current Balance: GHS 2451.24. Available Balance: GHS 2451.24. ` +
  `Reference: ${reference}. Transaction ID: ${id}. TRANSACTION FEE: 0.00`;

const NOTHING = {
  kind: 'received',
  transaction_id: '',
  amount: '',
  payer_name: '',
  payer_number: '',
  reference: '',
  received_on: '',
};

test('a message of MTN gives all it says; it names no number and no day', () => {
  expect(read(mtn())).toEqual({
    ...NOTHING,
    transaction_id: '87425747421',
    amount: '303.00',
    payer_name: 'AMA SERWAA MENSAH',
    reference: 'GR 1234-20',
  });
});

test('a message of MTN with the space before its full stop, and with line breaks, reads alike', () => {
  const text = mtn().replaceAll('2451.24.', '2451.24 .').replaceAll('. ', '.\n');
  expect(read(text)).toEqual(read(mtn()));
});

test('a message of Telecel gives number and day too, from its own subscribers and from those of another network', () => {
  const own =
    '0000012345678901 Confirmed. You have received GHS1,600.50 from 233201234567 - KOFI ADDO on 2026-05-01 at 10:15:22. Your ' +
    'Telecel Cash balance is GHS3,000.00.\nReference: GW 55-21.\nStay alert. Never share your PIN or OTP with anyone.';
  const expected = {
    kind: 'received',
    transaction_id: '12345678901',
    amount: '1600.50',
    payer_name: 'KOFI ADDO',
    payer_number: '+233201234567',
    reference: 'GW 55-21',
    received_on: '2026-05-01',
  };
  expect(read(own)).toEqual(expected);
  const other =
    '0000012345678901 Confirmed. You have received GHS1600.50 from MTN MOBILE MONEY with transaction reference: Transfer From: ' +
    '233241234567-KOFI ADDO on 2026-05-01 at 09:00:00. Your Telecel Cash balance is GHS3450.00. Ref: gw 55-21';
  expect(read(other)).toEqual({ ...expected, payer_number: '+233241234567' });
});

test('a message of AirtelTigo gives its day, which is written day first', () => {
  const text =
    'AT Money: You have received GHS 20.00 from 0271234567 KOFI BOATENG. Trans ID: ATX77812345. Date: 01/05/2026 10:15. New ' +
    'balance: GHS 45.00';
  expect(read(text)).toEqual({
    kind: 'received',
    transaction_id: 'ATX77812345',
    amount: '20.00',
    payer_name: 'KOFI BOATENG',
    payer_number: '+233271234567',
    reference: '',
    received_on: '2026-05-01',
  });
});

test('of a message about money that was sent only the transaction ID is taken', () => {
  const sent =
    'Payment made for GHS 200.00 to BANBO DRIVER SAFETY. Current Balance: GHS 12.00. Reference: RF. Transaction ID: ' +
    '68576386182. Fee charged: GHS 0.00';
  expect(read(sent)).toEqual({ ...NOTHING, kind: 'sent', transaction_id: '68576386182' });
});

test.each([
  ['commas in the wrong places', mtn({ amount: '3,03.00' })],
  ['three decimals', mtn({ amount: '303.005' })],
  ['two decimal points', mtn({ amount: '3.03.00' })],
  ['letters for digits', mtn({ amount: '3O3.00' })],
  ['nothing', mtn({ amount: '0.00' })],
  ['no number', mtn({ amount: 'NaN' })],
  ['a sign', mtn({ amount: '-303.00' })],
  ['two different amounts received', `${mtn()} Payment received for GHS 900.00`],
])('an amount with %s is left empty', (_, text) => {
  expect(read(text).amount).toBe('');
});

test('a payer who writes an ID, an amount or a day into the reference changes none of them silently', () => {
  expect(read(mtn({ reference: 'Transaction ID: 11111111111' })).transaction_id).toBe('');
  expect(read(mtn({ reference: 'x Payment received for GHS 900.00 from ME' })).amount).toBe('');
  expect(read(mtn({ reference: 'Reference: GT 1-20' })).reference).toBe('');
  const twoDays =
    '0000012345678901 Confirmed. You have received GHS5.00 from 233201234567 - KOFI ADDO on 2026-05-01 at 10:15.';
  expect(read(`${twoDays} Ref: on 2025-05-01`).received_on).toBe('');
});

test('a day that does not exist is left empty', () => {
  const text =
    '0000012345678901 Confirmed. You have received GHS5.00 from 233201234567 - KOFI ADDO on 2026-02-30 at 10:15.';
  expect(read(text)).toMatchObject({ amount: '5.00', received_on: '' });
});

test('any text is read without throwing, and what it gives is well formed', () => {
  const part = fc.constantFrom(
    ...['Payment received for ', 'You have received ', 'GHS', ' 1,000', '.00', ' from ', 'AMA', '233241234567', ' - '],
    ...[
      ' on ',
      '2026-13-45',
      ' Reference: ',
      ' Transaction ID: ',
      '87425747421',
      '. ',
      '\n',
      '₵',
      '\u200b',
      '9'.repeat(400),
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const found = read(given);
      if (found.amount !== '') expect(Money.safeParse(found.amount).success).toBe(true);
      expect(found.transaction_id).toMatch(/^[A-Z0-9]*$/);
      expect(found.received_on).toMatch(/^(?:\d{4}-\d\d-\d\d)?$/);
      expect(found.reference.length).toBeLessThanOrEqual(60);
    }),
    { numRuns: 2000 },
  );
});

test('every amount is read as it was written, with or without commas', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 99_999_999_99n }), fc.boolean(), (pesewas, withCommas) => {
      const amount = fromPesewas(pesewas);
      const written = withCommas ? formatMoney(amount).replace('GHS', '').trim() : amount;
      expect(read(mtn({ amount: written })).amount).toBe(amount);
    }),
  );
});
