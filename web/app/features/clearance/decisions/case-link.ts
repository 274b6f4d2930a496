/** Marks the links that open cases. */
export const CASE_LINK = 'data-case-link';
