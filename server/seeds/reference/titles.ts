/** Titles before a person's name, as they are used in Ghana. */
export const TITLES = ['MR', 'MRS', 'MISS', 'MS', 'DR', 'PROF', 'REV', 'PASTOR', 'ALHAJI', 'HAJIA', 'NANA', 'TOGBE'];
