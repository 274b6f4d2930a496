import { z } from 'zod';
import { defineJob } from '#domains/jobs';

const COUNT = z.strictObject({ count: z.number(), file: z.string().default('') });

export type Hook = (start: { position: number | null }) => Promise<void>;

const nothing: Hook = async () => {};

/** A job that adds nationalities, N1, N2…, one a chunk; hooks run before and after each. */
export const countingJob = ({ name = 'count', letter = 'N', before = nothing, after = nothing } = {}) =>
  defineJob({
    name,
    needs: null,
    input: COUNT,
    position: z.number(),
    chunk: async (tx, start) => {
      const done = (start.position ?? 0) + 1;
      await before(start);
      await tx
        .insertInto('nationalities')
        .values({ nationality: `${letter}${done}` })
        .execute();
      await after(start);
      const { count } = start.input;
      return { next: done < count ? done : null, done, total: count, note: `${done} of ${count}` };
    },
  });

export type CountingJob = ReturnType<typeof countingJob>;
