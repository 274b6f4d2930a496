/** A page on one screen, by day or by night. */
export type Look = { size: 'desk' | 'tablet' | 'phone'; light: 'light' | 'dark' };

export const LOOKS: readonly Look[] = (['desk', 'tablet', 'phone'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((light) => ({ size, light })),
);

/**
 * How a page is looked at: in one look that its name decides, so that the pages together take all
 * looks about equally often; in all of them in runs with the deep circle.
 */
export const looksFor = (name: string, isDeep = process.env.DEEP !== undefined): readonly Look[] => {
  if (isDeep) return LOOKS;
  let hash = 5381;
  for (const letter of name) hash = (Math.imul(hash, 33) + letter.charCodeAt(0)) >>> 0;
  const chosen = hash % LOOKS.length;
  return LOOKS.slice(chosen, chosen + 1);
};
