import { MAX_PASTED_LENGTH } from '../payments/transaction-id.ts';
import { hasMoney, idsOf, isAside, kindOf, labelledIds, REFERENCE, tidyMessage } from './momo-kinds.ts';

/** The most messages of one paste: an evening's money of a busy number. */
export const MAX_PASTED_MESSAGES = 50;

/** Lines that belong to the message before them, as they begin. */
const TAIL =
  /^\W*(?:(?:(?:current|available|new) |your (?:[\w-]+ ){0,4})?(?:bal(?:ance)?|charges?)\b|ref(?:erence)?\b|message (?:from|to)\b|(?:financial |external )?trans(?:action)?\.? (?:id|no|fee|date|time)\b|txn id\b|(?:fee|tax|e-?levy|date|time|cash ?-?(?:in|out))\b|(?:stay alert|never share|do not|please|download|click|dial|thank you|for more|valid|sendi|to reverse|https?:)\b)/iu;

/** Marks, numbers, days, times and senders that phones and chats write before a message. */
const LEADS = [
  /^[^\p{L}\p{N}[]+/u,
  /^\[[^\]]{1,40}\]/,
  /^\d{1,2}[.):](?:\s|(?=\p{L}))/u,
  /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b/,
  /^\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?/i,
  /^(?:at money|mtn(?: momo)?|mobile ?money|t-?cash|telecel(?: cash)?|vodafone(?: cash)?|fwd?|forwarded)(?![a-z])/i,
  /^(?!trans|txn|ref|message|fee|tax|date|time)[\p{L}+][\p{L}\d .~+-]{0,30}:\s/iu,
];
const GREETING =
  /^(?:dear|hello|hi|hey|y['’]?ello|good (?:news|morning|afternoon|evening)|congratulations)\b[^,.!:]{0,40}[,.!:]/iu;

/**
 * How messages about money begin. A payer writes into the middle of a line, so words that look like
 * a beginning there must not divide it.
 */
const BEGINNING = new RegExp(
  `^(?:${[
    '(?:bill )?(?:payment|cash ?-?(?:in|out)|deposit|withdrawal|transfer|refund|reversal)(?: received| made| sent| done)? (?:for|of|to|from)\\b',
    "you(?:['’]ve| have| were)?(?: just| successfully| been)* (?:received|sent|transferred|paid|withdrawn|withdrew|bought|purchased|donated|recharged|deposited|credited|debited|exceeded|requested)\\b",
    'your (?!(?:[\\w-]+ ){0,4}(?:balance|charge))(?:[\\w-]+ ){0,4}(?:payment|transfer|withdrawal|deposit|refund|interest|airtime|bundle|purchase|subscription|wallet|account|\\w*loan)\\b',
    'an? (?:amount|payment|refund|transfer|deposit) of\\b',
    '(?:received|sent) gh',
    '(?:gh[s₵¢c]|₵|¢) ?\\d[\\d.,]* (?:has |have |was |is )?(?:been )?(?:received|sent|paid|transferred|withdrawn|deposited|credited|debited|deducted)\\b',
    '\\d{8,20} confirmed\\b',
    'confirmed\\b',
    '(?:transaction|trans|txn)\\.? ?(?:id|no)?[.: ]{0,3}\\w{8,20}\\W{1,3}(?:confirmed|you have|gh[s₵¢c])',
    '(?:debit|credit) alert\\b',
    "(?:[\\p{L}.'-]+ ){1,4}has requested\\b",
  ].join('|')})`,
  'iu',
);

const begins = (line: string): boolean => {
  if (GREETING.test(line) || BEGINNING.test(line)) return true;
  const rest = LEADS.reduce((left, lead) => left.replace(lead, ''), line);
  return rest !== line && begins(rest);
};

/** The first words of a message that a line break parted from the others. */
const IS_OPENING =
  /^\W*(?:.{0,60}\d{8,20} confirmed\b[^.]{0,30}\.?|(?:dear|hello|hi|y['’]?ello)\b[^.:\d]{0,40}[,!.]?|[^\d:]{1,30}:)\s*$/iu;

const ENDS_WITH_ID = /^.{0,60}\d{8,20}$/;

/** Words that no sentence ends with, but for the payer's own. */
const IS_CUT =
  /\b(?:from|by|to|on|at|of|for|with|GHS|(?:received|sent|paid|transferred|withdrawn|bought|with) ?GHS ?[\d,.]*\d)$/i;
/** Other ends in the middle of a sentence, and a line that goes on with one. */
const IS_OPEN_END = /(?:[-,:]|\b(?:id|transaction|trans\.?|txn))$/i;
const IS_SMALL_START = /^\W*\p{Ll}/u;

/** One ID and one amount, or a kind that is set aside: any other line is another message's. */
const isWhole = (part: string): boolean => {
  const kind = kindOf(part);
  return (idsOf(part).length > 0 && hasMoney(part)) || (isAside(kind) && kind !== 'other');
};

const isNext = (open: string, following: string, isAfterGap: boolean): boolean => {
  if (open.length > MAX_PASTED_LENGTH) return true;
  const [part, line] = [tidyMessage(open), tidyMessage(following)];
  if (IS_OPENING.test(part) || (ENDS_WITH_ID.test(part) && /^confirmed\b/i.test(line))) return false;
  if (IS_CUT.test(part) && part.search(REFERENCE) < 0) return false;
  if (begins(line)) return true;
  const bringsAnother = (idsIn: typeof idsOf) => {
    const known = new Set(idsOf(part));
    return idsIn(line).some((id) => known.size > 0 && !known.has(id));
  };
  if (TAIL.test(line)) return bringsAnother(labelledIds);
  if (bringsAnother(idsOf)) return true;
  const isMidSentence = IS_OPEN_END.test(part) || IS_SMALL_START.test(line);
  if (isMidSentence && !hasMoney(part)) return false;
  if (idsOf(line).length > 0 && hasMoney(line)) return true;
  // Without its label an ID may be another message's, unless the part ends with the label.
  if (idsOf(line).length > labelledIds(line).length && !IS_OPEN_END.test(part)) return true;
  if (isAfterGap && idsOf(part).length > 0) return true;
  return isWhole(part) && !isMidSentence;
};

/**
 * The messages of a pasted text, in its order, with empty lines between them or without: divided at
 * every line that begins as a message does, brings another ID or amount, or follows a message that
 * is whole. Text that belongs to none is a part of its own, so that it spoils none.
 */
export const splitMessages = (text: string): string[] => {
  const parts: string[] = [];
  let isAfterGap = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const part = parts.at(-1);
    const isEmpty = line.trim() === '';
    if (!isEmpty && (part === undefined || isNext(part, line, isAfterGap))) parts.push(line);
    else if (!isEmpty) parts[parts.length - 1] = `${part}\n${line}`;
    isAfterGap = isEmpty;
  }
  return parts;
};
