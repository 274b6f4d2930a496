/** What a browser tells of the line, where it tells anything. */
export type Line = { saveData?: boolean; type?: string; effectiveType?: string };

/** True for a line on which pages may be fetched that nobody has asked for: not slow, not a mobile network's, nothing saved. */
export const isSpare = ({ saveData = false, type, effectiveType = '4g' }: Line = {}): boolean =>
  !saveData && type !== 'cellular' && effectiveType === '4g';
