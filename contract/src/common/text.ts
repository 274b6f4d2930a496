/**
 * Invisible characters, with which one name could pass for another: controls, half characters, joiners, zero-width
 * spaces, fillers, and those that turn the direction of writing. Letter joiners (U+200C, U+200D) are among them, since
 * no language of Ghana is written with them.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The invisible characters inside emoji (❤️, 👩🏽‍🚒, 1️⃣), each behind a picture or before a keycap. */
const EMOJI_PARTS =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?/gu;
const KEYCAPS = /(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

/** True when every character of a line is visible. For names, and for all texts that staff read in lists. */
export const isPlainText = (text: string): boolean => !UNSEEN.test(text);

/** Same check for running text, which may have line breaks, tabs and emoji. */
export const isPlainProse = (text: string): boolean =>
  isPlainText(
    text
      .replace(/[\n\r\t]/g, ' ')
      .replace(EMOJI_PARTS, '')
      .replace(KEYCAPS, ''),
  );

/** The sentence for a field that `isPlainText` refuses; `subject` reads like `The first name`. */
export const unseenIn = (subject: string): string =>
  `${subject} has characters that cannot be seen. Please type it instead of pasting it.`;
