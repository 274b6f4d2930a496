/** The characters of GSM 03.38's default alphabet; those of its extension take the room of two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Characters of a text that goes in one part, and of each part of a longer one. */
const GSM = { whole: 160, part: 153 };
const UCS2 = { whole: 70, part: 67 };

/** The parts of a text and the room that is left in the last one. Cuts no character that takes the room of two. */
const partsOf = (sizes: readonly number[], { whole, part }: typeof GSM) => {
  const used = sizes.reduce((sum, size) => sum + size, 0);
  if (used <= whole) return { parts: 1, used, room: whole - used };
  let [parts, room] = [1, part];
  for (const size of sizes) {
    if (size > room) [parts, room] = [parts + 1, part];
    room -= size;
  }
  return { parts, used, room };
};

/** `used` and `room` are places, of which most characters take one; `room` is that of the last part. */
export type SmsLength = { parts: number; used: number; room: number; outside: string | null };

/**
 * The length of a text as it is sent and paid. `outside` is the first character that GSM's alphabet lacks: one of them makes all
 * parts shorter.
 */
export const smsLength = (text: string): SmsLength => {
  const characters = [...text];
  const outside = characters.find((one) => !BASIC.has(one) && !EXTENDED.has(one)) ?? null;
  const sizes = characters.map((one) => {
    if (outside !== null) return one.length;
    return EXTENDED.has(one) ? 2 : 1;
  });
  return { ...partsOf(sizes, outside === null ? GSM : UCS2), outside };
};

/** The number of text messages in which a text is sent and paid. */
export const smsParts = (text: string): number => smsLength(text).parts;
