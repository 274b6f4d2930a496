/** The most messages of one paste: an evening's money of a busy number. */
export const MAX_PASTED_MESSAGES = 50;

/**
 * The beginnings of messages about money, each at the start of a line: a payer writes into the
 * middle of one, so words that look like a beginning there must not divide it.
 */
const BEGINNING =
  /^[^\p{L}\p{N}[]*(?:(?:\[[^\]]{1,40}\]|at money|mtn|mobilemoney|t-cash)\s*(?::\s*)?){0,2}(?:payment (?:received|made) for|you have received|you received|\d{8,20} confirmed\b|your payment of|cash out made)/iu;

/** A message needs its own ID, so a part without one goes on in what follows. */
const HAS_ID = /\b(?:transaction|trans|txn)\.? ?(?:id|no)\b|\d{8,20} confirmed\b/i;

/** The first words of a Telecel message, which a line break may part from the others. */
const CONFIRMED = /^\W*\d{8,20} confirmed\.?\s*$/i;

/** Divides a text at empty lines and where a line begins as a message does. */
const partsOf = (text: string): string[] => {
  const parts: string[][] = [[]];
  let isAfterGap = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isEmpty = line.trim() === '';
    const goesOn = CONFIRMED.test(parts.at(-1)?.join(' ') ?? '');
    if (!isEmpty && (isAfterGap || (BEGINNING.test(line) && !goesOn))) parts.push([]);
    if (!isEmpty) parts.at(-1)?.push(line);
    isAfterGap = isEmpty;
  }
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
};

/**
 * The messages of a pasted text, in its order, with empty lines between them or without. A part
 * that does not begin as a message does belongs to the one before it while that has no ID yet.
 */
export const splitMessages = (text: string): string[] => {
  const messages: string[] = [];
  for (const part of partsOf(text)) {
    const before = messages.at(-1);
    const goesOn = before !== undefined && !BEGINNING.test(part) && !HAS_ID.test(before);
    if (goesOn) messages[messages.length - 1] = `${before}\n${part}`;
    else messages.push(part);
  }
  return messages;
};
