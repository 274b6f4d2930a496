import type { AnyLookup } from '@banbo/contract';

export type LookupEntry = Readonly<Record<string, unknown>>;

export const entryId = ({ id }: LookupEntry): string => String(id);

/** The name that people call an entry by. */
export const entryName = ({ name }: AnyLookup, entry: LookupEntry): string => String(entry[name]);

/** `Identification type`, as the head of a column and the label of a field. */
export const labelOf = ({ words }: AnyLookup): string => words.one.replace(/^./, (letter) => letter.toUpperCase());
