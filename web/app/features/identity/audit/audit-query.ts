import { type AuditEntry, Day, listAudit } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callList } from '~/lib/api.ts';

export const AUDIT_FILTERS = ['actor', 'action', 'from', 'to'] as const;
export type AuditFilter = Record<(typeof AUDIT_FILTERS)[number], string>;

/** A day from the address, or an empty text. */
const asDay = (text: string): string => (Day.safeParse(text).success ? text : '');

export const auditQuery = (page: number, size: number, filter: AuditFilter) => {
  const query = { ...filter, from: asDay(filter.from), to: asDay(filter.to), page, size };
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => callList(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

export type FieldChange = { field: string; before: string | null; after: string | null };

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const valueIn = (record: AuditEntry['before'], field: string): string | null =>
  record && field in record ? inWords(record[field]) : null;

/** The changes of an entry, field by field; null for an absent value. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] => {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({ field, before: valueIn(before, field), after: valueIn(after, field) }));
};
