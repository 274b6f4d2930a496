import { MAX_PAGE_SIZE, paymentList, userList } from '@banbo/contract';
import { expect, test } from 'vitest';
import { serve } from '../../../test/dom/served.ts';
import { fetchPrintedRows, filterInWords, MOST_PRINTED } from './print-rows.ts';

const ADDRESS = { sort: '', filters: Object.fromEntries(Object.keys(userList.filters).map((name) => [name, ''])) };

/** Serves a list of users of this length, page by page. */
const serveUsers = (length: number) => {
  const served = serve({
    '/users': () => {
      const before = (served.calls.length - 1) * MAX_PAGE_SIZE;
      const rows = Array.from({ length: Math.min(MAX_PAGE_SIZE, length - before) });
      const ids = rows.map((_, index) => ({ id: String(before + index + 1) }));
      return Response.json(ids, { headers: { 'x-total-count': String(length) } });
    },
  });
  return served;
};

test('the filter is said in words, days as they are shown', () => {
  const filters = { ...Object.fromEntries(Object.keys(paymentList.filters).map((name) => [name, ''])) };
  expect(filterInWords(paymentList.filters, filters)).toBe('');
  expect(filterInWords(paymentList.filters, { ...filters, status: 'cleared', from: '2026-11-01' })).toBe(
    'Status: Cleared · From: 1 Nov 2026',
  );
});

test('all rows of the filter are printed, page after page', async () => {
  const { calls } = serveUsers(450);
  const shares: number[] = [];
  const printed = await fetchPrintedRows(userList, ADDRESS as never, (share) => shares.push(share));
  expect(printed.rows.map(({ id }) => id).at(-1)).toBe('450');
  expect(printed).toMatchObject({ count: 450, hasMore: false });
  expect(calls).toHaveLength(3);
  expect(shares.at(-1)).toBe(1);
});

test('a longer list is printed up to the most, and says that it has more', async () => {
  serveUsers(MOST_PRINTED + 1);
  const printed = await fetchPrintedRows(userList, ADDRESS as never, () => {});
  expect(printed.rows).toHaveLength(MOST_PRINTED);
  expect(printed.hasMore).toBe(true);
});
