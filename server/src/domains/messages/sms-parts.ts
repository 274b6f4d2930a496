/** The characters of GSM 03.38's default alphabet; those of its extension take the room of two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Characters of a text that goes in one part, and of each part of a longer one. */
const GSM = { whole: 160, part: 153 };
const UCS2 = { whole: 70, part: 67 };

/** Splits without cutting a character that takes the room of two. */
const partsOf = (sizes: readonly number[], { whole, part }: typeof GSM): number => {
  if (sizes.reduce((sum, size) => sum + size, 0) <= whole) return 1;
  let [parts, room] = [1, part];
  for (const size of sizes) {
    if (size > room) [parts, room] = [parts + 1, part];
    room -= size;
  }
  return parts;
};

/** The number of text messages in which a text is sent and paid. One character outside GSM's alphabet makes all of them shorter. */
export const smsParts = (text: string): number => {
  const characters = [...text];
  return characters.every((one) => BASIC.has(one) || EXTENDED.has(one))
    ? partsOf(
        characters.map((one) => (EXTENDED.has(one) ? 2 : 1)),
        GSM,
      )
    : partsOf(
        characters.map((one) => one.length),
        UCS2,
      );
};
