import { type Books, type Money, monthOf, type Payment, typeOf } from './books.ts';
import { planIn } from './dues.ts';

/** Hands of those by whose word alone money came. */
const WITNESSES: readonly string[] = ['captured', 'received', 'imported'];

export const ofMoney = (key: string): string => `money ${key}`;
export const ofPayment = (key: string): string => `payment ${key}`;
export const ofPrice = (key: string): string => `price ${key}`;
export const ofPlan = (driver: string, from: string): string => `plan ${driver} ${from}`;

export const noteHand = (books: Books, by: number, did: string, ...subjects: readonly string[]): void => {
  const at = books.time();
  for (const subject of subjects) {
    const key = `h${books.next('hand')}`;
    books.hands.put(key, { key, subject, by, did, at });
  }
};

type Counting = { but?: readonly string[]; since?: number };

const hasHand = (books: Books, by: number, subject: string, { but = [], since = 0 }: Counting = {}): boolean =>
  books.hands.by('subject', subject).some((hand) => hand.by === by && hand.at >= since && !but.includes(hand.did));

/** All that a statement shows instead, until somebody settles it (clearance, rule 18). */
export const doubtOf = ({ shown, amount, isSettled }: Money): bigint | null =>
  shown !== null && shown.amount !== amount && !isSettled ? shown.amount : null;

/** One person alone says that the money came; a prompt's is the network's word. */
export const isOneWord = ({ shown, amount, recorder }: Money): boolean =>
  recorder !== null && (shown === null || shown.amount !== amount || shown.by === recorder);

/** The word of one who captured or received it is all there is (clearance, rule 13). */
export const restsOnCaptor = (books: Books, money: Money): boolean =>
  (money.source === 'capture' || money.source === 'desk') &&
  (isOneWord(money) || !books.keeps('a statement of another person frees'));

export const wasReversed = (books: Books, key: string): boolean =>
  books.hands.by('subject', ofMoney(key)).some(({ did }) => did === 'reversed');

/** Records of a claim's price: a hand in them counts since the claim came (clearance, rule 13). */
export const pricesOf = (books: Books, { driver, fee, claimedIn }: Payment): string[] => {
  const month = monthOf(fee);
  const year = (month ?? claimedIn).slice(0, 4);
  const one = books.drivers.get(driver);
  if (month === null) return [ofPrice(`${year} ${typeOf(fee)} `)];
  const begun = one.plans.filter(({ from }) => from <= month);
  return [
    ofPrice(`${year} ${typeOf(fee)} ${planIn(books, one, month)}`),
    ...begun.map(({ from }) => ofPlan(driver, from)),
  ];
};

/** True for somebody who had a hand in one of these records, in whatever way. */
export const hasAnyHand = (books: Books, by: number, subjects: readonly string[]): boolean =>
  books.keeps('a hand keeps from deciding') && subjects.some((subject) => hasHand(books, by, subject));

/** True for somebody who changed the price of a claim that waits, since it came. */
export const hasHandInPrice = (books: Books, by: number, claim: Payment): boolean =>
  claim.status === 'submitted' &&
  books.keeps('a hand in the price counts') &&
  pricesOf(books, claim).some((price) => hasHand(books, by, price, { since: claim.since }));

type Decided = { claim?: Payment; money?: Money | undefined; isPlain?: boolean };

/** True for somebody who had a hand in the claim or its money (clearance, rule 13). */
export const hasHandIn = (books: Books, by: number, { claim, money, isPlain = false }: Decided): boolean => {
  if (!books.keeps('a hand keeps from deciding')) return false;
  if (claim && hasHand(books, by, ofPayment(claim.key))) return true;
  if (claim && hasHand(books, by, ofMoney(claim.idKey), { but: [...WITNESSES, 'reversed'] })) return true;
  if (claim && hasHandInPrice(books, by, claim)) return true;
  if (!money) return false;
  const isConfirmed = money.recorder !== null && !isOneWord(money) && doubtOf(money) === null;
  const isVouched = isPlain || (isConfirmed && books.keeps('a statement of another person frees'));
  const but = [...(isVouched ? WITNESSES : []), ...(money.status === 'pending' ? ['reversed'] : [])];
  return hasHand(books, by, ofMoney(money.key), { but });
};

/** True for a person with a hand in the money, whatever a statement shows (clearance, rule 15). */
export const hasAnyHandInMoney = (books: Books, by: number, money: Money): boolean =>
  books.keeps('a hand keeps from reversing') && hasHand(books, by, ofMoney(money.key), { but: ['reversed'] });

/** True for a person who may not reverse it: who says that it lacks has a hand, too. */
export const hasHandInReversal = (books: Books, by: number, money: Money, payments: readonly string[]): boolean =>
  hasAnyHandInMoney(books, by, money) ||
  (books.keeps('a hand keeps from reversing') &&
    ((money.missedBy === by && books.keeps('who brought the statement that lacks money has a hand')) ||
      payments.some((key) => hasHand(books, by, ofPayment(key)))));
