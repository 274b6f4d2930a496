/** A file's media type by its first bytes, and its size in pixels if that could be read. */
export type PictureHeader = { type: string; width: number; height: number };

/** Enough for the size in a JPEG that starts with a large EXIF block and its thumbnail. */
export const HEADER_BYTES = 256 * 1024;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** The frame header of a JPEG, behind any number of other segments. */
const jpegSize = (view: DataView): { width: number; height: number } => {
  let at = 2;
  while (at + 8 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return { width: 0, height: 0 };
};

/** Formats that are refused but common enough to be named to the person. */
const named = (bytes: Uint8Array): string | null => {
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 4, 8) === 'ftyp') return /^(hei|hev|mif)/.test(text(bytes, 8, 12)) ? 'image/heic' : 'video/mp4';
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf';
  if (text(bytes, 0, 2) === 'BM') return 'image/bmp';
  if (/^\s*<(\?xml|svg|!--)/.test(text(bytes, 0, 200).replace(/^\xef\xbb\xbf/, ''))) return 'image/svg+xml';
  return null;
};

/** Reads a file's first bytes. The type is null for an unknown format. A size of 0 means that it was not found. */
export const readPictureHeader = (bytes: Uint8Array<ArrayBuffer>): PictureHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24) return null;
  if (view.getUint16(0) === 0xffd8) return { type: 'image/jpeg', ...jpegSize(view) };
  if (text(bytes, 1, 4) === 'PNG') return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  if (text(bytes, 0, 4) === 'GIF8')
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const type = named(bytes);
  return type ? { type, width: 0, height: 0 } : null;
};
