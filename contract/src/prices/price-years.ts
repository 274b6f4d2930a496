const YEARS = 20;
const YEARS_BEFORE = 5;

/** The years that prices may be set for, as on a day (`2026-11-20`): twenty in a row, from five before its own year on. */
export const priceYears = (day: string): number[] =>
  Array.from({ length: YEARS }, (_, index) => Number(day.slice(0, 4)) - YEARS_BEFORE + index);
