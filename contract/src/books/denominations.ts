import { z } from 'zod';
import { Id, PositiveMoney, shortText } from '../common/fields.ts';
import { choiceField, defineLookup, namedEndpoints, resourcePaths } from '../common/lookup.ts';
import { toPesewas } from '../common/pesewas.ts';

export const DENOMINATION_KINDS = ['note', 'coin'] as const;
const KIND_WORDS = { note: 'Note', coin: 'Coin' } as const;

/** Notes and coins as they are counted. The value and the kind of one stay for good. */
export const Denomination = z.object({
  id: Id,
  denomination: z.string(),
  value: z.string(),
  kind: z.enum(DENOMINATION_KINDS),
  /** False of one that is not counted any more. */
  is_active: z.boolean(),
});
export type Denomination = z.infer<typeof Denomination>;

/** No note is worth more than this many pesewas. */
const MOST_PESEWAS = 100_000n;

const DenominationFields = z.strictObject({
  denomination: shortText('name'),
  value: PositiveMoney.refine((value) => toPesewas(value) <= MOST_PESEWAS, 'A note has at most GHS 1,000.00.'),
  kind: z.enum(DENOMINATION_KINDS, 'Please choose note or coin.'),
  is_active: z.boolean().default(true),
});

const DenominationChanges = z.strictObject({
  denomination: shortText('name').optional(),
  is_active: z.boolean().optional(),
});

export const denominations = defineLookup({
  words: { one: 'denomination', many: 'denominations' },
  paths: resourcePaths('/denominations'),
  tag: 'books',
  summary: 'Notes and coins that cash is counted by, those of the most value first',
  row: Denomination,
  name: 'denomination',
  added: DenominationFields,
  example: { denomination: '25 pesewas', value: '0.25', kind: 'coin' },
  changed: DenominationChanges,
  fields: {
    denomination: { kind: 'text', label: 'Note or coin', maxLength: 60 },
    value: { kind: 'text', label: 'Value in GHS', maxLength: 8, isFixed: true, help: 'Like 50.00, or 0.50.' },
    kind: { ...choiceField('Kind', KIND_WORDS), isFixed: true },
    is_active: { kind: 'yes-no', label: 'In use', help: 'One that is not in use is not counted any more.' },
  },
  filters: {},
});

export const listDenominations = denominations.list;

export const denominationEndpoints = namedEndpoints('Denomination', 'Denominations', denominations);

/** `GHS 50 note`, `50 p coin`: the value and kind as people say them. */
export const denominationWords = ({ value, kind }: Pick<Denomination, 'value' | 'kind'>): string => {
  const pesewas = toPesewas(value);
  if (pesewas < 100n) return `${pesewas} p ${kind}`;
  return `GHS ${value.replace(/\.00$/, '')} ${kind}`;
};
