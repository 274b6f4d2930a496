import { addDays, addMonths, fromPesewas, type JournalLine, today } from '@banbo/contract';
import {
  addExpense,
  addJournal,
  closeMonth,
  closeYear,
  countCashAgain,
  endJournal,
  handInCash,
  postJournal,
  reopenMonth,
  voidExpense,
} from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import { openBooks } from '#domains/ledger';
import { changePayment } from '../builders/payments.ts';
import type { BookStep, BookStepKind } from './steps.ts';
import type { BookWorld } from './world.ts';

type Action = (world: BookWorld, step: BookStep) => Promise<boolean>;

const OTHERS = ['5010', '5050', '5090', '3000', '4900', '1200', '2100'] as const;
const MONEY = ['1000', '1010', '1020', '1030'] as const;

const pick = <T>(among: readonly T[], which: number): T | undefined => among[which % among.length];
const dayOf = ({ now }: BookWorld, { back }: BookStep): string => addDays(today(now), -back);

/** Two to three lines, of which one is money where it `touches` some. */
const linesOf = ({ which, pesewas }: BookStep, touches: boolean): JournalLine[] => {
  const first = pick(touches ? MONEY : OTHERS, which) ?? '';
  const [second, third] = [pick(OTHERS, which + 1) ?? '', pick(OTHERS, which + 3) ?? ''];
  const side = which % 2 === 0 ? 'debit' : 'credit';
  const other = side === 'debit' ? 'credit' : 'debit';
  const part = pesewas / 3n;
  const rest = part === 0n ? [] : [{ account: third, side: other, amount: fromPesewas(part) } as const];
  return [
    { account: first, side, amount: fromPesewas(pesewas) },
    { account: second, side: other, amount: fromPesewas(pesewas - part) },
    ...rest,
  ];
};

const write = async (world: BookWorld, step: BookStep, touches: boolean): Promise<boolean> => {
  const { tx, now } = world;
  const by = world.by(step.by);
  const body = { day: dayOf(world, step), description: 'As the test says', lines: linesOf(step, touches) };
  return world.attempt(async () => {
    const { id } = await addJournal(tx, { body, by, now });
    await postJournal(tx, { id, by, now }, { staff });
    world.journals.push(id);
  });
};

const KINDS = { 'books.journal': 'journals', 'books.expense': 'expenses', 'books.cash_up': 'cashUps' } as const;
type Decided = { kind: keyof typeof KINDS; approves: boolean };

/** Decides about the first record from a drawn one on that waits for it. */
const decide =
  ({ kind, approves }: Decided): Action =>
  async (world, { which, by }) => {
    const ids = world[KINDS[kind]];
    for (let n = 0; n < ids.length; n += 1) {
      if (await world.decide(kind, pick(ids, which + n) ?? '', by, approves)) return true;
    }
    return false;
  };

const PAID_FROM = ['1000', '1010', '1020', '1030'] as const;
const EXPENSE_KINDS = ['5010', '5050', '5090'] as const;

/** Half of them of so much that another person approves them. */
const enterExpense: Action = async (world, step) => {
  const { tx, now } = world;
  const { which, pesewas } = step;
  const body = {
    ...{ payee: 'Kofi Tyres', kind: pick(EXPENSE_KINDS, which) ?? '', day: dayOf(world, step) },
    ...{
      paid_from: pick(PAID_FROM, which) ?? '1010',
      amount: fromPesewas(which % 2 ? pesewas : (pesewas % 400_00n) + 1n),
    },
    ...{ tax: which % 3 ? ('included' as const) : ('none' as const), description: 'As the test says' },
  };
  return world.attempt(async () => {
    world.expenses.push((await addExpense(tx, { body, by: world.by(step.by), now }, { staff })).id);
  });
};

const monthOf = (day: string): string => addMonths(day, 0);

/** Pieces of a coin that gives any sum: the difference is whatever comes of it. */
const countOf = ({ which }: BookStep, coin: string) => [{ denomination: coin, pieces: which % 90 }];

