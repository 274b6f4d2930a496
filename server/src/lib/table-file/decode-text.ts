/** The share of NUL bytes at even and at odd places of the first bytes: half of a text in UTF-16 is NUL. */
const nulShares = (bytes: Uint8Array): [even: number, odd: number] => {
  const head = bytes.subarray(0, 1_000);
  const shares: [number, number] = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) shares[at % 2 === 0 ? 0 : 1] += 2 / head.length;
  return shares;
};

const utf16Of = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [even, odd] = nulShares(bytes);
  if (odd > 0.5 && even < 0.1) return 'utf-16le';
  return even > 0.5 && odd < 0.1 ? 'utf-16be' : null;
};

/**
 * Text in whatever encoding spreadsheets and banks write: UTF-8 and UTF-16 with or without a byte order mark, else
 * Windows-1252, in which every sequence of bytes is a text.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
