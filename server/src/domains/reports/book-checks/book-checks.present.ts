import { type BookCheck, bookCheckList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type BookCheckRow, bookChecksSql } from './book-checks.repo.ts';

const present = (row: BookCheckRow): BookCheck => ({
  id: row.id,
  begun_at: row.begun_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  asked: row.asked_by === null ? 'nightly' : 'by staff',
  records: Number(row.records),
  difference_count: Number(row.difference_count),
  differences: row.differences,
});

/** The last check as the dashboard has it. */
export const presentLastCheck = ({ ended_at, begun_at, difference_count }: BookCheckRow) => ({
  ended_at: (ended_at ?? begun_at).toISOString(),
  difference_count: Number(difference_count),
});

export const bookChecksSource: ListSource<ListQuery<typeof bookCheckList>, BookCheck> = listSource(
  bookCheckList,
  bookChecksSql,
  (rows) => rows.map(present),
);
