import { JournalInput, JournalLine, type JournalRecord, parseMoney, toPesewas } from '@banbo/contract';
import { AMOUNT_WANTED } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** A form's values: the day, the description, and three fields for each line. */
export type JournalValues = Readonly<Record<string, string>>;

export const nameOfField = (line: number, part: 'account' | 'debit' | 'credit'): string => `lines.${line}.${part}`;

/** Empty lines at the end of a form, so that a person types on without a press. */
const EMPTY_LINES = 2;

const MAX_DESCRIPTION = 200;

const valuesOfLine = (n: number, line?: JournalLine): JournalValues => ({
  [nameOfField(n, 'account')]: line?.account ?? '',
  [nameOfField(n, 'debit')]: line?.side === 'debit' ? line.amount : '',
  [nameOfField(n, 'credit')]: line?.side === 'credit' ? line.amount : '',
});

/** A journal, or the beginning of a new one. */
type Given = Partial<Pick<JournalRecord, 'day' | 'description'>> & { lines: readonly JournalLine[] };

/** A form's values for a journal, or for a new one on the day. */
export const valuesOfJournal = (journal: Given | null, day: string): JournalValues => {
  const lines = journal?.lines ?? [];
  const count = lines.length + EMPTY_LINES;
  return {
    day: journal?.day ?? day,
    description: journal?.description ?? '',
    ...Object.assign({}, ...Array.from({ length: count }, (_, n) => valuesOfLine(n, lines[n]))),
  };
};

/** The beginning of a journal in an address, `line=1030:debit:50.00`; other texts are left out. */
export const journalInAddress = (query: URLSearchParams): Given => ({
  description: (query.get('description') ?? '').slice(0, MAX_DESCRIPTION),
  lines: query.getAll('line').flatMap((text) => {
    const [account, side, amount] = text.split(':');
    const { data } = JournalLine.safeParse({ account, side, amount });
    return data ?? [];
  }),
});

/** How many lines the form has. */
export const countLines = (values: JournalValues): number =>
  Object.keys(values).filter((name) => name.endsWith('.account')).length;

/** The values of one more line at the end. */
export const oneMoreLine = (values: JournalValues): JournalValues => valuesOfLine(countLines(values));

type Filled = { n: number; account: string; debit: string; credit: string };

/** The lines that say anything, by their place in the form. */
const filledLines = (values: JournalValues): Filled[] =>
  Array.from({ length: countLines(values) }, (_, n) => ({
    n,
    account: values[nameOfField(n, 'account')] ?? '',
    debit: values[nameOfField(n, 'debit')]?.trim() ?? '',
    credit: values[nameOfField(n, 'credit')]?.trim() ?? '',
  })).filter(({ account, debit, credit }) => account !== '' || debit !== '' || credit !== '');

/** A journal's body out of a form. */
export const bodyOfJournal = (values: JournalValues): JournalInput => ({
  day: values.day ?? '',
  description: values.description ?? '',
  lines: filledLines(values).map(({ account, debit, credit }) => ({
    account,
    side: debit === '' ? 'credit' : 'debit',
    amount: parseMoney(debit === '' ? credit : debit) ?? (debit === '' ? credit : debit),
  })),
});

/** The messages of fields that are missing or wrong. Empty lines are left out. */
export const checkJournal = (values: JournalValues): FieldErrors => {
  const lines = filledLines(values);
  const found: Record<string, string> = {};
  for (const { n, debit, credit } of lines) {
    if (debit !== '' && credit !== '') found[nameOfField(n, 'credit')] = 'A line is a debit or a credit.';
  }
  const result = JournalInput.safeParse(bodyOfJournal(values));
  for (const { path, message } of result.error?.issues ?? []) {
    const [name, place, part] = path;
    const line = typeof place === 'number' ? lines[place] : undefined;
    if (name !== 'lines' || !line) found[String(name)] ??= message;
    else if (part === 'account') found[nameOfField(line.n, 'account')] ??= 'Please choose the account.';
    else {
      const side = line.debit === '' && line.credit !== '' ? 'credit' : 'debit';
      found[nameOfField(line.n, side)] ??= parseMoney(line[side]) === null ? AMOUNT_WANTED : message;
    }
  }
  return found;
};

/** The sums of debits and credits in pesewas, of the amounts that can be read. */
export const sumsOfForm = (values: JournalValues): { debit: bigint; credit: bigint } => {
  const pesewas = (text: string): bigint => toPesewas(parseMoney(text) ?? '0.00');
  return filledLines(values).reduce(
    (sums, { debit, credit }) => ({ debit: sums.debit + pesewas(debit), credit: sums.credit + pesewas(credit) }),
    { debit: 0n, credit: 0n },
  );
};
