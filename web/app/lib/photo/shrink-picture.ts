/** The longest side of a sent photo in pixels: a face at full screen, some 300 kB as JPEG. */
const LONGEST_SIDE = 1600;
const THUMBNAIL_SIDE = 320;
const QUALITY = 0.85;

const paint = (bitmap: ImageBitmap, longest: number): HTMLCanvasElement => {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  // JPEG has no transparency, and bare parts would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));

export type Shrunk = {
  /** The picture as JPEG, at most 1,600 pixels long; null if the browser could not write it. */
  jpeg: Blob | null;
  /** A small copy as a data URL, for showing. */
  preview: string;
};

/** Decodes a picture, rotated as its camera recorded. Rejects if the browser cannot decode it. */
export const shrinkPicture = async (file: Blob): Promise<Shrunk> => {
  const bitmap = await createImageBitmap(file);
  try {
    const jpeg = await toJpeg(paint(bitmap, LONGEST_SIDE));
    return { jpeg, preview: paint(bitmap, THUMBNAIL_SIDE).toDataURL('image/jpeg', QUALITY) };
  } finally {
    bitmap.close();
  }
};
