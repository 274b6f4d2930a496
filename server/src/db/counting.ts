import type { RawBuilder } from 'kysely';

/** Counting as a part of another statement, so that it costs no round trip of its own. */
export type Counting = {
  /**
   * Common table expressions that count once for each row of the earlier one with this name, one count after the other as
   * long as they have room.
   */
  steps: (after: string) => RawBuilder<unknown>;
  /** The last of them, which has a row where all counts had room. */
  last: RawBuilder<unknown>;
  /** An expression: how many of the counts had room. */
  counted: RawBuilder<number>;
};

/** A counting whose `check` refuses the call where `counted` says that a count had no room. */
export type CheckedCounting = Counting & { check: (counted: number) => void };
