/**
 * The fields of the document behind an entry, such as the payee of an expense, which the entry's
 * hash covers: texts as stored, accounts by their ids, null for none. None changes once it is
 * posted, but for `PAPERS`, which may grow.
 */
export type EntryDocument = Readonly<Record<string, string | null>>;

/** The field with the SHA-256 of each paper, in the order in which they came. */
export const PAPERS = 'list of papers';

const SEPARATOR = ': ';

/** A line for each field, `payee: ECG`; in texts a line break is `\n` and a backslash `\\`. */
export const documentText = (document: EntryDocument): string =>
  Object.entries(document)
    .map(([field, value]) => [field, (value ?? '').replaceAll('\\', '\\\\').replaceAll('\n', '\\n')].join(SEPARATOR))
    .join('\n');

const fieldsOf = (text: string): [field: string, value: string][] =>
  text.split('\n').map((line) => {
    const end = line.indexOf(SEPARATOR);
    return [line.slice(0, end), line.slice(end + SEPARATOR.length)];
  });

/** A field of a document that is not what its entry's hash covers. */
type ChangedField = { field: string; was: string; is: string };

/** The fields of a document that are not as they were posted; `posted` is the text of then. */
export const rewrittenFields = (posted: string, document: EntryDocument): ChangedField[] => {
  const now = new Map(fieldsOf(documentText(document)));
  return fieldsOf(posted).flatMap(([field, was]) => {
    const is = now.get(field) ?? '';
    return is === was || (field === PAPERS && is.startsWith(was)) ? [] : [{ field, was, is }];
  });
};
