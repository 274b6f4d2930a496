import { Day } from '../common/fields.ts';
import { normalizePhone } from '../common/formats.ts';
import { parseMoney } from '../common/pesewas.ts';
import { findTransactionId } from '../payments/transaction-id.ts';
import type { Network } from '../site/schemas.ts';
import { kindOf, MONEY_IN, type MomoKind, REFERENCE, tidyMessage } from './momo-kinds.ts';

/**
 * The parts of a message about money that came in; empty where the message does not say it, or says
 * it twice.
 */
export type MomoSms = {
  kind: MomoKind;
  transaction_id: string;
  /** Money as text with two decimals. */
  amount: string;
  payer_name: string;
  /** In E.164 form. */
  payer_number: string;
  reference: string;
  received_on: string;
};

/** The only value that was found, however often; empty for none or for several. */
const onlyOne = (found: readonly string[]): string => {
  const [one = '', another] = new Set(found);
  return another === undefined ? one : '';
};

/**
 * A text without these characters at its end. A loop, since an expression would try every position
 * of a long text.
 */
const withoutEnd = (text: string, signs: string): string => {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/**
 * `1,600.00` with its commas every three digits, or `1600`; an amount in another form may be a
 * changed one.
 */
const WHOLE_AMOUNT = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/;

const amountIn = (text: string): string => {
  const found = [...text.matchAll(MONEY_IN)].map(([, after, before]) => withoutEnd(after ?? before ?? '', '.,'));
  if (!found.every((amount) => WHOLE_AMOUNT.test(amount))) return '';
  const amount = onlyOne(found.map((one) => parseMoney(one) ?? ''));
  return /[1-9]/.test(amount) ? amount : '';
};

/**
 * The words that follow a payer: a balance, a day, an ID, the account or bank, a sentence. The full
 * stop of an initial, `K. MENSAH`, ends no sentence.
 */
const AFTER_PAYER =
  /(?: (?:current|available|new) balance\b|\.(?:current|available) | on (?:\d|your\b)| at \d| via | into your\b|\.? (?:ref|reference) ?:|\.? trans(?:action)?\.? id\b|(?<!\b\p{L})\. )/iu;
const AFTER_REFERENCE =
  /(?:\.? (?:(?:financial |external )?(?:transaction|trans\.?)|txn) (?:id|fee)\b|\.? (?:current|available) balance\b|\.? message to receiver\b|\. (?:stay alert|sendi|your|date) ?)/i;

const upTo = (text: string, end: RegExp): string => {
  const at = text.search(end);
  return (at < 0 ? text : text.slice(0, at)).trim();
};

const payerIn = (text: string): { payer_name: string; payer_number: string } => {
  const [received] = [...text.matchAll(MONEY_IN)];
  const rest = received ? text.slice(received.index + received[0].length) : '';
  // Telecel names another network first, and the payer behind `Transfer From:`.
  const from = /^ (?:from|by) (?:[a-z ]{1,30} with transaction reference: ?transfer from: ?)?(.*)$/i.exec(rest)?.[1];
  const payer = upTo(from ?? '', AFTER_PAYER);
  const number = /(?:\+?233|0)\d{9}(?!\d)/.exec(payer)?.[0] ?? '';
  const name = withoutEnd(payer.replace(number, '').replace(/^[ -]+|[()]/g, ''), ' .-').slice(0, 120);
  return {
    payer_name: /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(name) ? name.toUpperCase() : '',
    payer_number: normalizePhone(number) ?? '',
  };
};

/**
 * MTN's reference for money of another network, `AMA SAM ,233205597508,GR 1-20 from VODAFONE`: the
 * payer's name, number and own words.
 */
const OF_OTHER_NETWORK = /^(.{1,60}?) ?, ?(233\d{9}) ?, ?(.*?) from (?:mtn|telecel|vodafone|at|airteltigo)\b/i;

/** The payer's own words: taken only if their label occurs once. */
const referenceIn = (text: string): string => {
  const [label, another] = [...text.matchAll(REFERENCE)];
  if (!label || another) return '';
  return withoutEnd(upTo(text.slice(label.index + label[0].length), AFTER_REFERENCE), ' .').toUpperCase();
};

type Told = Pick<MomoSms, 'payer_name' | 'payer_number' | 'reference'>;

/** Payer and reference, of another network's payer from the reference where the name agrees. */
const toldIn = (text: string, transactionId: string): Told => {
  const payer = payerIn(text);
  const reference = referenceIn(text);
  const [, name, number = '', words = ''] = OF_OTHER_NETWORK.exec(reference) ?? [];
  if (name !== undefined && name === payer.payer_name && payer.payer_number === '') {
    return { payer_name: name, payer_number: normalizePhone(number) ?? '', reference: words.slice(0, 60) };
  }
  // Banks give their ID as the reference.
  const isId = transactionId !== '' && reference.includes(transactionId);
  return { ...payer, reference: isId ? '' : reference.slice(0, 60) };
};

const dayIn = (text: string): string => {
  const iso = [...text.matchAll(/\b(20\d\d-\d\d-\d\d)\b/g)].map(([, day = '']) => day);
  // Ghana writes the day first.
  const local = [...text.matchAll(/\b(\d\d)[/-](\d\d)[/-](20\d\d)\b/g)].map(
    ([, day, month, year]) => `${year}-${month}-${day}`,
  );
  const day = onlyOne([...iso, ...local]);
  return Day.safeParse(day).success ? day : '';
};

/**
 * Reads a message of a network about money that was received. It proves nothing, since messages are
 * forged and payers write a part of them: a part that is missing, unclear or said in two ways is
 * left empty, and of a message about other money only the transaction ID is taken. Cash that was
 * paid in at an agent names the agent, so no payer. Never throws.
 */
export const readMomoSms = (given: string, networks: readonly Network[]): MomoSms => {
  const text = tidyMessage(given);
  const kind = kindOf(text);
  const transaction_id = findTransactionId(given, networks).id ?? '';
  const amount = kind === 'received' || kind === 'cash_in' ? amountIn(text) : '';
  const read = { kind, transaction_id, amount };
  if (amount === '') return { ...read, payer_name: '', payer_number: '', reference: '', received_on: '' };
  const told = toldIn(text, transaction_id);
  const agents = { payer_name: '', payer_number: '' };
  return { ...read, ...told, ...(kind === 'cash_in' && agents), received_on: dayIn(text) };
};
