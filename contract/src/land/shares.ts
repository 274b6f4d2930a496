import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, shortText } from '../common/fields.ts';
import { hundredths } from '../receipts/taxes.ts';

const endpoint = endpointsOf('land');

/** The payment type that is never shared: a gift by custom, and no revenue of the land. */
export const CUSTOMARY_DRINK = 'CC3000';

/** The beneficiaries of stool land revenue (Constitution, Article 267 (6)). */
export const BENEFICIARY_LABELS = {
  oasl: 'Administrator of Stool Lands',
  stool: 'Stool',
  council: 'Traditional authority',
  assembly: 'District assembly',
} as const;
export type Beneficiary = keyof typeof BENEFICIARY_LABELS;
export const BENEFICIARIES = Object.keys(BENEFICIARY_LABELS) as [Beneficiary, ...Beneficiary[]];

/** The percents of a rule: `oasl` of the whole, the others of what that leaves. */
export type SharePercents = Readonly<Record<Beneficiary, string>>;

/** Percents by the Constitution. */
export const CONSTITUTIONAL_SHARES: SharePercents = { oasl: '10', stool: '25', council: '20', assembly: '55' };

const WHOLE = 10_000n;
const OF_THE_REST = ['stool', 'council', 'assembly'] as const satisfies readonly Beneficiary[];

/** The weight of each share in the whole amount; together they are `WHOLE` times `WHOLE`. */
const weightsOf = (percents: SharePercents): readonly (readonly [Beneficiary, bigint])[] => {
  const oasl = hundredths(percents.oasl);
  return [
    ['oasl', oasl * WHOLE],
    ...OF_THE_REST.map((name) => [name, (WHOLE - oasl) * hundredths(percents[name])] as const),
  ];
};

/**
 * Shares an amount out in whole pesewas, none of which is lost: what rounding down leaves goes one
 * by one to the largest remainders, of equal ones to the first in the order of `BENEFICIARIES`.
 */
export const sharesOf = (pesewas: bigint, percents: SharePercents): Record<Beneficiary, bigint> => {
  const parts = weightsOf(percents).map(([name, weight], place) => {
    const exact = pesewas * weight;
    return { name, place, share: exact / (WHOLE * WHOLE), rest: exact % (WHOLE * WHOLE) };
  });
  const left = Number(pesewas - parts.reduce((sum, { share }) => sum + share, 0n));
  const byRest = parts.sort((one, other) =>
    one.rest === other.rest ? one.place - other.place : one.rest > other.rest ? -1 : 1,
  );
  const shares = byRest.map(({ name, share }, n) => [name, n < left ? share + 1n : share] as const);
  return Object.fromEntries(shares) as Record<Beneficiary, bigint>;
};

/** Hundredths of a percent as people write them: `22.5`. */
const inPercent = (of: bigint): string => String(Number(of) / 100);

/** The percent of the whole amount that each gets, for people to see: `49.5`. */
export const percentsOfWhole = (percents: SharePercents): Record<Beneficiary, string> =>
  Object.fromEntries(weightsOf(percents).map(([name, weight]) => [name, String(Number(weight) / 1_000_000)])) as Record<
    Beneficiary,
    string
  >;

const NO_PERCENT = 'Give a percentage from 0 to 100, such as 10 or 22.5.';
const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, { error: NO_PERCENT, abort: true })
  .refine((text) => hundredths(text) <= WHOLE, NO_PERCENT);

const percents = {
  oasl_percent: Percent,
  stool_percent: Percent,
  council_percent: Percent,
  assembly_percent: Percent,
};

const PaymentTypeCode = z.string().trim().toUpperCase().max(20);

const names = {
  stool_name: shortText('name of the stool', 80),
  council_name: shortText('name of the traditional authority', 80),
  assembly_name: shortText('name of the district assembly', 80),
};

/** The sentence about shares of the rest that are not the whole of it; null where they are. */
export const offWhole = (given: { stool_percent: string; council_percent: string; assembly_percent: string }) => {
  const sum = hundredths(given.stool_percent) + hundredths(given.council_percent) + hundredths(given.assembly_percent);
  return sum === WHOLE ? null : `The three shares come to ${inPercent(sum)}%, not 100%.`;
};

/** A rule by which revenue of stool land is shared from a day on. */
export const ShareRuleInput = z
  .strictObject({
    valid_from: Day.refine((day) => day <= '2200-12-31', 'Give a day before 2201.'),
    ...percents,
    /** The payment types that are shared; none ends the sharing. */
    types: z
      .array(PaymentTypeCode)
      .max(50)
      .refine((codes) => !codes.includes(CUSTOMARY_DRINK), 'Customary drink is never shared.')
      .refine((codes) => new Set(codes).size === codes.length, 'A payment type is in the list twice.'),
    ...names,
  })
  .superRefine((given, context) => {
    const message = offWhole(given);
    if (message !== null) context.addIssue({ code: 'custom', path: ['stool_percent'], message });
  });
export type ShareRuleInput = z.infer<typeof ShareRuleInput>;

export const ShareRule = z.object({
  id: Id,
  valid_from: Day,
  oasl_percent: z.string(),
  stool_percent: z.string(),
  council_percent: z.string(),
  assembly_percent: z.string(),
  types: z.array(z.string()),
  stool_name: z.string(),
  council_name: z.string(),
  assembly_name: z.string(),
  entered_by: z.string(),
  entered_at: Instant,
  approved_by: z.string(),
  /** Approved by the only person who could. */
  is_alone: z.boolean(),
});
export type ShareRule = z.infer<typeof ShareRule>;

export const ShareRules = z.object({
  /** The rule of today; null while nothing is shared. */
  current: ShareRule.nullable(),
  /** The newest ones first, 50 at most. */
  rules: z.array(ShareRule),
  /** The approval of another rule that waits. */
  approval_id: Id.nullable(),
  /** The payment types of the land side that may be shared. */
  types: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type ShareRules = z.infer<typeof ShareRules>;

export const showShareRules = endpoint('GET /share_rules', 'land.money', {
  summary: 'The rules by which revenue of stool land is shared, the rule of today, and one that waits for approval',
  answer: ShareRules,
});

export const askShareRule = endpoint('POST /share_rules', 'land.setup', {
  summary: 'Ask for a rule by which revenue of stool land is shared from a day on',
  description:
    'It waits for another person who may set land up; where there is nobody else it holds at once and is marked as ' +
    'decided alone. Payments that are stored already keep the rule that they have, or none.',
  idempotent: true,
  errors: ['conflict', 'refused'],
  example: {
    ...{
      valid_from: '2027-01-01',
      types: ['CC2000'],
      stool_name: 'Nungua',
      council_name: 'Ga',
      assembly_name: 'Krowor',
    },
    ...{ oasl_percent: '10', stool_percent: '25', council_percent: '20', assembly_percent: '55' },
  },
  body: ShareRuleInput,
  created: Done.extend({ approval_id: Id }),
});

export const shareRuleEndpoints = { showShareRules, askShareRule } as const;
