import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { perMinute } from '../common/limits.ts';
import { choiceFilter } from '../common/lists/filters.ts';
import { choiceField, defineLookup, namedEndpoints, resourcePaths } from '../common/lookup.ts';
import { landPriceEndpoints } from './land-prices.ts';
import {
  MissingPrices,
  NewPaymentType,
  PaymentType,
  PaymentTypeChange,
  PaymentTypeCode,
  PERIOD_LABELS,
  SIDE_LABELS,
} from './schemas.ts';
import { yearlyPriceEndpoints } from './yearly-prices.ts';

const tag = 'prices';
const endpoint = endpointsOf(tag);

export const paymentTypes = defineLookup({
  words: { one: 'payment type', many: 'payment types' },
  paths: resourcePaths('/payment_types'),
  tag,
  summary: 'Payment types with their rules, those of drivers first; of one side, its own and those of both',
  row: PaymentType,
  name: 'description',
  changedBy: 'prices.change',
  added: NewPaymentType,
  example: { type_code: 'SURVEY', description: 'Survey fee', side: 'land', due_from: '2026-01-01' },
  changed: PaymentTypeChange,
  fields: {
    type_code: {
      kind: 'text',
      label: 'Payment Code',
      maxLength: 10,
      help: 'Two to ten letters or digits. It stays for good.',
      isFixed: true,
    },
    description: { kind: 'text', label: 'Description', maxLength: 60 },
    side: {
      ...choiceField('Side', SIDE_LABELS),
      help: 'The people who pay it. Drivers’ types are on the payment form.',
    },
    period: {
      ...choiceField('How often', PERIOD_LABELS),
      help: 'Drivers owe it once, or for every month; paid any number of times, it is never owed.',
    },
    required_type: {
      kind: 'entry',
      label: 'Requires',
      key: 'type_code',
      none: 'No other type',
      help: 'The type that must be paid before.',
    },
    due_from: { kind: 'day', label: 'Due from', help: 'Nobody owes it for the time before.' },
    by_plan: { kind: 'yes-no', label: 'Priced by plan', help: 'Each plan has a price of its own.' },
    for_device: {
      kind: 'yes-no',
      label: 'Pays for the tracker',
      help: 'Fitting a tracker asks whether a type like this is paid.',
    },
  },
  filters: { side: choiceFilter('Side', 'All', ['drivers', 'land'], (side) => SIDE_LABELS[side]) },
});

/** The list alone, by which forms read it. */
export const listPaymentTypes = paymentTypes.list;

export const findPaymentType = endpoint('POST /payment_types/type_bycode', 'public', {
  summary: 'A payment type by its code, in any case',
  limits: perMinute({ caller: 120, address: 120 }),
  errors: ['not_found'],
  body: PaymentTypeCode,
  answer: PaymentType,
});

export const getMissingPrices = endpoint('GET /missing_prices', 'payments.read', {
  summary:
    'The prices that drivers’ fees lack: for past years that may be owed, this year and, from October on, the next one',
  answer: z.object({ missing: z.array(MissingPrices) }),
});

export const priceEndpoints = {
  ...namedEndpoints('PaymentType', 'PaymentTypes', paymentTypes),
  findPaymentType,
  ...yearlyPriceEndpoints,
  ...landPriceEndpoints,
  getMissingPrices,
};

/** The codes of the land desk's payment types, which a form fills in by their descriptions. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['SALES & REGULARIZATION', 'CC1000'],
  ['GROUND RENT', 'CC2000'],
  ['CUSTOMARY DRINK', 'CC3000'],
  ['DIGGING FEE', 'CC4000'],
  ['FORMS', 'CC5000'],
  ['SITE PLAN', 'CC6000'],
]);

/**
 * The payment code that belongs to a description, in any case and with any spaces; null for other
 * descriptions.
 */
export const codeOfDescription = (description: string): string | null =>
  CODES.get(description.trim().replace(/\s+/g, ' ').toUpperCase()) ?? null;
