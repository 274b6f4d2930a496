import { MAX_PASTED_LENGTH } from '../payments/transaction-id.ts';

/** A message in one line, without signs that nobody sees; the rest of a long text is cut off. */
export const tidyMessage = (text: string): string =>
  text
    .normalize('NFKC')
    .slice(0, MAX_PASTED_LENGTH)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const CURRENCY = '(?:GHS|GHC|GH[₵¢]|[₵¢])';

const RECEIVED_AMOUNT = `(?: an?)?(?: payment| transfer| deposit| amount| sum)?(?: for| of| with)?:? ?${CURRENCY}`;
// Digits behind a blank may belong to the amount: `1 500.00`.
const AMOUNT = '(\\S*(?: [.,]?\\d\\S*)*)';

/**
 * Money that came in, with its amount behind the words (`received for GHS 20.00`) or before them
 * (`GHS 20.00 was deposited`); of the groups one holds the amount.
 */
export const MONEY_IN = new RegExp(
  `(?:\\b(?:received|credited)${RECEIVED_AMOUNT}|\\bdeposit (?:of|for):? ?${CURRENCY}|\\bcash ?-?in (?:made )?(?:of|for):? ?${CURRENCY}) ?${AMOUNT}|${CURRENCY} ?([\\w.,]*?) (?:has been |have been |was |is )?(?:received|deposited|credited)\\b`,
  'giu',
);

const YOUR_WALLET = '\\byour [^.]{0,30}\\b(?:wallet|account|acct?|a/c|cash|money|momo)\\b[^.]{0,30}';

/** Words by which only the owner of the phone can be the receiver. */
const TO_OWNER = new RegExp(
  [
    `(?:^\\W*|[^\\p{L}\\d ] |:\\d\\d |\\b(?:you|you['’]ve|have|just|successfully|[ap]m) |(?:payment|transfer|deposit|cash|money|momo|mtn|telecel|cash ?-?in) |${YOUR_WALLET} has )received${RECEIVED_AMOUNT}`,
    '\\breceived (?:from|into|in|on)\\b',
    `(?:${YOUR_WALLET}|\\byou (?:have|were))\\b[^.]{0,30} credited\\b|\\bcredit alert\\b`,
    '\\b(?:credited|deposited)\\b.{0,80} (?:in)?to your\\b',
    `\\b(?:deposit|cash ?-?in) (?:made )?(?:of|for):? ?${CURRENCY}`,
  ].join('|'),
  'iu',
);

const MONEY_OUT = new RegExp(
  [
    '\\b(?:payment|transfer) (?:made|sent) (?:for|of|to)\\b',
    `\\b(?:payment|transfer) (?:for|of) ${CURRENCY} ?[\\d.,]+ (?:made )?to\\b`,
    '\\b(?:cash ?-?out|withdrawal) (?:made |done )?(?:for|of)\\b',
    `${CURRENCY} ?[\\d.,]+ (?:has been |have been |was |is )?(?:sent|paid|transferred|withdrawn|debited|deducted)\\b(?! (?:by|from)\\b)`,
    "\\byou(?:['’]ve| have)?(?: just| successfully)? (?:sent|transferred|paid|withdrawn|withdrew|bought|purchased|donated|recharged)\\b",
    '\\byour (?:[\\w-]+ ){0,3}(?:payment|transfer|withdrawal|purchase|subscription|top-?up)\\b',
    "\\byou(?:['’]ve| have)?(?: just| successfully)? (?:made|done|deposited|credited)\\b",
    '\\bdebit(?:ed)?\\b',
    '\\bfrom you(?:rself)?\\b',
    `${CURRENCY} ?\\S+ from [^.]{1,60}? to (?!your?\\b)`,
    '\\breceived by (?!your?\\b)',
    '\\b(?:received|credited|deposited) (?:in)?to (?!your?\\b)',
    `\\b(?:cash ?-?in|deposit)\\b[^.]*${CURRENCY} ?\\S+ (?:[a-z]+ ){0,3}?(?:(?:in)?to|for) (?!your?\\b)`,
  ].join('|'),
  'iu',
);

const TAKEN_BACK =
  /(?<!\b(?:can|cannot|not|never) (?:be )?)\b(?:reversed|reversal|refund(?:ed)?|cancelled|returned|charge ?-?back)\b/i;
const FAILED =
  /\b(?:failed|declined|unsuccessful|insufficient|exceeded|expired)\b|\bnot (?:been )?(?:successful|completed)\b/i;
const ASKED_FOR = new RegExp(
  `\\b(?:has|have|been|is) (?:requested|pending)\\b|\\brequesting\\b|\\brequest (?:to|for|from|of)\\b|(?<!\\b(?:not|never|or) )\\b(?:approv(?:e|al)|authori[sz]e|accept|enter (?:your )?(?:momo )?pin)\\b|\\b(?:will|would|shall) (?:be |have |soon )*(?:credited\\b|receive(?:d)?${RECEIVED_AMOUNT})`,
  'iu',
);

/** Words of the clause that says what happened, before any name. */
const inClause = (words: string): RegExp => new RegExp(`^(?:(?! (?:from|to|by) ).)*\\b(?:${words})\\b(?!,)`, 'iu');
/** Such words, there or as the name of a network that pays. */
const about = (words: string): RegExp =>
  new RegExp(
    `${inClause(words).source}|\\bfrom (?:(?:mtn|telecel|vodafone|at|airteltigo|mobile ?money|momo) )*(?:${words})\\b`,
    'iu',
  );
