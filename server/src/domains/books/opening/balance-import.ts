import {
  type BalanceLineOutcome,
  type BalanceMapping,
  balanceImports,
  fromPesewas,
  type JournalLine,
  MAX_JOURNAL_LINES,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { importLife, type StoredRow, unfit } from '#domains/imports';
import { openBooks } from '#domains/ledger';
import { type ReadAmount, readSided } from '#lib/table-file/read-amount.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { mapYielding } from '#lib/yielder.ts';
import { noteJournalOfImport } from '../journals/journals.repo.ts';
import { accountsForJournals, addJournal, type WhyNot } from '../journals/write-journal.ts';

type Field = keyof (typeof balanceImports)['fields']['labels'];
type Facts = { account: string; debit: string | null; credit: string | null };
type Line = TableRow & Facts;
type Judged = Facts & { outcome: BalanceLineOutcome; reason: string };

const MAX_SHOWN = 60;

/** A code at the beginning of a cell, as in `1010`, `1010 Cash` and `2020: Refunds`. */
const CODE = /^'?([1-9]\d{3}(?:-[A-Z0-9]{2,10})?)(?![A-Z0-9])/i;

/** The side that a cell of a column cannot have where each side has a column of its own. */
const OTHER_SIDE = { debit: 'CR', credit: 'DR' } as const;

/** Pesewas of a cell: 0 of an empty one, or why it cannot be read. */
const pesewasOf = (cell: string, column: 'debit' | 'credit', { credit }: BalanceMapping): ReadAmount => {
  if (cell === '' || cell === '-' || cell === '–') return { pesewas: 0n, problem: null };
  const read = readSided(cell);
  if (read.problem !== null || read.side === null) return read;
  if (credit !== null && read.side === OTHER_SIDE[column]) {
    return {
      pesewas: null,
      problem: `“${cell.slice(0, MAX_SHOWN)}” is ${read.side} in the column of the other side. Please check it.`,
    };
  }
  // A credit is read as above zero, which in the column of debits is below zero.
  return { pesewas: column === 'debit' ? -read.pesewas : read.pesewas, problem: null };
};

const readLine = (cells: readonly string[], mapping: BalanceMapping, whyNot: WhyNot): Judged => {
  const cellOf = (field: Field): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '').trim();
  };
  const facts: Facts = { account: cellOf('account').slice(0, MAX_SHOWN), debit: null, credit: null };
  const refuse = (reason: string): Judged => ({ ...facts, outcome: 'refused', reason });
  const code = CODE.exec(facts.account)?.[1]?.toUpperCase();
  if (code === undefined)
    return refuse(facts.account === '' ? 'It has no account.' : 'It begins with no account code.');
  facts.account = code;
  const debit = pesewasOf(cellOf('debit'), 'debit', mapping);
  const credit = pesewasOf(cellOf('credit'), 'credit', mapping);
  if (debit.problem !== null) return refuse(`Debit: ${debit.problem}`);
  if (credit.problem !== null) return refuse(`Credit: ${credit.problem}`);
  if (debit.pesewas !== 0n && credit.pesewas !== 0n) return refuse('A balance is a debit or a credit.');
  const pesewas = debit.pesewas - credit.pesewas;
  if (pesewas === 0n) return { ...facts, outcome: 'nothing', reason: 'An account without a balance needs no line.' };
  const why = whyNot(code);
  if (why !== null) return refuse(why);
  if (pesewas > 0n) facts.debit = fromPesewas(pesewas);
  else facts.credit = fromPesewas(-pesewas);
  return { ...facts, outcome: 'taken', reason: '' };
};

/** Refuses a day of balances that no journal may have. */
const checkDay = async (tx: Tx, day: string | null, now: Date): Promise<void> => {
  if (day === null || day > today(now)) throw unfit('day', 'Please give a day that is over, or today.');
  const { open_from } = await openBooks(tx);
  if (day < open_from) throw unfit('day', 'The books of this day are closed.');
};

/** Judges the lines of one file: each account once, and only those that take journals. */
const judge = async (tx: Tx, { mapping, now }: { mapping: BalanceMapping; now: Date }) => {
  await checkDay(tx, mapping.day, now);
  const whyNot = await accountsForJournals(tx, 'opening');
  const first = new Map<string, number>();
  let taken = 0;
  return {
    lines: async (rows: readonly TableRow[]) => {
      const read = await mapYielding(rows, ({ line, cells }) => ({ line, ...readLine(cells, mapping, whyNot) }));
      return read.map((line) => {
        if (line.outcome !== 'taken') return line;
        const before = first.get(line.account);
        if (before !== undefined) return { ...line, outcome: 'repeated', reason: `The account of line ${before}.` };
        first.set(line.account, line.line);
        taken += 1;
        return line;
      });
    },
    end: () => ({
      columns: taken > MAX_JOURNAL_LINES ? { problem: `A journal has at most ${MAX_JOURNAL_LINES} lines.` } : {},
      lines: [],
    }),
  };
};

const lineOf = ({ account, debit, credit }: Facts): JournalLine =>
  debit === null ? { account, side: 'credit', amount: credit ?? '0.00' } : { account, side: 'debit', amount: debit };

const KEPT_DAYS = 90;

/** Writes the draft of a journal with the opening balances of a file. */
export const importOfBalances = importLife<Field, BalanceMapping, StoredRow<'balance_imports'>, Line>({
  contract: balanceImports,
  tables: { imports: 'balance_imports', lines: 'balance_import_lines', mappings: 'balance_import_mappings' },
  lineColumns: ['account', 'debit', 'credit'],
  job: 'import balances',
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with an account and its balance.',
    nothingToTake: 'No line of this list is a balance of an account.',
    otherDays: 'days fit',
  },
  fewestCells: 2,
  names: {
    account: [/^(account )?(code|no|number)\b/i, /^account/i, /code/i],
    debit: [/^debit/i, /^dr\b/i, /^(balance|amount)/i],
    credit: [/^credit/i, /^cr\b/i],
  },
  suggest: (columns) => ({ ...columns, day: null }),
  judge,
  ofOneFile: ['day'],
  // All lines of a journal at once, so that it is written whole or not at all.
  chunk: MAX_JOURNAL_LINES + 1,
  take: async (tx, { id, file_name, mapping }, lines, { by, now }) => {
    if (!by || mapping.day === null) throw new Error('An import of balances without an author or a day has begun');
    const description = `Opening balances from ${file_name}`.slice(0, 200);
    const body = { day: mapping.day, description, lines: lines.map(lineOf) };
    const journal = await addJournal(tx, { body, by, now }, 'opening');
    await noteJournalOfImport(tx, id, journal.id);
    return lines.map(({ line }) => ({ line, outcome: 'taken', reason: '', is_imported: true }));
  },
  keepsLinesDays: KEPT_DAYS,
});

export const { job: balanceImport, clearOld: clearOldBalanceImports } = importOfBalances;
