/** The codes of the land desk's payment types, which a form fills in by their descriptions. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['SALES & REGULARIZATION', 'CC1000'],
  ['GROUND RENT', 'CC2000'],
  ['CUSTOMARY DRINK', 'CC3000'],
  ['DIGGING FEE', 'CC4000'],
  ['FORMS', 'CC5000'],
  ['SITE PLAN', 'CC6000'],
]);

/** The payment code that belongs to a description, in any case and with any spaces; null for other descriptions. */
export const codeOfDescription = (description: string): string | null =>
  CODES.get(description.trim().replace(/\s+/g, ' ').toUpperCase()) ?? null;
