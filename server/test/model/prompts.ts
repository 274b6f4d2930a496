import { type Books, byTime, idKeyOf, type Prompt } from './books.ts';
import { coverOf, priceOf } from './dues.ts';
import { doubtOf, wasReversed } from './hands.ts';
import { disputes, matchMoney, reachesPrice } from './matching.ts';
import { record } from './money.ts';
import type { Named, Of, Outcome } from './operations.ts';
import { clear, refusalOf, settleAfter, store, takenOf } from './payments.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

/** A prompt is never below what is missing of a price (prompts, rule 1). */
export const askPrompt = (books: Books, { driver, fee, amount }: Of<'ask prompt'>, { reference = '' }: Named) => {
  const one = books.drivers.get(driver);
  const refusal = refusalOf(books, driver, fee);
  if (one.mergedInto !== null || refusal) return REFUSED;
  const due = priceOf(books, one, fee);
  const isWhole = due !== null && reachesPrice(books, { driver, fee, amount, due }, { isWhole: true });
  if (!isWhole && books.keeps('a prompt asks for what is missing')) return REFUSED;
  const key = `q${books.next('prompt')}`;
  books.prompts.put(key, { key, reference, driver, fee, amount, due, month: books.month(), isPaid: false });
  return DONE;
};

const keptOf = (books: Books, code: string): string => {
  const { mergedInto } = books.drivers.get(code);
  return mergedInto === null ? code : keptOf(books, mergedInto);
};

/** The claim that a prompt pays: its own, or one that its driver sent; another driver's ends. */
const claimOf = (books: Books, { fee, amount, due, ...prompt }: Prompt, id: string): string | null => {
  const driver = keptOf(books, prompt.driver);
  const held = byTime(books.payments.by('id', idKeyOf(books, id))).find(
    ({ status }) => status === 'submitted' || status === 'cleared',
  );
  if (held?.driver === driver) return held.key;
  if (held?.status === 'cleared') return null;
  if (held && !books.keeps('a prompt ends other claims of its ID')) return null;
  if (held) books.payments.change(held.key, { status: 'rejected' });
  const { key } = store(books, { driver, fee, amount, id, mode: 'momo' });
  books.payments.change(key, { due });
  return key;
};

/** A prompt that was paid is cleared, unless it pays its fee no more by then (prompts, rule 3). */
export const payPrompt = (books: Books, { prompt: key, id }: Of<'pay prompt'>): Outcome => {
  const prompt = books.prompts.get(key);
  if (prompt.isPaid) return DONE;
  books.prompts.change(key, { isPaid: true });
  const claim = claimOf(books, prompt, id);
  const known = books.money.find(idKeyOf(books, id));
  const money = known ?? record(books, { id, mode: 'momo', amount: prompt.amount, recorder: null, source: 'prompt' });
  matchMoney(books, money.key);
  const own = claim === null ? null : books.payments.get(claim);
  const { status, posted } = books.money.get(money.key);
  const isFree = status === 'open' && takenOf(books, money.key) === 0n && own?.amount === posted;
  if (own?.status !== 'submitted' || !isFree || doubtOf(money) !== null || wasReversed(books, money.key)) return DONE;
  if (disputes(books, own).length > 0 && !books.keeps('a prompt pays although others sent its ID')) return DONE;
  const isPaid = coverOf(books, own.driver).has(own.fee);
  if (!isPaid && !reachesPrice(books, own)) return DONE;
  if (isPaid) books.payments.change(own.key, { isCredit: true });
  clear(books, own.key, money, own.amount);
  settleAfter(books, [own.key]);
  return DONE;
};
