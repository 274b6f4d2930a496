import { isPlainText } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { gathered } from '#lib/gather.ts';
import type { Rejected } from './feeds.ts';
import { addRejections, type RejectedCount } from './rejections.repo.ts';

/** Calls that are counted in one statement at most. */
const MOST_TOGETHER = 1_000;
const LONGEST_NAME = 64;

const shown = (name: string): string => (isPlainText(name) ? name.slice(0, LONGEST_NAME) : '');

const counted = (rejected: readonly Rejected[]): RejectedCount[] =>
  [...Map.groupBy(rejected, ({ cause }) => cause)]
    .map(([cause, own]) => ({
      ...{ cause, reports: own.length },
      last_name: own.map(({ name }) => shown(name)).findLast((name) => name !== '') ?? '',
    }))
    .sort((a, b) => (a.cause < b.cause ? -1 : 1));

/** Counts refused reports by cause, those of many calls by one statement at a time. */
export const rejectionCounter = ({ db, now }: { db: Db; now: () => Date }) =>
  gathered(
    async (calls: readonly (readonly Rejected[])[]) => {
      await addRejections(db, counted(calls.flat()), now());
      return calls;
    },
    1,
    MOST_TOGETHER,
  );
