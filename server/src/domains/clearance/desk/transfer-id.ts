import { createHash } from 'node:crypto';
import {
  addYears,
  bankReferenceOf,
  findTransactionId,
  MISSING_BANK,
  type MoneyAtDesk,
  type Network,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { bankId } from '#domains/lookups';
import type { Author } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { idAmong, networksInWords } from '../transfers/network-ids.ts';
import { moneyOfNetworks, nextCashNumber, transfersOfIds } from '../transfers/transfers.repo.ts';

type Given = Pick<MoneyAtDesk, 'mode' | 'transaction_id' | 'network' | 'bank' | 'reference' | 'payer_name'>;
type Identified = { transaction_id: string; reference: string };

/** Finds the MoMo transaction ID in a text, or refuses at its field with 400 `invalid_input`. */
export const momoIdIn = (given: string, networks: readonly Network[]): string => {
  const { id, problem } = findTransactionId(given, networks);
  if (id === null) throw refusalAt('invalid_input', 'transaction_id', problem);
  return id;
};

type OfNetwork = { transaction_id: string; network?: string | undefined };

/**
 * The ID of MoMo money of a network, beside what is known of its transaction ID. Refused with 400
 * `invalid_input` at the network where that is none of ours, or is needed to tell two apart.
 */
export const momoIdOf = async (
  db: Db,
  { transaction_id, network }: OfNetwork,
  networks: readonly Network[],
): Promise<string> => {
  const id = momoIdIn(transaction_id, networks);
  if (network !== undefined && !networks.some(({ code }) => code === network)) {
    throw refusalAt('invalid_input', 'network', 'Please choose a network of the list.');
  }
  const money = await moneyOfNetworks(db, [id]);
  const own = idAmong(money, id, network ?? null);
  if (own !== null) return own;
  const message = `Two networks have this transaction ID: ${networksInWords(money)}. Please choose the network.`;
  throw refusalAt('invalid_input', 'network', message);
};

/** Seven characters for a drawer, so that any spelling of the words in any order is one. */
const drawerCode = (name: string): string => {
  const words = name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .sort();
  return createHash('sha256').update(words.join('')).digest('hex').slice(0, 7).toUpperCase();
};

type Cheque = { number: string; bank: string; drawer: string };

/**
 * The ID of a cheque: its number, without the zeros before it, its bank and its drawer. Those that
 * were received before drawers were asked for count for every drawer.
 */
const chequeId = async (tx: Tx, { number, bank, drawer }: Cheque): Promise<string> => {
  const id = await bankId(tx, bank);
  if (id === null) throw refusalAt('invalid_input', 'bank', MISSING_BANK);
  const ofAnyDrawer = `CHEQUE${number.replace(/^0+(?=\d)/, '')}B${id}`;
  const [known] = await transfersOfIds(tx, [ofAnyDrawer]);
  return known ? ofAnyDrawer : `${ofAnyDrawer}D${drawerCode(drawer)}`;
};

/**
 * The transfer's ID and reference by payment mode. Cash gets a number that is longer than the
 * transaction IDs of any network, so that no claim can take it beforehand.
 */
export const identify = async (
  tx: Tx,
  { mode, transaction_id = '', network, bank = '', reference = '', payer_name = '' }: Given,
  networks: readonly Network[],
): Promise<Identified> => {
  const said = reference.toUpperCase();
  if (mode === 'cash') {
    return { transaction_id: `CASH${String(await nextCashNumber(tx)).padStart(8, '0')}`, reference: said };
  }
  if (mode === 'momo') {
    return { transaction_id: await momoIdOf(tx, { transaction_id, network }, networks), reference: said };
  }
  const written = bankReferenceOf(transaction_id);
  if (mode === 'bank') return { transaction_id: written, reference: said };
  const cheque = `CHEQUE ${written} OF ${bank.trim().toUpperCase()}`;
  const id = await chequeId(tx, { number: written, bank, drawer: payer_name });
  return { transaction_id: id, reference: said === '' ? cheque : `${cheque}: ${said}` };
};

/** The day of the money, today by default. Refuses future days and those over a year ago. */
export const receivedDay = (given: string | undefined, now: Date): string => {
  const day = given ?? today(now);
  const isLate = day > today(now);
  if (!isLate && day >= addYears(today(now), -1)) return day;
  const message = isLate
    ? 'Money cannot be received on a future day.'
    : 'This day is more than a year ago. Please check it.';
  throw refusalAt('invalid_input', 'received_on', message);
};

export type MadeAtDesk = {
  by: Author;
  networks: readonly Network[];
  now: Date;
  /** The login of the second person, for money that needs one. */
  approvedBy?: string;
  /** The day on which the books count it; that of the money by default. */
  bookedOn?: string;
};
