import { assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { DEMONYMS } from '#domains/lookups';
import { cardRemark, documentProblem } from './card-country.ts';

const remark = (id_number: string | null, nationality: string | null, identification_type = 'GHANA CARD') =>
  cardRemark({ id_number, nationality, identification_type });

test('a card with the letters of any country is taken, in any spelling, and agrees with its nationality alone', () => {
  assert(
    property(constantFrom(...DEMONYMS), constantFrom('-', '', ' '), ([letters, demonym], gap) => {
      const number = [letters, '712345678', '9'].join(gap).toLowerCase();
      expect(documentProblem('GHANA CARD', number, null)).toBeNull();
      expect(remark(number, demonym)).toBeNull();
      expect(remark(number, demonym === 'TOGOLESE' ? 'GHANAIAN' : 'TOGOLESE')).toMatch(/Please check\.$/);
    }),
    { numRuns: 500 },
  );
});

test.each(['GHB-712345678-9', 'GNA-712345678-9', 'GAH-712345678-9'])('%s, a slip, is refused', (number) => {
  expect(documentProblem('GHANA CARD', number, null)).toBe(
    `${number.slice(0, 3)} is no country. A Ghana Card number is GHA or another country’s three letters, nine digits and one digit, like GHA-712345678-9.`,
  );
});

test('a card of another country than the nationality is remarked on', () => {
  expect(remark('NGA-712345678-9', 'GHANAIAN')).toBe(
    'The card’s letters are Nigerian, the nationality is Ghanaian. Please check.',
  );
  expect(remark('GHA-712345678-9', 'TOGOLESE')).toMatch(/^The card’s letters are Ghanaian/);
});

test('other documents, and nationalities that staff have added, are not', () => {
  expect(remark('NGA7123456789', 'GHANAIAN', 'PASSPORT')).toBeNull();
  expect(remark('NGA-712345678-9', 'EWE')).toBeNull();
  expect(remark(null, 'GHANAIAN')).toBeNull();
  expect(documentProblem('PASSPORT', 'XGHB712345678', null)).toBeNull();
});
