import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { Money } from '../common/money.ts';
import { formatPaidMonth } from '../payments/paid-month.ts';

/** The states in which prompts are stored; a late one is still on the phone. */
const KEPT_STATES = ['waiting', 'asked', 'paid', 'failed', 'unknown'] as const;

export const PROMPT_STATE_LABELS = {
  waiting: 'To be sent',
  asked: 'On the phone',
  paid: 'Paid',
  failed: 'Failed',
  unknown: 'Not known',
} as const satisfies Record<(typeof KEPT_STATES)[number], string>;

/** The list reaches no further; older prompts are found by their phone. */
export const PROMPT_REACH = 10_000;

/** A prompt in the staff's list. */
export const PromptRecord = z.object({
  id: Id,
  created_at: z.iso.datetime(),
  driver_id: Id,
  driver_code: z.string(),
  car_number: z.string(),
  fullname: z.string(),
  /** E.164. Its owner need not be the driver. */
  payer_number: z.string(),
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  state: z.enum(KEPT_STATES),
  /** Why it failed, or that its end is not known, as its payer was told; null in other states. */
  reason: z.string().nullable(),
  transaction_id: z.string().nullable(),
});
export type PromptRecord = z.infer<typeof PromptRecord>;

export const promptList = defineList({
  name: 'prompts',
  url: '/prompts',
  access: 'payments.read',
  summary: 'Prompts to phones and what became of them, the newest first',
  tags: ['payments'],
  row: PromptRecord,
  filters: {
    state: choiceFilter('State', 'All', KEPT_STATES, (state) => PROMPT_STATE_LABELS[state]),
    payer_number: { ...textFilter('MoMo number', 24, { anyCharacters: true }), isPersonal: true },
  },
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Sent', 'instant', { sort: 'created_at' }),
    columnOf('payer_number', 'MoMo number', 'phone'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    columnOf('fullname', 'Full Name'),
    columnOf('payment_type', 'Payment Code'),
    { key: 'month', header: 'Month', kind: 'text', value: (prompt) => formatPaidMonth(prompt, { short: true }) },
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => PROMPT_STATE_LABELS[state] },
    columnOf('reason', 'Reason'),
    columnOf('transaction_id', 'Transaction ID'),
    columnOf('amount', 'Amount', 'money'),
  ],
  reach: PROMPT_REACH,
});
export const listPrompts = promptList.page;
export const exportPrompts = promptList.file;
