const CHEQUE_ID = /^CHEQUE(\d{1,12})B(\d+)(?:D[0-9A-F]{7})?$/;

/** The number and the bank's record number in the ID of a cheque; null for other IDs. */
export const chequeOf = (transactionId: string): { number: string; bankId: string } | null => {
  const [, number, bankId] = CHEQUE_ID.exec(transactionId) ?? [];
  return number === undefined || bankId === undefined ? null : { number: number.padStart(6, '0'), bankId };
};

/**
 * A transaction as people name it: `Cheque 000123, ABSA`, without the bank where its name is not
 * known. Other transactions go by their ID.
 */
export const transactionName = (transactionId: string, bank = ''): string => {
  const cheque = chequeOf(transactionId);
  if (!cheque) return transactionId;
  return `Cheque ${cheque.number}${bank === '' ? '' : `, ${bank}`}`;
};

/** A cheque's number, as it stands on the cheque or as the screens name it. */
const CHEQUE_NAME = /^(?:CHEQUE )? *0*(\d{1,12})(?:,.*)?$/i;

/** The beginning of the IDs of the cheques that a search names by their number; null for none. */
export const chequePrefix = (search: string): string | null => {
  const [, number] = CHEQUE_NAME.exec(search.trim()) ?? [];
  return number === undefined ? null : `CHEQUE${number}B`;
};
