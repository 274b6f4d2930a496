/** Numbers of generations and titles, which stay in capitals: `NII TETTEH II`. */
const NUMERAL = /^(?:I{1,3}|IV|VI{0,3})$/;

/** Words of payment types and networks that are not written like others. */
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  ['MoMo', 'GPS', 'SIM', 'SMS', 'SOS', 'MTN', 'ID', 'GHS'].map((word) => [word.toUpperCase(), word]),
);

const isAllCapitals = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

const capitalized = (word: string): string =>
  NUMERAL.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase();

/**
 * A person's name as it is shown: `AMA OWUSU-MENSAH` is stored and searched, `Ama Owusu-Mensah`
 * shown. A name that is not all capitals was typed so, and is left as it is.
 */
export const shownName = (stored: string): string =>
  isAllCapitals(stored) ? stored.replace(/\p{L}+/gu, capitalized) : stored;

/** A kind as it is shown in lists and records: `MONTHLY SUBSCRIPTION` is `Monthly subscription`. */
export const shownKind = (stored: string): string => {
  if (!isAllCapitals(stored)) return stored;
  const words = stored.replace(/\p{L}+/gu, (word) => SPELLED[word] ?? word.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A text that may end with a plot, whose zone is shown as a name is: `Plot 7, NUNGUA ZONE 3`. */
export const shownZoneIn = (stored: string): string => {
  const parts = stored.split(', ');
  const zone = parts.length - 1;
  const plot = parts.findIndex((part) => part.startsWith('Plot '));
  if (plot === -1 || plot === zone) return stored;
  return parts.map((part, n) => (n === zone ? shownName(part) : part)).join(', ');
};

/** A payer as they are shown: a person, or the plot that money was received for. */
export const shownPayer = (stored: string): string => shownZoneIn(shownName(stored));
