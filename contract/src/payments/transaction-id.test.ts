import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholePhone } from '../common/formats.ts';
import { BUILT_IN_NETWORKS, isBankId, wrongIdMessage } from '../site/networks.ts';
import type { Network } from '../site/schemas.ts';
import {
  findTransactionId,
  MISSING_TRANSACTION_ID,
  NO_DIGIT_IN_ID,
  NO_ID_IN_MESSAGE,
  PHONE_FOR_ID,
  SEVERAL_IDS_IN_MESSAGE,
} from './transaction-id.ts';

const WRONG_TRANSACTION_ID = 'Wrong Transaction ID. Transaction ID should be 11 characters.';

const NETWORKS = BUILT_IN_NETWORKS;
const idIn = (text: string) => findTransactionId(text, NETWORKS).id;
const problemOf = (text: string) => findTransactionId(text, NETWORKS).problem;

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));
const isNotPhone = (id: string) => !isWholePhone(id);
const pad2 = (value: number) => String(value).padStart(2, '0');

const mtnId = digits(11).filter((id) => !id.startsWith('0'));
const telecelId = digits(10).filter((id) => isNotPhone(id) && !id.startsWith('0'));
const amount = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, part]) => `${whole}.${pad2(part)}`);
const phone = fc
  .tuple(fc.constantFrom('024', '054', '059', '020', '050', '026', '027', '057'), digits(7), fc.boolean())
  .map(([prefix, rest, isLong]) => (isLong ? `+233${prefix.slice(1)}${rest}` : `${prefix}${rest}`));
