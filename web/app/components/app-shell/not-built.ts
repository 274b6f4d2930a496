/** The words about a page of the office that is not built yet. */
export const NOT_BUILT = 'not built yet, it comes with a later version';
