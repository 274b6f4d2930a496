/** Said of a page of the office that is not there yet. */
export const NOT_BUILT = 'not built yet, it comes with a later version';
