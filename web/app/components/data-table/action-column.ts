/** The header of the column in which rows are marked for a decision on several. */
export const MARK_COLUMN = 'Mark';

/** True for the column of a row's buttons and links, by its label: `ACTION` or `Actions`. */
export const isActionColumn = ({ header }: { header: string }): boolean => /^actions?$/i.test(header);