const coinIn = async ({ tx }: BookWorld): Promise<string> =>
  (
    await tx
      .selectFrom('denominations')
      .select('id')
      .where('is_active', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id;

const handIn: Action = async (world, step) => {
  const { tx, now } = world;
  const body = { day: dayOf(world, { ...step, back: step.back % 20 }), counts: countOf(step, await coinIn(world)) };
  return world.attempt(async () => {
    world.cashUps.push((await handInCash(tx, { body, by: world.by(step.by), now }, { staff })).id);
  });
};

const countAgain: Action = async (world, step) => {
  const { tx, now } = world;
  const id = pick(world.cashUps, step.which);
  if (id === undefined) return false;
  const body = { counts: countOf(step, await coinIn(world)) };
  // One of the staff has it, and counts it again.
  for (let n = 0; n < 3; n += 1) {
    if (await world.attempt(() => countCashAgain(tx, { id, body, by: world.by(n), now }, { staff }))) return true;
  }
  return false;
};

const closeNextMonth = async ({ tx, now, by }: BookWorld, n: number): Promise<void> => {
  const { open_from, oldest } = await openBooks(tx);
  const month = open_from === '0001-01-01' ? oldest : monthOf(open_from);
  if (month !== null) await closeMonth(tx, { month, body: { reason: 'The rest waits.' }, by: by(n), now });
};

/** Closes the months of 2026 up to November, and then the year. */
const closeWholeYear: Action = async (world, { by }) => {
  const { tx, now } = world;
  return world.attempt(async () => {
    for (let n = 0; n < 12 && (await openBooks(tx)).open_from < '2026-12-01'; n += 1) await closeNextMonth(world, by);
    world.yearEnds.push((await closeYear(tx, { year: 2026, by: world.by(by), now }, { staff })).id);
  });
};

const reverseJournal = (world: BookWorld, { by }: BookStep, id: string | undefined): Promise<boolean> => {
  const { tx, now } = world;
  if (id === undefined) return Promise.resolve(false);
  const body = { change: 'reverse', reason: 'It was wrong.' } as const;
  return world.attempt(() => endJournal(tx, { id, body, by: world.by(by), now }, { staff }));
};

export const BOOK_ACTIONS: Readonly<Record<BookStepKind, Action>> = {
  'write a journal': (world, step) => write(world, step, false),
  'write a journal of money': (world, step) => write(world, step, true),
  'approve a journal': decide({ kind: 'books.journal', approves: true }),
  'refuse a journal': decide({ kind: 'books.journal', approves: false }),
  'enter an expense': enterExpense,
  'approve an expense': decide({ kind: 'books.expense', approves: true }),
  'refuse an expense': decide({ kind: 'books.expense', approves: false }),
  'void an expense': async (world, { which, by }) => {
    const { tx, now } = world;
    const id = pick(world.expenses, which);
    if (id === undefined) return false;
    const asked = { id, body: { reason: 'It was wrong.' }, by: world.by(by), now };
    return world.attempt(() => voidExpense(tx, asked, { staff }));
  },
  'reverse a journal': (world, step) => reverseJournal(world, step, pick(world.journals, step.which)),
  'hand in cash': handIn,
  'count cash again': countAgain,
  'approve a cash-up': decide({ kind: 'books.cash_up', approves: true }),
  'refuse a cash-up': decide({ kind: 'books.cash_up', approves: false }),
  'clear a payment': ({ tx: db, now, claims, attempt }, { which }) =>
    attempt(() => changePayment({ db, clock: { now } }, pick(claims, which) ?? '', 'clear')),
  'reverse a payment': ({ tx: db, now, claims, attempt }, { which }) =>
    attempt(() => changePayment({ db, clock: { now } }, pick(claims, which) ?? '', 'reverse', 'It never came.')),
  'let days pass': async (world, { which }) => {
    world.pass(1 + (which % 40));
    return true;
  },
  'close a month': async (world, { by }) => world.attempt(() => closeNextMonth(world, by)),
  'open a month again': async ({ tx, now, attempt, by }, { by: n }) => {
    const { open_from } = await openBooks(tx);
    if (open_from === '0001-01-01') return false;
    const month = addMonths(open_from, -1);
    return attempt(() => reopenMonth(tx, { month, body: { reason: 'Something was wrong.' }, by: by(n), now }));
  },
  'close the year': closeWholeYear,
  'reverse the closing of the year': (world, step) => reverseJournal(world, step, world.yearEnds.at(-1)),
};
