/** The line, as far as the browser tells of it. */
export type Line = { saveData?: boolean; type?: string; effectiveType?: string };

/** True for a line on which pages may be fetched that nobody has asked for: not slow, not a mobile network's, nothing saved. */
export const isSpare = ({ saveData = false, type, effectiveType = '4g' }: Line = {}): boolean =>
  !saveData && type !== 'cellular' && effectiveType === '4g';
