import { accountOf, type Books, idKeyOf, type Money, UNALLOCATED } from './books.ts';
import { isOneWord, noteHand, ofMoney } from './hands.ts';
import { matchAll } from './matching.ts';
import { endMoney, isAwaited, record } from './money.ts';
import type { Line, Of, Outcome } from './operations.ts';
import { reversePayment, turn } from './payments.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

/**
 * The first statement counts, until another one shows something else than it confirmed, or than was
 * settled; another person's replaces that of the recorder (clearance, rules 13 and 18).
 */
const isNews = (known: Money, line: { amount: bigint; by: number }): boolean => {
  const { shown, amount, isSettled } = known;
  if (shown === null) return true;
  const differs = line.amount !== amount;
  if (shown.amount !== amount) return isSettled && differs && line.amount !== shown.amount;
  return differs || (isOneWord(known) && line.by !== known.recorder);
};

/**
 * A statement's line about known money confirms or doubts it; other money is recorded and matched.
 */
export const importStatement = (books: Books, { lines, covers, by }: Of<'import'>): Outcome => {
  const readable = readableOf(books, lines);
  const wereKnown = new Set(readable.map(({ id }) => idKeyOf(books, id)).filter((key) => books.money.find(key)));
  for (const line of readable) {
    const { id, amount } = line;
    const known = books.money.find(idKeyOf(books, id));
    if (!known) {
      recordShown(books, line, by);
      continue;
    }
    const differs = known.amount !== amount;
    if (differs) noteHand(books, by, 'imported', ofMoney(known.key));
    const isSettled = known.isSettled && known.shown?.amount === known.amount;
    if (isNews(known, { amount, by })) books.money.change(known.key, { shown: { amount, by }, isSettled });
    if (known.recorder !== by && books.keeps('a statement of another person lifts the mark'))
      books.money.change(known.key, { missing: null, missedBy: null });
  }
  const isNew = ({ key }: Money): boolean => !wereKnown.has(key) || isAwaited(books, key);
  const shown = readable.map(({ id }) => books.money.get(idKeyOf(books, id)));
  matchAll(
    books,
    shown.filter(isNew).map(({ key }) => key),
  );
  if (covers !== null) cover(books, covers, lines, by);
  return DONE;
};

/** An ID that stands twice counts once, and not at all with two amounts (clearance, rule 26). */
const readableOf = (books: Books, lines: readonly Line[]): Line[] => {
  const same = Map.groupBy(lines, ({ id }) => idKeyOf(books, id));
  return [...same.values()].flatMap(([first, ...others]) =>
    first && others.every(({ amount }) => amount === first.amount) ? [first] : [],
  );
};

/** Money that only a statement has; an earlier one that covers its day may lack it. */
const recordShown = (books: Books, { id, amount, month }: Line, by: number): void => {
  const { key } = record(books, { id, mode: 'momo', amount, recorder: by, source: 'statement', month });
  const lacking = books.statements.by('month', month).findLast(({ ids }) => !ids.includes(key));
  const mark = lacking ? { missing: books.month(), missedBy: lacking.by } : {};
  books.money.change(key, { shown: { amount, by }, ...mark });
};

/** MoMo money that a statement of its day lacks is marked, also paid back (clearance, rule 43). */
const cover = (books: Books, month: string, lines: readonly Line[], by: number): void => {
  const ids = lines.map(({ id }) => idKeyOf(books, id));
  const key = `t${books.next('statement')}`;
  books.statements.put(key, { key, month, ids, by });
  for (const money of books.money.by('month', month)) {
    const isGone = money.status === 'ended' && money.hasNeverCome;
    const isLacking = money.mode === 'momo' && !isGone && !ids.includes(money.key);
    if (isLacking && money.missing === null) books.money.change(money.key, { missing: books.month(), missedBy: by });
  }
};

/** After fewer days than a month has, its fee is taken back (clearance, rule 45). */
export const takeBack = (books: Books, key: string, by: number): Outcome => {
  const { status, missing } = books.money.get(key);
  if (status === 'ended' || missing === null) return REFUSED;
  if (missing === books.month() && books.keeps('lacking money is taken back after days')) return REFUSED;
  const paid = books.payments.by('money', key).find((one) => one.status === 'cleared');
  return paid ? reversePayment(books, paid.key, 'never_came', by) : endMoney(books, key, by);
};

/** Money that ended as never come, and that a statement shows (clearance, rule 47). */
export const decideEnded = (
  books: Books,
  { do: what, money: key, by }: Of<'came_after_all' | 'stays ended'>,
): Outcome => {
  const { status, shown, isSettled, endedBy, mode, ...money } = books.money.get(key);
  if (status !== 'ended' || shown === null || isSettled || endedBy === null || endedBy === by) return REFUSED;
  if (shown.by === by && books.keeps('who brought the statement that shows ended money has a hand')) return REFUSED;
  if (what === 'stays ended') {
    books.money.change(key, { isSettled: true });
    return DONE;
  }
  const isLess = books.keeps('money that came after all is back less its refunds');
  const posted = money.amount - (isLess ? money.refunded : 0n);
  books.post(UNALLOCATED, accountOf(mode), posted);
  books.money.change(key, { posted, status: 'open', hasNeverCome: false, endedBy: null });
  turn(books, key);
  return DONE;
};
