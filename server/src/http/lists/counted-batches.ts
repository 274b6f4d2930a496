import { Refusal } from '#lib/refusal.ts';

/** Gives rows on and, when they end or nobody takes more of them, tells `note` how many were given. */
export async function* countedBatches<Row>(
  batches: AsyncIterable<Row[]>,
  note: (rows: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let given = 0;
  let isWhole = false;
  try {
    for await (const rows of batches) {
      given += rows.length;
      yield rows;
    }
    isWhole = true;
  } finally {
    if (isWhole || given > 0) await note(given);
  }
}

/** The same batches until `isAllowed` says no before one of them; then the file ends in an error, so that it is not short. */
export async function* whileAllowed<Row>(
  batches: AsyncIterable<Row[]>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Row[]> {
  let isFirst = true;
  for await (const rows of batches) {
    if (!isFirst && !(await isAllowed())) {
      throw new Refusal('not_signed_in', 'Your session ended while the file was being written.');
    }
    isFirst = false;
    yield rows;
  }
}

/**
 * The same batches once the first of them is there: a failure before it can still be answered as a refusal. Begun like this,
 * `return` always ends the query behind them; a generator that nobody has begun would not hear of its end.
 */
export const begun = async <Row>(batches: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]>> => {
  const first = await batches.next();
  let isTaken = false;
  const rows: AsyncGenerator<Row[]> = {
    next: async () => {
      if (isTaken) return batches.next();
      isTaken = true;
      return first;
    },
    return: (value) => batches.return(value),
    throw: (error) => batches.throw(error),
    [Symbol.asyncIterator]: () => rows,
    [Symbol.asyncDispose]: async () => void (await batches.return(undefined)),
  };
  return rows;
};
