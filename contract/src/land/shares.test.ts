import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BENEFICIARIES, CONSTITUTIONAL_SHARES, percentsOfWhole, ShareRuleInput, sharesOf } from './shares.ts';

const hundredth = (n: number): string => (n / 100).toFixed(2);

/** Percents of any rule that may be set. */
const anyPercents = fc
  .tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000))
  .map(([oasl, one, other]) => [oasl, Math.min(one, other), Math.max(one, other)] as const)
  .map(([oasl, low, high]) => ({
    ...{ oasl: hundredth(oasl), stool: hundredth(low) },
    ...{ council: hundredth(high - low), assembly: hundredth(10_000 - high) },
  }));

test('any amount is shared out whole, each share less than a pesewa from its exact part', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), anyPercents, (pesewas, percents) => {
      const shares = sharesOf(pesewas, percents);
      expect(BENEFICIARIES.reduce((sum, name) => sum + shares[name], 0n)).toBe(pesewas);
      const hundredths = (name: (typeof BENEFICIARIES)[number]) => BigInt(Math.round(Number(percents[name]) * 100));
      const oasl = hundredths('oasl');
      for (const name of BENEFICIARIES) {
        const weight = name === 'oasl' ? oasl * 10_000n : (10_000n - oasl) * hundredths(name);
        const off = shares[name] * 10n ** 8n - pesewas * weight;
        expect(off > -(10n ** 8n) && off < 10n ** 8n).toBe(true);
      }
    }),
  );
});

test('the shares of the Constitution, and a pesewa that goes to the largest remainder', () => {
  expect(percentsOfWhole(CONSTITUTIONAL_SHARES)).toEqual({
    oasl: '10',
    stool: '22.5',
    council: '18',
    assembly: '49.5',
  });
  expect(sharesOf(100_000n, CONSTITUTIONAL_SHARES)).toEqual({
    ...{ oasl: 10_000n, stool: 22_500n, council: 18_000n, assembly: 49_500n },
  });
  // Exactly 0.1, 0.225, 0.18 and 0.495 of a pesewa.
  expect(sharesOf(1n, CONSTITUTIONAL_SHARES)).toEqual({ oasl: 0n, stool: 0n, council: 0n, assembly: 1n });
  expect(sharesOf(2n, { oasl: '0', stool: '25', council: '25', assembly: '50' })).toEqual({
    ...{ oasl: 0n, stool: 1n, council: 0n, assembly: 1n },
  });
});

const RULE = {
  ...{ valid_from: '2026-11-20', oasl_percent: '10', stool_percent: '25', council_percent: '20' },
  ...{ assembly_percent: '55', types: ['CC2000'], stool_name: 'Nungua', council_name: 'Ga', assembly_name: 'Krowor' },
};
const saidOf = (given: object) => ShareRuleInput.safeParse({ ...RULE, ...given }).error?.issues[0]?.message;

test('a rule that does not add up, or shares customary drink, is refused in a sentence', () => {
  expect(saidOf({})).toBeUndefined();
  expect(saidOf({ assembly_percent: '50' })).toBe('The three shares come to 95%, not 100%.');
  expect(saidOf({ assembly_percent: '55.5' })).toBe('The three shares come to 100.5%, not 100%.');
  expect(saidOf({ oasl_percent: '101' })).toBe('Give a percentage from 0 to 100, such as 10 or 22.5.');
  expect(saidOf({ oasl_percent: '-1' })).toBe('Give a percentage from 0 to 100, such as 10 or 22.5.');
  expect(saidOf({ types: ['cc3000 '] })).toBe('Customary drink is never shared.');
  expect(saidOf({ types: ['CC2000', 'cc2000'] })).toBe('A payment type is in the list twice.');
});
