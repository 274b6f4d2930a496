const SIGNATURES: readonly { type: string; at: number; bytes: string }[] = [
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/bmp', at: 0, bytes: 'BM' },
  { type: 'image/tiff', at: 0, bytes: 'II*\0' },
  { type: 'image/tiff', at: 0, bytes: 'MM\0*' },
  { type: 'image/heic', at: 4, bytes: 'ftyphei' },
  { type: 'image/heic', at: 4, bytes: 'ftypmif1' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'application/pdf', at: 0, bytes: '%PDF-' },
  { type: 'application/zip', at: 0, bytes: 'PK\x03\x04' },
];

/** The number of bytes that are examined for a file's kind. */
const HEAD_BYTES = 4_096;

const asText = (head: Uint8Array): string | null => {
  try {
    // A character cut off at the end of these bytes is no error.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text has no control characters
    return /[\0-\x08\x0e-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
};

/** A file's media type by its first bytes alone; `application/octet-stream` if unknown. */
export const fileType = (bytes: Uint8Array): string => {
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = asText(head);
  if (text?.startsWith('%PDF-')) return 'application/pdf';
  if (text !== null) return /<svg[\s>]/i.test(text) ? 'image/svg+xml' : 'text/plain';
  const latin = Buffer.from(head).toString('latin1');
  const signed = SIGNATURES.find(({ at, bytes: signature }) => latin.startsWith(signature, at));
  return signed?.type ?? 'application/octet-stream';
};
