/** A number for people: `1,200`. */
export const count = (number: number): string => number.toLocaleString('en-GB');

/** A number with its noun: `1 driver`, `1,200 drivers`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
