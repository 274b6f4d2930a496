import { TRANSFER_STATUS_LABELS } from '../clearance/money-received.ts';
import { formatDay, formatInstant, formatMonth } from '../common/calendar.ts';
import { formatMoney, formatPhone } from '../common/formats.ts';
import { isPermission, permissionInWords } from '../common/permissions.ts';
import { PAYMENT_MODE_LABELS } from '../payments/status.ts';
import { transactionName } from '../payments/transaction-name.ts';
import { planOf } from '../prices/plans.ts';
import { FEE_LABELS } from '../prices/price.ts';
import { DECISION_FACTS, MONEY_FACTS, MONEY_SOURCE_LABELS } from './decision-facts.ts';

type Values = Record<string, unknown> | null;
type Changed = { before: Values; after: Values };

/** A changed value in words, before and after; null if there was none. */
export type FieldChange = { field: string; before: string | null; after: string | null };

/** Names of stored values whose own words would not say it. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  user_role: 'Role',
  email: 'E-mail',
  id_number: 'ID number',
  gps_address: 'GPS address',
  kin_mobile_number: 'Next of kin’s mobile number',
  kin_relationship: 'Relationship of the next of kin',
  reference_mobile_number: 'Reference person’s mobile number',
  status_reason: 'Reason',
  texted_to: 'To',
  usual_answer: 'Usual answer',
  first_words: 'Begins with',
  removal_reason: 'Reason',
  removed_at: 'Removed',
  locked_until: 'Locked until',
  type_code: 'Payment code',
  required_type: 'Requires',
  by_plan: 'Priced by plan',
  for_device: 'Pays for the tracker',
  period: 'How often',
  sort: 'Order',
  lines_remark: 'Lines with a remark',
};

/** States whose stored names are not those that people know. */
const STATUSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TRANSFER_STATUS_LABELS).map(([name, label]) => [name, label.toLowerCase()])),
  submitted: 'waiting to be cleared',
  asked: 'waiting for approval',
};

const MODES: Readonly<Record<string, string>> = PAYMENT_MODE_LABELS;

/** Fields that name fees by the codes of their types: `DP, SS November 2026`. */
const OF_FEES: ReadonlySet<string> = new Set(['fee', 'fees', 'credit_paid', 'set_off_by']);

const feesInWords = (value: string): string => value.replace(/\b[A-Z]{2}\b/g, (code) => FEE_LABELS[code] ?? code);

const FORMATS: Readonly<Record<string, string>> = { csv: 'CSV', xlsx: 'Excel' };

const LISTS: Readonly<Record<string, string>> = {
  users: 'System users',
  approvals: 'Approvals',
  'alone-decisions': 'Decisions made alone',
  audit: 'Audit log',
  drivers: 'Drivers',
  'driver-changes': 'Changes of a driver',
  payments: 'Payments',
  waivers: 'Waivers and write-offs',
  refunds: 'Refunds',
  receipts: 'Receipts',
  clearance: 'Cases of clearance',
  'money-received': 'Money received',
  statements: 'Statements',
  'statement-lines': 'Lines of statements',
  arrears: 'Arrears',
  outbox: 'Messages to members and staff',
  'contact-messages': 'Contact messages',
};

const spaced = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The name of a stored value in words: `Mobile number`. */
export const fieldLabel = (field: string): string =>
  isPermission(field) ? permissionInWords(field) : (FIELD_LABELS[field] ?? DECISION_FACTS[field] ?? spaced(field));

/** `-created_at` as `Created at, descending`. */
const orderInWords = (sort: string): string =>
  sort.startsWith('-') ? `${spaced(sort.slice(1))}, descending` : `${spaced(sort)}, ascending`;

/** A stored value in words, by the name of its field; empty where there is none. */
export const valueInWords = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return field === 'price' ? 'none yet' : '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'sort') return orderInWords(value);
  if (MONEY_FACTS.has(field) && /^-?\d+\.\d\d$/.test(value)) return formatMoney(value);
  if (field === 'source') return MONEY_SOURCE_LABELS[value] ?? value;
  if (OF_FEES.has(field)) return feesInWords(value);
  if (field === 'transaction_id') return transactionName(value);
  if (field === 'mode') return MODES[value] ?? value;
  if (field === 'status') return STATUSES[value] ?? value;
  if (field === 'plan') return planOf(value)?.name ?? value;
  if (field === 'from' && /^\d{4}-\d\d$/.test(value)) return formatMonth(value);
  if (field === 'format') return FORMATS[value] ?? value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(value);
  if (/^\+233\d{9}$/.test(value)) return formatPhone(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
};

const valueIn = (record: Values, field: string): string | null =>
  record && field in record ? valueInWords(field, record[field]) : null;

const ORDER = Object.keys(DECISION_FACTS);

/** Facts of decisions in their order, after all others: stored values have none. */
const inOrder = (fields: Iterable<string>): string[] =>
  [...fields].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

/**
 * The changes of an audit entry in words, field by field. Values that are empty on both sides say
 * nothing and are left out.
 */
export const changesOf = ({ before, after }: Changed): FieldChange[] => {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return inOrder(fields)
    .map((field) => ({ field: fieldLabel(field), before: valueIn(before, field), after: valueIn(after, field) }))
    .filter(({ before: was, after: is }) => was || is);
};

/** The changes in one line: `First name: Ama → Yaa; E-mail: empty → yaa@example.com`. */
export const changesText = (entry: Changed): string =>
  changesOf(entry)
    .map(({ field, before, after }) => {
      const sides = [before, after].filter((side) => side !== null).map((side) => side || 'empty');
      return `${field}: ${sides.join(' → ')}`;
    })
    .join('; ');

/** The record of an entry as people know it: lists and fees in words, cheques by their numbers. */
export const auditSubject = ({ subject_kind, subject }: { subject_kind: string; subject: string }): string => {
  if (subject_kind === 'list') return LISTS[subject] ?? subject;
  if (subject_kind === 'use of credit') return feesInWords(subject);
  return transactionName(subject_kind === 'approval' ? subject.replace(/^of /, '') : subject);
};