const day = fc
  .tuple(fc.integer({ min: 2024, max: 2043 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${pad2(month)}-${pad2(date)}`);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${pad2(hour)}:${pad2(minute)}:07`);
const name = fc.constantFrom('AMA MENSAH', 'BANBO LTD', 'Kofi Owusu-Ansah', 'TRANSACTIONS LIMITED', 'ID CARD SHOP');
const reference = fc.oneof(
  fc.constantFrom('AS 2567-12', 'school fees', '3435', 'GR1234-20', ''),
  digits(11),
  digits(10),
);
const parts = fc.record({ amount, fee: amount, balance: amount, phone, day, time, name, reference });

const mtnMessages = fc.tuple(parts, mtnId).map(([part, id]) => ({
  id,
  texts: [
    `Payment received for GHS ${part.amount} from ${part.name} Current Balance: GHS ${part.balance}. Reference: ${part.reference}. Transaction ID: ${id}. TRANSACTION FEE: ${part.fee}`,
    `Payment made for GHS ${part.amount} to ${part.name}. Current Balance: GHS ${part.balance}. Reference: ${part.reference}. Transaction ID: ${id}. Fee charged: GHS ${part.fee}`,
    `Your payment of GHS ${part.amount} to ${part.name} ${part.phone} has been completed at ${part.day} ${part.time}. Reference: ${part.reference}. Your new balance: GHS ${part.balance}. Fee was GHS ${part.fee}. Financial Transaction Id: ${id}. External Transaction Id: -.`,
  ],
}));

const telecelMessages = fc.tuple(parts, fc.oneof(telecelId, mtnId), fc.boolean()).map(([part, id, isPadded]) => {
  const shown = isPadded ? id.padStart(16, '0') : id;
  return {
    id,
    texts: [
      `${shown} Confirmed. You have sent GHS${part.amount} to ${part.phone} - ${part.name} on ${part.day} at ${part.time}. Your Telecel Cash balance is GHS${part.balance}.`,
      `${shown} Confirmed. GHS${part.amount} paid to 123456 - ${part.name} on ${part.day} at ${part.time}. Your Telecel Cash balance is GHS${part.balance}. Reference: ${part.reference}.`,
      `Transaction ID: ${shown} confirmed from 555. You have sent GHS${part.amount} to ${part.phone}.`,
    ],
  };
});

const airtelTigoMessages = fc.tuple(parts, mtnId).map(([part, id]) => ({
  id,
  texts: [
    `You have sent GHS ${part.amount} to ${part.name} (${part.phone}) on ${part.day}. Trans. ID: ${id}. Balance: GHS ${part.balance}. Thank you for using AirtelTigo Money.`,
    `TXN ID ${id}. GHS ${part.amount} sent to ${part.name} (${part.phone}). Balance: GHS ${part.balance}. Thank you for using AirtelTigo Money.`,
  ],
}));

/** Pieces of random texts that are not messages. */
const PIECES = [
  'TRANSACTION ID',
  'txn id: ',
  ' ',
  '\n',
  '.',
  ':',
  '-',
  '+233',
  'GHS ',
  '0000',
  'ＩＤ１２',
  '\u200f',
  '\ud800',
  '🚖',
];

describe('a whole message', () => {
  it.each([
    ['MTN', mtnMessages],
    ['Telecel', telecelMessages],
    ['AirtelTigo', airtelTigoMessages],
  ])('of %s gives its transaction ID, whatever the payer wrote as a reference', (_network, messages) => {
    fc.assert(
      fc.property(messages, ({ id, texts }) => {
        expect(texts.map(idIn)).toEqual(texts.map(() => id));
      }),
    );
  });

  it('gives it however it is spaced, in any case and with signs that take no room', () => {
    const text =
      'payment made for ghs 300.00.\n\nTransaction\u00a0ID:\u200b 8742574\u20607421.\r\nFee charged: GHS 0.00';
    expect(idIn(text)).toBe('87425747421');
  });

  it('never gives a phone number, an amount, a day or a time', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const texts = [
          `You have sent GHS ${part.amount} to ${part.phone} on ${part.day} at ${part.time}.`,
          `Transaction ID: ${part.phone}. Amount: ${part.amount}`,
          `${part.day} ${part.time}, GHS ${part.amount}, ${part.name}`,
          `${part.day.replaceAll('-', '')}${part.time.slice(0, 2)} ${part.phone} paid`,
          part.phone,
          part.amount,
          part.day,
        ];
        expect(texts.map(idIn)).toEqual(texts.map(() => null));
      }),
    );
  });

  it('with two numbers that may be the ID is refused, and never one of them taken', () => {
    fc.assert(
      fc.property(mtnId, mtnId, (one, other) => {
        fc.pre(one !== other);
        expect(problemOf(`Sent ${one} and then ${other} today`)).toBe(SEVERAL_IDS_IN_MESSAGE);
        expect(problemOf(`Transaction ID: ${one}. Transaction ID: ${other}.`)).toBe(SEVERAL_IDS_IN_MESSAGE);
      }),
    );
  });

  it('with a number that looks like a day beside another is refused, since either may be the ID', () => {
    expect(problemOf('Sent 20261120123 and then 68576386182 today')).toBe(SEVERAL_IDS_IN_MESSAGE);
    expect(problemOf('Sent on 20261120123')).toBe(NO_ID_IN_MESSAGE);
  });

  it('without an ID is refused with a sentence that says what to do', () => {
    expect(problemOf('Payment made for GHS 300.00 to BANBO LTD.')).toBe(NO_ID_IN_MESSAGE);
    expect(problemOf('Transaction ID: 123. Reference: 68576386182')).toBe(NO_ID_IN_MESSAGE);
    expect(problemOf('Transaction ID:')).toBe(NO_ID_IN_MESSAGE);
  });

  it('of any kind gives an ID of a known form or none', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), digits(10), fc.string())), (pieces) => {
        const text = pieces.join('');
        const { id, problem } = findTransactionId(text, NETWORKS);
        if (id === null) expect(problem).not.toBe('');
        else expect(id).toMatch(/^(?=.*\d)(?:[A-Z0-9]{10,11}|\d{12}|FT\d{5}[A-Z0-9]{5})$/);
      }),
    );
  });
});

