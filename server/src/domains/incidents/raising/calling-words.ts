/** Letters of Ghana's languages, and what phones without them offer, as English ones. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ Ɛ: 'E', Ε: 'E', Ɔ: 'O', כ: 'O', Ŋ: 'N', Ɖ: 'D', Ƒ: 'F', Ɣ: 'G', Ʋ: 'V' },
};

/** Keys that stand for letters of Twi on phones without them: `boa y3n`, `awif)`. */
const KEYS: Readonly<Record<string, string>> = { 3: 'E', ')': 'O', 0: 'O' };

const asTyped = (text: string): string => text.replace(/(?<=\p{L})[03)]|[03](?=\p{L})/gu, (key) => KEYS[key] ?? key);

/** Runs of letters and of digits in capitals, without accents and unseen characters. */
const piecesOf = (text: string): string[] =>
  text
    .replaceAll('🆘', ' SOS ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(/[ƐΕƆכŊƉƑƔƲ]/g, (letter) => LETTERS[letter] ?? letter)
    .match(/\p{L}+\d?|\p{N}+/gu) ?? [];

const isLetters = (piece: string): boolean => /^\p{L}/u.test(piece);
const lettersOf = (piece: string): string => piece.replace(/\d$/, '');

/** One letter for several, since hands that shake press twice: `HEELLP`. */
const evened = (letters: string): string => letters.replace(/(\p{L})\1+/gu, '$1');

/** A calling word as it is looked for, and of how many words it is. */
type Word = { key: string; count: number };

const wordOf = (text: string): Word => {
  const pieces = piecesOf(text).map(lettersOf).filter(isLetters);
  return { key: evened(pieces.join('')), count: pieces.length };
};

/** True for the word once or again and again: `SOSSOS`. */
const isRepeated = (letters: string, { key }: Word): boolean => {
  if (!letters.startsWith(key)) return false;
  const again = key.at(0) === key.at(-1) ? key.slice(1) : key;
  return letters === key + again.repeat((letters.length - key.length) / again.length);
};

/** True for the word before a plate without a space: `SOSGR1234`. */
const isBeforePlate = (piece: string, { key }: Word): boolean =>
  /\d$/.test(piece) && evened(lettersOf(piece)).startsWith(key) && lettersOf(piece).length <= key.length + 2;

/** True where a calling word begins at a piece; letters may stand alone, as in `S.O.S`. */
const callsAt = (pieces: readonly string[], at: number, words: readonly Word[]): boolean => {
  const most = Math.max(...words.map(({ count }) => count));
  const longest = Math.max(...words.map(({ key }) => key.length));
  let letters = '';
  let isSpelled = true;
  for (let count = 1; count <= most || (isSpelled && letters.length < longest); count += 1) {
    const piece = pieces[at + count - 1] ?? '';
    if (!isLetters(piece)) return false;
    isSpelled &&= piece.length === 1;
    letters = evened(letters + lettersOf(piece));
    if (words.some((word) => (isSpelled || word.count >= count) && isRepeated(letters, word))) return true;
    if (count === 1 && words.some((word) => isBeforePlate(piece, word))) return true;
  }
  return false;
};

/** Words that people begin with: nothing else of letters may stand before a stranger's call. */
const OPENING = /^(?:(?:PLEASE|PLS|PLZ|URGENT|(?:I|WE) NEED|\p{L}{1,2}\d?|\p{N}+) )*$/u;

/**
 * True for a text message that calls for help: with one of the words, however it is written. In one
 * from a number in the records it may stand anywhere, in another's only in front, behind a plate or
 * `please` at most (incidents, rule 32).
 */
export const isCallForHelp = (text: string, { words, isKnown }: { words: readonly string[]; isKnown: boolean }) => {
  const wanted = words.map(wordOf).filter(({ key }) => key.length > 1);
  return [text, asTyped(text)].some((reading) => {
    const pieces = piecesOf(reading);
    return pieces.some((_, at) => {
      if (!callsAt(pieces, at, wanted)) return false;
      return (
        isKnown ||
        OPENING.test(
          pieces
            .slice(0, at)
            .map((piece) => `${piece} `)
            .join(''),
        )
      );
    });
  });
};
