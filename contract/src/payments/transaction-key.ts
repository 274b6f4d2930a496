/** A transaction ID as IDs are compared, without zeros before digits alone. PostgreSQL does it by the function of this name. */
export const transactionKey = (id: string): string => (/^[0-9]+$/.test(id) ? id.replace(/^0+/, '') : id);
