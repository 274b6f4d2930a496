import { isUtf8 } from 'node:buffer';

/** Bytes that are decoded at once. */
const PIECE = 64 * 1024;

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

const LINE_FEED = '\n'.charCodeAt(0);
/** 1 for each byte that separates cells and lines, or is a space. */
const BLANK = new Uint8Array(256);
for (const character of ' \t\r\n,;|') BLANK[character.charCodeAt(0)] = 1;

/** The bytes up to the end of the last line that has more than separators: spreadsheets save a million lines of an empty area. */
const withoutEmptyEnd = (bytes: Uint8Array): Uint8Array => {
  let last = bytes.length - 1;
  while (last >= 0 && BLANK[bytes[last] ?? 0] === 1) last -= 1;
  const end = bytes.indexOf(LINE_FEED, last + 1);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
};

/**
 * Text in whatever encoding spreadsheets and banks write, by pieces, with a line feed at the end of each line: UTF-8 and UTF-16
 * with or without a byte order mark, else Windows-1252, in which every sequence of bytes is a text. Empty lines at its end may
 * be left out.
 */
export function* decodeText(bytes: Uint8Array): Generator<string> {
  const utf16 = utf16Of(bytes);
  const text = utf16 ? bytes : withoutEmptyEnd(bytes);
  const decoder = new TextDecoder(utf16 ?? (isUtf8(text) ? 'utf-8' : 'windows-1252'));
  // A carriage return at the end of a piece may belong to a line feed at the start of the next one.
  let held = '';
  for (let start = 0; start < text.length; start += PIECE) {
    const isLast = start + PIECE >= text.length;
    const piece = held + decoder.decode(text.subarray(start, start + PIECE), { stream: !isLast });
    held = !isLast && piece.endsWith('\r') ? '\r' : '';
    yield piece.slice(0, piece.length - held.length).replace(/\r\n?/g, '\n');
  }
}
