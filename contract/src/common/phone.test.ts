import { assert, bigInt, boolean, constantFrom, integer, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { CallbackPhone, isMobileNumber, Phone } from './fields.ts';
import { formatPhone, isWholePhone, maskPhone, normalizePhone } from './formats.ts';

test.each(['024', '025', '053', '054', '055', '059', '020', '050', '026', '027', '056', '057', '023'])(
  'a number that begins %s is a Ghana number',
  (prefix) => {
    expect(normalizePhone(`${prefix} 123 4567`)).toBe(`+233${prefix.slice(1)}1234567`);
    expect(isMobileNumber(`${prefix}1234567`)).toBe(true);
  },
);

test.each(['090', '030', '032', '021', '022', '028', '029', '051', '052', '058', '080'])(
  'a number that begins %s is no mobile’s: it is shown as it is stored, and cannot be given',
  (prefix) => {
    const number = `${prefix}1234567`;
    expect(formatPhone(`+233${number.slice(1)}`)).toBe(`${prefix} 123 4567`);
    expect(Phone.safeParse(number).error?.issues.map(({ message }) => message)).toEqual([
      'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.',
    ]);
  },
);

test('a number that a phone pasted with marks of direction is that number', () => {
  expect(normalizePhone('\u202a+233 24 123 4567\u202c')).toBe('+233241234567');
  expect(Phone.safeParse('\u2066024 123 4567\u2069').success).toBe(true);
});

test.each([
  ...['00233 24 470 0110', '00233244700110', '+233 (0)24 470 0110', '+233(0)244700110', '+233 024 470 0110'],
  ...['233 0244700110', '+0244700110', '(024) 470 0110', '0244,700,110', '024.470.0110', '024 · 470 · 0110'],
  ...['024–470–0110', '024‑470‑0110', '024−4700110', '024/4700110', '024 / 470 0110', '0244700110/', '024_4700110'],
  ...['tel:+233244700110', 'tel:0244700110', 'Tel: 024 470 0110', 'Tel. No. 0244700110', 'Phone – 0244700110'],
  ...[
    '024 470 0110 (MTN)',
    '(MTN) 0244700110',
    '0244700110 MTN',
    '0244700110/AT',
    'MTN: 0244700110',
    'MTN MoMo 0244700110',
  ],
  ...['WhatsApp 0244700110', '0244700110 (WhatsApp only)', '０２４４７００１１０', '\u00a00244700110\u200b'],
  ...['244700110', '24 470 0110', '244700110.0', '233244700110.0', '0244700110.00'],
])('%j is 024 470 0110', (input) => {
  expect(normalizePhone(input)).toBe('+233244700110');
  expect(Phone.safeParse(input).success).toBe(true);
});

test.each([
  ...['024 123', '0241234567890', '0244700110/0201234567', '0244700110 0201234567', '2.447E+08', '302123456'],
  ...[
    '1244700110',
    '87413694596',
    '620008130548',
    '24470011',
    '2447001100',
    '244700110.5',
    '024470011O',
    'AT24-4700110',
  ],
  ...['AT 24 470 0110', 'GR 1234-20', '٠٢٤٤٧٠٠١١٠', '0244700110 Kofi', '0244700110 (2)', `0244700110${' '.repeat(60)}`],
])('%j is no number of Ghana', (input) => expect(normalizePhone(input)).toBeNull());

const GAPS = ['', ' ', '-', '–', '‑', '−', '.', '/', '\u00a0', '  ', ' - '];
const HEADS = ['0', '233', '+233', '00233', '+233 (0)', '+233 0', '2330', 'tel:+233', 'Tel: 0', '(0)', ''];
const NOTES = ['', ' (MTN)', ' MTN', ' (WhatsApp)', '/AT', '.', '\u202c'];

test('one number is the same in every spelling', () => {
  const spelling = tuple(constantFrom(...HEADS), constantFrom(...GAPS), constantFrom(...NOTES), boolean());
  const number = tuple(constantFrom('24', '53', '59', '20', '50', '27', '57'), integer({ min: 0, max: 9_999_999 }));
  assert(
    property(spelling, number, ([head, gap, note, isPaired], [network, own]) => {
      const rest = `${network}${String(own).padStart(7, '0')}`;
      const groups = isPaired ? /(..)(..)(..)(...)/ : /(..)(...)(....)/;
      const input = `${head}${rest.replace(groups, (_, ...found) => found.slice(0, isPaired ? 4 : 3).join(gap))}${note}`;
      expect(normalizePhone(input)).toBe(`+233${rest}`);
      expect(normalizePhone(formatPhone(input))).toBe(`+233${rest}`);
      expect(isWholePhone(input)).toBe(head !== '');
    }),
    { numRuns: 1000 },
  );
});

test('any other text is a number in E.164 or none, and as many digits as an ID has are none', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 64 }), (text) => {
      expect(normalizePhone(text) ?? '+233200000000').toMatch(/^\+233[1-9]\d{8}$/);
    }),
  );
  assert(
    property(integer({ min: 10, max: 12 }), bigInt({ min: 10n ** 11n, max: 10n ** 12n - 1n }), (length, all) => {
      const id = String(all).slice(0, length);
      expect(normalizePhone(id)).toBe(length === 12 && /^233[1-9]/.test(id) ? `+${id}` : null);
    }),
    { numRuns: 500 },
  );
});

test('other countries’ and half numbers are refused', () => {
  for (const wrong of ['', '024 123', '0241234567890', '+44 20 7946 0000', '0041234567', 'ama', '024123456x']) {
    expect(normalizePhone(wrong)).toBeNull();
    expect(Phone.safeParse(wrong).success).toBe(false);
  }
});

test('people read the local form, and strangers not its middle', () => {
  expect(formatPhone('+233241234567')).toBe('024 123 4567');
  expect(maskPhone('+233241234567')).toBe('024 *** 4567');
  expect(maskPhone('0539876543')).toBe('053 *** 6543');
});

test('a number to call back may be of any country, or none', () => {
  for (const taken of ['', '0302 123 456', '+44 20 7946 0000', '024–470–0110', 'tel:0244700110']) {
    expect(CallbackPhone.safeParse(taken).success).toBe(true);
  }
  expect(CallbackPhone.safeParse('my brother').error?.issues[0]?.message).toBe(
    'Please give a phone number, or leave it empty.',
  );
});
