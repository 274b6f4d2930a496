import { networkName } from '../site/networks.ts';

const CHEQUE_ID = /^CHEQUE(\d{1,12})B(\d+)(?:D[0-9A-F]{7})?$/;

/** The number and the bank's record number in the ID of a cheque; null for other IDs. */
export const chequeOf = (transactionId: string): { number: string; bankId: string } | null => {
  const [, number, bankId] = CHEQUE_ID.exec(transactionId) ?? [];
  return number === undefined || bankId === undefined ? null : { number: number.padStart(6, '0'), bankId };
};

/**
 * The ID and the network's name of money whose ID another network's money has as well, which is
 * stored as `5061132180-TELECEL`; null for other IDs.
 */
export const twinOf = (transactionId: string): { id: string; network: string } | null => {
  const [, id, code] = /^([A-Z0-9]*\d)-([A-Z][A-Z0-9]+)$/.exec(transactionId) ?? [];
  if (id === undefined || code === undefined) return null;
  return { id, network: networkName(code) };
};

/**
 * A transaction as people name it: `Cheque 000123, ABSA`, without the bank where its name is not
 * known, and `5061132180, Telecel` where two networks have an ID. Others go by their ID.
 */
export const transactionName = (transactionId: string, bank = ''): string => {
  const twin = twinOf(transactionId);
  if (twin) return `${twin.id}, ${twin.network}`;
  const cheque = chequeOf(transactionId);
  if (!cheque) return transactionId;
  return `Cheque ${cheque.number}${bank === '' ? '' : `, ${bank}`}`;
};

/** The ID in a search, in uppercase, without the network that a screen shows behind it. */
export const searchedId = (search: string): string =>
  search
    .trim()
    .toUpperCase()
    .replace(/(?<=\d)[, ]+[A-Z]+$/, '');

/** A cheque's number, as it stands on the cheque or as the screens name it. */
const CHEQUE_NAME = /^(?:CHEQUE )? *0*(\d{1,12})(?:,.*)?$/i;

/** The beginning of the IDs of the cheques that a search names by their number; null for none. */
export const chequePrefix = (search: string): string | null => {
  const [, number] = CHEQUE_NAME.exec(search.trim()) ?? [];
  return number === undefined ? null : `CHEQUE${number}B`;
};
