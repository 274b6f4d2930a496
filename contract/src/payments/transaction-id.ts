import { isWholePhone } from '../common/formats.ts';
import {
  hasIdForm,
  isBankId,
  MAX_TRANSACTION_ID_LENGTH,
  networksOfForm,
  withoutPadding,
  wrongIdMessage,
} from '../site/networks.ts';
import type { Network } from '../site/schemas.ts';

/** More than any message of a network holds. */
export const MAX_PASTED_LENGTH = 1000;

export const MISSING_TRANSACTION_ID = 'Please enter Transaction ID.';
export const NO_ID_IN_MESSAGE = 'No transaction ID was found in this text. Please type the transaction ID alone.';
export const SEVERAL_IDS_IN_MESSAGE =
  'This text has more than one number that could be the transaction ID. Please type the transaction ID alone.';
export const NO_DIGIT_IN_ID = 'A transaction ID has digits in it. Please type the transaction ID alone.';
export const PHONE_FOR_ID = 'This is a mobile number. Please type the transaction ID of the mobile money message.';

/**
 * Removes the zero-width characters that copied messages contain, and makes every kind of space a
 * plain one.
 */
const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .slice(0, MAX_PASTED_LENGTH)
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, (found) => (/\s/u.test(found) ? ' ' : ''))
    .trim()
    .toUpperCase();

/**
 * An ID typed alone, perhaps in groups of digits as a person reads them; null for a text with other
 * words or signs in it.
 */
const idAlone = (text: string): string | null => {
  // Banks print the code of a branch behind their ID: `FT26333ABCDE\\BNK`.
  const groups = text.replace(/^[#:]|[.,;]$|(?<=^FT[A-Z0-9]{10})[\\/][A-Z0-9]{2,3}$/g, '').split(' ');
  const id = groups.join('');
  if (groups.length === 1) return /^[A-Z0-9]+$/.test(id) ? id : null;
  const areDigits = groups.slice(0, -1).every((group) => /^\d{1,6}$/.test(group));
  return groups.length <= MAX_TRANSACTION_ID_LENGTH && areDigits && /^[A-Z0-9]{1,6}$/.test(groups.at(-1) ?? '')
    ? id
    : null;
};

/**
 * Labels that the networks write before an ID. A reference is the payer's own text; an external ID
 * belongs to another system.
 */
const LABEL = /(?<!EXTERNAL )\b(?:TRANSACTION|TRANS|TXN|TRXN|TRX|TX) ?\.? ?(?:ID|NO|NUMBER) ?[.:#-]? ?(?:IS )?/g;

type Token = { text: string; isLabelled: boolean; followsColon: boolean };

/**
 * The runs of letters and digits of a text, without parts of amounts, days, times and numbers with
 * signs in them.
 */
const tokensOf = (text: string): Token[] => {
  const labelled = new Set([...text.matchAll(LABEL)].map((label) => label.index + label[0].length));
  return [...text.matchAll(/[A-Z0-9]+/g)].flatMap(({ 0: token, index }) => {
    const end = index + token.length;
    const [before, after] = [text.slice(Math.max(0, index - 2), index), text.slice(end, end + 2)];
    const isPart = /[\d][.,:/-]$|[+]$/.test(before) || /^[.,:/-]\d/.test(after);
    // Telecel's messages begin with the ID: `0000015061132227 Confirmed.`
    const isLabelled = labelled.has(index) || text.startsWith(' CONFIRMED', end);
    return isPart ? [] : [{ text: token, isLabelled, followsColon: /: ?$/.test(before) }];
  });
};

/**
 * `2026-11-20 12…` without its signs: ten or eleven digits that are a day and a time, not an ID.
 */
const DAY_AND_TIME = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d*$/;

/** The networks whose IDs are looked for, and the payer's among them where it is known. */
type Known = { networks: readonly Network[]; network: Network | undefined };

const isId = (id: string, { networks, network }: Known): boolean =>
  hasIdForm(id, networks, network) && /\d/.test(id) && !isWholePhone(id);

const idsIn = (text: string, known: Known): string[] => {
  const tokens = tokensOf(text);
  const bareOf = (token: string): string => withoutPadding(token, known.networks);
  const labelled = tokens.filter((token) => token.isLabelled && /\d/.test(token.text));
  // A number that follows another label, such as a reference or a balance, is no ID.
  const bare = tokens.filter(
    ({ text: token, followsColon }) =>
      bareOf(token) !== token || isBankId(token) || (/^\d+$/.test(token) && !followsColon),
  );
  const found = (from: Token[]) => [
    ...new Set(from.map((token) => bareOf(token.text)).filter((id) => isId(id, known))),
  ];
  if (labelled.length > 0) return found(labelled);
  const ids = found(bare);
  // Two numbers stay ambiguous even if one looks like a day; a lone one that looks like a day is
  // not taken for an ID.
  return ids.length === 1 ? ids.filter((id) => !DAY_AND_TIME.test(id)) : ids;
};

export type FoundId = { id: string; problem: null } | { id: null; problem: string };

/**
 * Finds the MoMo transaction ID, in uppercase, in text that a payer typed or pasted: the ID alone
 * or a whole message, by the form that the networks' IDs have. Never guesses between two; `problem`
 * is a sentence for the payer. `code` is that of the payer's network; where it is none of
 * `networks`, an ID of any of them or of the default form is taken.
 */
export const findTransactionId = (given: string, networks: readonly Network[], code?: string): FoundId => {
  const refuse = (problem: string): FoundId => ({ id: null, problem });
  const network = networks.find((one) => one.code === code);
  const known = { networks, network };
  const text = tidy(given);
  if (text === '') return refuse(MISSING_TRANSACTION_ID);
  if (isWholePhone(text)) return refuse(PHONE_FOR_ID);
  const alone = idAlone(text);
  if (alone !== null) {
    const id = withoutPadding(alone, networks);
    if (!/\d/.test(id)) return refuse(NO_DIGIT_IN_ID);
    return isId(id, known) ? { id, problem: null } : refuse(wrongIdMessage(network, networksOfForm(id, networks)));
  }
  // Digits alone are no message, so an ID among them may be a part of another.
  if (!/[ :]/.test(text) || /^[\d ]+$/.test(text)) return refuse(wrongIdMessage(network));
  const [id, another] = idsIn(text, known);
  if (id === undefined) return refuse(NO_ID_IN_MESSAGE);
  return another === undefined ? { id, problem: null } : refuse(SEVERAL_IDS_IN_MESSAGE);
};

/**
 * A transaction ID as IDs are compared, without zeros before digits alone. PostgreSQL does it by
 * the function of this name.
 */
export const transactionKey = (id: string): string => (/^[0-9]+$/.test(id) ? id.replace(/^0+/, '') : id);

/**
 * The ID of money whose transaction ID another network's money has, `5061132180-TELECEL`. It has a
 * sign that no network's ID has, so that no payer can claim it.
 */
export const idOfNetwork = (id: string, code: string): string => `${transactionKey(id)}-${code}`;

/** A transaction ID as its network gives it, in the form for comparing. */
export const networksOwnKey = (id: string): string => transactionKey(id.split('-', 1)[0] ?? '');