const FROM_NETWORK = about('interest|cash ?back|bonus|commission');
const OF_LOAN = about('(?:mo|\\p{L}{3,})? ?loans?|overdraft|xtra ?(?:cash|time)');
const AT_AGENT = inClause('cash ?-?in|deposit(?:ed)?');
const FROM_OWN = /\bfrom your\b/i;
const GOODS = 'airtime|call credit|top-?up|bundles?|data|[\\d.]+ ?[gmk]b';
const GOODS_CAME = inClause(GOODS);
const GOODS_BOUGHT = new RegExp(`\\b(?:${GOODS})\\b`, 'i');

const ID_LABEL = '(?<!external )\\b(?:transaction|trans|txn|trxn|trx|tx)\\.? ?(?:id|no|number)?[ .:#-]{0,3}';
const LABELLED_ID = new RegExp(`${ID_LABEL}((?=[a-z]*\\d)[a-z0-9]{8,32})\\b|(\\d{8,20})(?= confirmed\\b)`, 'giu');
const BARE_ID = /(?<![\d+])(?!233\d{9}\b|20\d\d(?:0[1-9]|1[0-2])[0-3]\d)\d{11,16}\b|\bFT\d{5}[A-Z0-9]{5}\b/giu;

/** The IDs that a text names by a label. */
export const labelledIds = (text: string): string[] =>
  [...text.matchAll(LABELLED_ID)].map(([, labelled, confirmed]) => labelled ?? confirmed ?? '');

/** The IDs of a text, also those without a label that can be nothing else. */
export const idsOf = (text: string): string[] => [
  ...labelledIds(text),
  ...[...text.matchAll(BARE_ID)].map(([id]) => id),
];

const MONEY = new RegExp(`(?<!\\b(?:balance|fee|tax|levy|charges?|charged)(?: was| is)?:? ?)${CURRENCY} ?\\d`, 'iu');

/** True for a text with an amount that is no balance, fee or tax. */
export const hasMoney = (text: string): boolean => MONEY.test(text);

/** The payer's own words, which can say anything. */
export const REFERENCE = /(?<!transaction )\b(?:reference|ref|message from sender) ?: ?/gi;

/** The sentence for a message that is set aside, by its kind. */
export const ASIDE_WORDS = {
  sent: 'Money that went out. It is not captured.',
  goods: 'Airtime or data. It is not captured.',
  network: 'Interest, a bonus or a commission of the network. It is no payer’s money, so it is not captured.',
  loan: 'A loan. It is no payer’s money, so it is not captured.',
  own: 'Money from an account of the company itself. It is no payer’s money, so it is not captured.',
  taken_back: 'Money that was reversed or refunded. It is not captured.',
  failed: 'A transaction that failed. No money came in.',
  asked_for: 'A request for money. No money came in.',
  other: 'No payment: it has neither an amount nor a transaction ID.',
} as const;

/** `unknown` has an amount or an ID, in words that no network is known to write. */
export type MomoKind = 'received' | 'cash_in' | 'unknown' | keyof typeof ASIDE_WORDS;

/** True for a message that is no payer's money, so that nothing is captured by it. */
export const isAside = (kind: MomoKind): kind is keyof typeof ASIDE_WORDS => kind in ASIDE_WORDS;

/** A payer's name of two words or more, as networks write it: all in capitals. */
const NAME =
  /(?<=\b(?:from|by) (?:\+?\d{1,20}[ -]{1,3})?)(?:\p{Lu}\.|\p{Lu}[\p{Lu}'’-]*)(?: (?:\p{Lu}\.|[\p{Lu}'’-]+))+(?!\p{L})/gu;
const IS_NO_PERSON =
  /^(?:MTN|TELECEL|VODAFONE|AT|AIRTELTIGO|MOBILE ?MONEY|MOMO)\b|\b(?:INTEREST|BONUS|COMMISSION|LOANS?|REFUND|REVERSAL|REVERSED|FAILED)\W*$/;

/** A message without its payer's name, which decides nothing. */
const withoutPayer = (text: string): string => text.replace(NAME, (name) => (IS_NO_PERSON.test(name) ? name : 'X'));

/**
 * The kind of a tidy message, by its words before the payer's own. A message that says both that
 * money came in and that it went out, or not clearly to whom it came, is unknown.
 */
export const kindOf = (text: string): MomoKind => {
  const [before = ''] = text.split(REFERENCE, 1);
  const head = withoutPayer(hasMoney(before) ? before : text);
  if (!hasMoney(text) && idsOf(text).length === 0) return 'other';
  if (TAKEN_BACK.test(head)) return 'taken_back';
  if (FAILED.test(head)) return 'failed';
  if (ASKED_FOR.test(head)) return 'asked_for';
  if (FROM_NETWORK.test(head)) return 'network';
  if (OF_LOAN.test(head)) return 'loan';
  if (GOODS_CAME.test(head)) return 'goods';
  const isIn = head.search(MONEY_IN) >= 0;
  if (MONEY_OUT.test(head)) return isIn ? 'unknown' : GOODS_BOUGHT.test(head) ? 'goods' : 'sent';
  if (!isIn || !TO_OWNER.test(head)) return 'unknown';
  if (FROM_OWN.test(head)) return 'own';
  return AT_AGENT.test(head) ? 'cash_in' : 'received';
};
