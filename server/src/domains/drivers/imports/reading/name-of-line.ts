import type { DriverLineField, DriverMapping } from '@banbo/contract';

type LineName = { first_name: string; middle_name: string; last_name: string };

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** A full name in its parts; a comma stands behind the last name, whatever the order. */
const partsOf = (name: string, order: DriverMapping['name_order']): LineName => {
  const [last = '', given] = name.split(',');
  if (given !== undefined) {
    const [first = '', ...middle] = wordsOf(given);
    return { last_name: last.trim(), first_name: first, middle_name: middle.join(' ') };
  }
  const [begin = '', ...others] = wordsOf(name);
  return order === 'last'
    ? { last_name: begin, first_name: others[0] ?? '', middle_name: others.slice(1).join(' ') }
    : { first_name: begin, middle_name: others.slice(0, -1).join(' '), last_name: others.at(-1) ?? '' };
};

/** The name of a line, from cells of its own or from that of the full name; parts that are not there are empty. */
export const nameOfLine = (cell: (field: DriverLineField) => string, order: DriverMapping['name_order']): LineName => {
  const parts = partsOf(cell('full_name'), order);
  return {
    first_name: cell('first_name') || parts.first_name,
    middle_name: cell('middle_name') || parts.middle_name,
    last_name: cell('last_name') || parts.last_name,
  };
};