describe('a message of GhanaPay or a bank', () => {
  it.each([
    ['You have received GHS 430.00 from GCB BANK via GhanaPay. Transaction ID: 620008130548.', '620008130548'],
    ['GhanaPay 620008130548: GHS 20.00 to 233241234567 at 202611241802', null],
    ['GhanaPay 620008130548, GHS 20.00 to 233241234567 on 2026-11-24', '620008130548'],
    ['Your A/C 1234****89 was debited GHS 200.00. Ref: FT26333ABCDE. Desc: REG FEE', 'FT26333ABCDE'],
    ['TRXN ID: FT26333ABCDE\\BNK GHS 200.00 sent', 'FT26333ABCDE'],
    ['Sent FT26333ABCDE and FT26333ABCDF', null],
    ['Payment made for GHS 20.00. Reference: FT26333ABCDE. Transaction ID: 87425747421.', '87425747421'],
  ])('%s', (text, id) => expect(idIn(text)).toBe(id));

  it('gives 12 digits that are no phone number, alone and in words, once', () => {
    fc.assert(
      fc.property(digits(12), (id) => {
        fc.pre(isNotPhone(id) && idIn(id) === id);
        expect(idIn(`Transaction ID: ${id}. Amount GHS 20.00`)).toBe(id);
        expect(idIn(`Transaction ID: ${id}. Transaction ID: 620008130549`)).toBe(id === '620008130549' ? id : null);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an ID typed alone', () => {
  it.each([
    ['68576386182', '68576386182'],
    ['ab345678901', 'AB345678901'],
    ['  685 7638 618a ', '6857638618A'],
    ['87425747421.', '87425747421'],
    ['1506113222', '1506113222'],
    ['0000015061132227', '15061132227'],
    ['0000001506113222', '1506113222'],
    ['620008130548', '620008130548'],
    ['6200 0813 0548', '620008130548'],
    ['ft26333abcde', 'FT26333ABCDE'],
    ['FT26333ABCDE\\BNK', 'FT26333ABCDE'],
    ['FT26333ABCDE/B1', 'FT26333ABCDE'],
    ['FT26366AB0DE.', 'FT26366AB0DE'],
  ])('%j is %s', (input, id) => expect(idIn(input)).toBe(id));

  it.each([
    ['', MISSING_TRANSACTION_ID],
    [' \u200b ', MISSING_TRANSACTION_ID],
    ['TRANSACTION', NO_DIGIT_IN_ID],
    ['0241234567', PHONE_FOR_ID],
    ['024 123 4567', PHONE_FOR_ID],
    ['+233241234567', PHONE_FOR_ID],
    ['00233 24 123 4567', PHONE_FOR_ID],
    ['024/123 4567 (MTN)', PHONE_FOR_ID],
    ['241234567', WRONG_TRANSACTION_ID],
    ['123456789', WRONG_TRANSACTION_ID],
    ['1234567890123', WRONG_TRANSACTION_ID],
    ['12345678901A', WRONG_TRANSACTION_ID],
    ['233241234567', PHONE_FOR_ID],
    ['FT26399ABCDE', WRONG_TRANSACTION_ID],
    ['FT26333ABCDEF', WRONG_TRANSACTION_ID],
    ['FT26333ABCDE\\BNKS', WRONG_TRANSACTION_ID],
    ['98765432109 87', WRONG_TRANSACTION_ID],
    ['1234567890-', WRONG_TRANSACTION_ID],
    ['AB34567890', WRONG_TRANSACTION_ID],
  ])('%j is refused', (input, problem) => expect(findTransactionId(input, NETWORKS)).toEqual({ id: null, problem }));

  it.each([
    ['MTN', '68576386182', null],
    [
      'MTN',
      '1506113222',
      'Wrong Transaction ID. Transaction ID should be 11 digits for MTN. It looks like an ID of Telecel: choose that network.',
    ],
    [
      'MTN',
      '620008130548',
      'Wrong Transaction ID. Transaction ID should be 11 digits for MTN. It looks like an ID of GhanaPay: choose that network.',
    ],
    ['MTN', '685763861', 'Wrong Transaction ID. Transaction ID should be 11 digits for MTN.'],
    ['MTN', 'FT26333ABCDE', null],
    ['GHANAPAY', '620008130548', null],
    ['TELECEL', '1506113222', null],
    [
      'TELECEL',
      '150611322',
      'Wrong Transaction ID. Transaction ID should be 10 or 11 digits for Telecel, besides the zeros before them.',
    ],
    ['AIRTELTIGO', 'AB345678901', null],
    [
      'AIRTELTIGO',
      '1506113222',
      'Wrong Transaction ID. Transaction ID should be 11 characters for AirtelTigo. It looks like an ID of Telecel: choose that network.',
    ],
  ] as const)('of %s, %j, has that network’s form', (network, input, problem) => {
    expect(findTransactionId(input, NETWORKS, network).problem).toBe(problem);
  });
});

describe('networks that staff have set', () => {
  const network = (code: string, change: Partial<Network>): Network => ({
    code,
    name: code,
    id_lengths: [11],
    id_characters: 'digits',
    id_padded_to: null,
    wrong_id_message: null,
    ...change,
  });
  const anyForm = fc.record({
    id_lengths: fc.uniqueArray(fc.integer({ min: 1, max: 32 }), { minLength: 1, maxLength: 3 }),
    id_characters: fc.constantFrom('digits', 'letters_and_digits'),
  });

  it('of whatever form: without a network an ID of any of them or of the default is taken, and nothing else', () => {
    const text = fc.oneof(fc.stringMatching(/^[A-Z0-9]{1,34}$/), fc.stringMatching(/^\d{1,34}$/));
    fc.assert(
      fc.property(fc.array(anyForm, { maxLength: 4 }), text, (forms, id) => {
        fc.pre(isNotPhone(id) && /\d/.test(id));
        const fitsOne = forms.some(
          ({ id_lengths, id_characters }) =>
            id_lengths.includes(id.length) && (id_characters === 'letters_and_digits' || /^\d+$/.test(id)),
        );
        const networks = forms.map((form, index) => network(`N${index}`, form));
        const fitsAny = /^[A-Z0-9]{11}$|^\d{12}$/.test(id) || isBankId(id);
        expect(findTransactionId(id, networks).id).toBe(fitsOne || fitsAny ? id : null);
      }),
    );
  });

  it('of whatever form: an ID is found by it in a message, and typed with its network', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), parts, (length, part) => {
        const id = '9'.repeat(length);
        const networks = [network('GMONEY', { id_lengths: [length] })];
        const text = `GHS ${part.amount} sent to ${part.phone}. Transaction ID: ${id}. Reference: ${part.reference}`;
        expect(findTransactionId(text, networks, 'GMONEY').id).toBe(id);
        expect(findTransactionId(id, networks, 'GMONEY').id).toBe(id);
        expect(findTransactionId(`${id}9`, networks, 'GMONEY').id).toBeNull();
        expect(findTransactionId(text, [...NETWORKS, ...networks]).id).toBe(id);
      }),
    );
  });

  it('a network’s own sentence refuses its IDs, and without one the sentence names length and characters', () => {
    const networks = [
      network('MTN', { id_lengths: [12] }),
      network('GMONEY', { id_lengths: [8], wrong_id_message: 'G-Money’s IDs begin with GM.' }),
    ];
    const refusal = (code?: string) => findTransactionId('1', networks, code).problem;
    expect(refusal('MTN')).toBe('Wrong Transaction ID. Transaction ID should be 12 digits for MTN.');
    expect(refusal('GMONEY')).toBe('G-Money’s IDs begin with GM.');
    expect(refusal()).toBe(WRONG_TRANSACTION_ID);
  });

  it('a network that is not among them counts as not known', () => {
    expect(findTransactionId('1506113222', NETWORKS, 'GMONEY').id).toBe('1506113222');
    expect(findTransactionId('123', NETWORKS, 'GMONEY').problem).toBe(WRONG_TRANSACTION_ID);
    expect(findTransactionId('AB345678901', []).id).toBe('AB345678901');
  });

  it('zeros are taken off IDs that some network fills up to so many characters, and off no others', () => {
    const networks = [network('TELECEL', { id_lengths: [9], id_padded_to: 14 })];
    const found = (text: string) => findTransactionId(text, networks).id;
    expect(found('00000150611322')).toBe('150611322');
    expect(found('00000150611322 Confirmed. You have sent GHS50.00')).toBe('150611322');
    expect(found('0000015061132227')).toBeNull();
    expect(found('00150611322')).toBe('00150611322');
  });
});

it('without a network the sentence names the default of 11 characters', () => {
  expect(wrongIdMessage()).toBe(WRONG_TRANSACTION_ID);
});
