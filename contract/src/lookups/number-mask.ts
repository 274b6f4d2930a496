/** A place of a mask that takes a letter or digit: any digit, any letter, or the sign itself. */
type Place = { kind: 'digit' | 'letter' | 'sign'; sign: string };

/** A separator between letters and digits, ignored when a number is checked. */
const SEPARATOR = /^[ ./-]$/;
const DIGIT = /^\d$/;
const LETTER = /^[A-Z]$/;

/** A run of A stands for any letters; another word, such as GHA, for itself. */
const placesOfWord = (word: string): Place[] => {
  const isAny = /^A+$/.test(word);
  return [...word].map((sign) => ({ kind: isAny ? 'letter' : 'sign', sign }));
};

/** The places of a mask in their order, without what separates them. */
const placesOf = (mask: string): Place[] =>
  (mask.match(/[A-Z]+|\d/g) ?? []).flatMap((part) =>
    DIGIT.test(part) ? [{ kind: part === '9' ? 'digit' : 'sign', sign: part } as const] : placesOfWord(part),
  );

const takes = ({ kind, sign }: Place, given: string): boolean => {
  if (kind === 'sign') return given === sign;
  return (kind === 'digit' ? DIGIT : LETTER).test(given);
};

/**
 * True when a number in uppercase letters and digits alone has the mask's form. It looks at each
 * sign once, so no number and no mask can hold it up.
 */
export const fitsMask = (mask: string, number: string): boolean => {
  const places = placesOf(mask);
  return places.length === number.length && places.every((place, at) => takes(place, number[at] ?? ''));
};

/** A mask in words: `with a digit for each 9 and a letter for each A`. */
export const maskInWords = (mask: string): string => {
  const kinds = new Set(placesOf(mask).map(({ kind }) => kind));
  const parts = [
    ...(kinds.has('digit') ? ['a digit for each 9'] : []),
    ...(kinds.has('letter') ? ['a letter for each A'] : []),
  ];
  return `with ${parts.join(' and ')}`;
};

/** True for a mask: it has a place for a digit or a letter, and only characters that masks have. */
export const isMask = (text: string): boolean => {
  const mask = text.toUpperCase();
  const known = [...mask].every((sign) => DIGIT.test(sign) || LETTER.test(sign) || SEPARATOR.test(sign));
  return known && placesOf(mask).some(({ kind }) => kind !== 'sign');
};
