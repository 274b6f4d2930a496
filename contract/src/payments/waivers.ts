import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { isPlainText } from '../common/text.ts';
import { FeeNamed } from './driver-standing.ts';
import { feeFields } from './member-standing.ts';
import { feeName } from './paid-month.ts';

const endpoint = endpointsOf('payments');

/** A waiver accepts less for one due fee; a write-off gives up old debts. */
export const WAIVER_KINDS = ['waiver', 'write_off'] as const;
export type WaiverKind = (typeof WAIVER_KINDS)[number];

export const WAIVER_KIND_LABELS = {
  waiver: 'Waiver',
  write_off: 'Write-off',
} as const satisfies Record<WaiverKind, string>;

/** Changes, other than waivers, that lower what is owed without money. */
export const FORGIVEN_KIND_LABELS = {
  payment_type: 'Later due day',
  price: 'Lower price',
  plan: 'Other plan',
  merge: 'Merge',
  import: 'Import',
  rent_charge: 'Cancelled rent',
  rent_review: 'Lower rent',
  rent_rule: 'Milder penalties on rent',
  land_fee: 'Lower fee of applications',
} as const;
export type ForgivenKind = keyof typeof FORGIVEN_KIND_LABELS;

const GIVEN_UP_LABELS = { ...WAIVER_KIND_LABELS, ...FORGIVEN_KIND_LABELS };
export type GivenUpKind = keyof typeof GIVEN_UP_LABELS;
/** The kinds of the list of waivers. */
export const GIVEN_UP_KINDS = Object.keys(GIVEN_UP_LABELS) as [GivenUpKind, ...GivenUpKind[]];
export const givenUpLabel = (kind: GivenUpKind): string => GIVEN_UP_LABELS[kind];

/** The states of the use of credit that keeps it. */
const WAIVER_STATES = ['used', 'returned'] as const;
export const WAIVER_STATE_LABELS = { used: 'In force', returned: 'Taken back' } as const;

const WAIVER_SOURCES = ['people', 'server'] as const;
type WaiverSource = (typeof WAIVER_SOURCES)[number];
const WAIVER_SOURCE_LABELS = { people: 'People', server: 'The server' } as const satisfies Record<WaiverSource, string>;

/**
 * A due fee of which the missing part was given up, so that it is covered; or another change that
 * lowered what is owed without money, of which `description` says what it was.
 */
export const Waiver = z.object({
  id: Id,
  kind: z.enum(GIVEN_UP_KINDS),
  waived_on: Day,
  /** Null, with empty names, where it is not about one driver. */
  driver_id: Id.nullable(),
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  tenancy_id: Id.nullable(),
  ...feeFields,
  /** Null for what is no waiver of a fee. */
  payment_type: feeFields.payment_type.nullable(),
  /** The fee’s price: what was waived, and the credit that paid the rest. */
  price: Money.nullable(),
  /** Null for a change over too many people to add up. */
  waived: MoneySum.nullable(),
  credit_used: Money.nullable(),
  /** Null for the server’s own, whose reason is its setting. */
  reason: z.string().nullable(),
  /**
   * Names; null for the server. They are one where one person decided alone. `approved_by` is also
   * null for a change up to the limit of one person.
   */
  asked_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  status: z.enum(WAIVER_STATES),
  /** Why it was taken back. */
  status_reason: z.string().nullable(),
});
export type Waiver = z.infer<typeof Waiver>;

type WaivedBy = Pick<Waiver, 'asked_by' | 'approved_by'>;

/** The person who gave up a fee, and another one who approved it. */
export const waiverByWhom = ({ asked_by, approved_by }: WaivedBy): [by: string, approval?: string] => {
  if (asked_by === null) return [WAIVER_SOURCE_LABELS.server];
  if (approved_by === null) return [asked_by];
  return asked_by === approved_by ? [`${asked_by}, alone`] : [asked_by, `approved by ${approved_by}`];
};

