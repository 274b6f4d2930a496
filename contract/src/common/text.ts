/**
 * True when the text has no control characters, which cannot be stored or printed, and none that turn the direction of
 * writing, with which one name can be made to look like another.
 */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u.test(text);