export const waiverList = defineList({
  name: 'waivers',
  url: '/waivers',
  access: 'payments.read',
  summary: 'What was waived, written off or given up by another change of what is owed, the newest first',
  tags: ['payments'],
  row: Waiver,
  filters: {
    kind: choiceFilter('Kind', 'All', GIVEN_UP_KINDS, givenUpLabel),
    by: choiceFilter('Given by', 'Anybody', WAIVER_SOURCES, (one) => WAIVER_SOURCE_LABELS[one]),
    status: choiceFilter('State', 'All', WAIVER_STATES, (state) => WAIVER_STATE_LABELS[state]),
    driver: textFilter('Driver code or car number', 20, { anyCharacters: true }),
    driver_id: fixedFilter('Driver', Id.optional()),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-waived_on', 'waived_on'],
  columns: [
    columnOf('waived_on', 'Day', 'day', { sort: 'waived_on' }),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => givenUpLabel(kind) },
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Full Name', 'name'),
    columnOf('car_number', 'Car Number'),
    { key: 'fee', header: 'Fee', kind: 'text', value: feeName },
    columnOf('reason', 'Reason'),
    { key: 'by', header: 'By', kind: 'text', value: (waiver) => waiverByWhom(waiver).join('; ') },
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => WAIVER_STATE_LABELS[status] },
    columnOf('price', 'Price', 'money'),
    columnOf('credit_used', 'From Credit', 'money'),
    columnOf('waived', 'Waived', 'money'),
  ],
  reach: 10_000,
});
export const listWaivers = waiverList.page;
export const exportWaivers = waiverList.file;

const WaiverFigure = z.object({
  kind: z.enum([...WAIVER_KINDS, 'forgiven']),
  by: z.enum(WAIVER_SOURCES),
  count: z.number().int(),
  amount: MoneySum,
});

export const waiverFigures = endpoint('GET /waivers/figures', 'payments.read', {
  summary:
    'What was given up and not taken back: waived and written off, by people or the server, and by other changes',
  description: 'By the days on which it was given up.',
  query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
  answer: z.array(WaiverFigure),
});

const REASON = 'Please say in a few words why it is waived or written off.';

/** The most debts that are written off at once: five years of months. */
export const MAX_WRITTEN_OFF = 60;

const isNamedOnce = (fees: readonly FeeNamed[]): boolean =>
  new Set(
    fees.map(({ payment_type, payment_year, payment_month }) =>
      [payment_type.toUpperCase(), payment_year, payment_month].join(' '),
    ),
  ).size === fees.length;

/** Due fees of one driver of which the missing part is given up. */
export const NewWaiver = z
  .strictObject({
    kind: z.enum(WAIVER_KINDS),
    fees: z
      .array(FeeNamed)
      .min(1, 'Choose at least one fee.')
      .max(MAX_WRITTEN_OFF, `At most ${MAX_WRITTEN_OFF} fees are written off at once.`)
      .refine(isNamedOnce, 'A fee is listed twice.'),
    reason: z.string(REASON).trim().min(3, REASON).max(300).refine(isPlainText, REASON),
  })
  .refine(({ kind, fees }) => kind === 'write_off' || fees.length === 1, {
    error: 'A waiver is for one fee. Write off several.',
    path: ['fees'],
  });
export type NewWaiver = z.infer<typeof NewWaiver>;

export const addWaiver = endpoint('POST /drivers/:id/waivers', 'payments.waive', {
  summary: 'Ask that what is missing of a driver’s due fees be given up',
  description:
    'Another person approves it, who had no hand in the money and claims for these fees; in an office of one it holds at once. ' +
    'What the driver’s credit holds towards a fee pays the rest of it. `approval_id` is null where it holds.',
  idempotent: true,
  errors: ['not_found', 'refused', 'already_paid', 'conflict'],
  example: { kind: 'waiver', fees: [{ payment_type: 'RF' }], reason: 'A colleague’s driver.' },
  body: NewWaiver,
  created: Done.extend({ approval_id: Id.nullable() }),
});

export const waiverEndpoints = { listWaivers, exportWaivers, waiverFigures, addWaiver } as const;
