import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

const LOADED = {
  data: {
    rows: [
      { id: '1', name: 'Ama' },
      { id: '2', name: 'Kofi' },
    ],
    count: 42,
    amount: null,
    waiting: null,
    isCut: false,
    before: 20,
  },
  error: null,
  isPlaceholderData: false,
  isPaused: false,
  refetch: () => undefined,
};

const shown = (
  list: Partial<Parameters<typeof DataTable<(typeof LOADED.data.rows)[number]>>[0]['list']>,
  page = 2,
): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>
        <DataTable
          caption="Drivers"
          columns={[{ header: 'Name', cell: ({ name }) => name }]}
          list={{ ...LOADED, ...list }}
          params={{ page, size: 20, setPage: () => undefined, setSize: () => undefined }}
          loading="Loading drivers..."
          empty="No driver."
        />
      </MemoryRouter>
    </MantineProvider>,
  );

const numbers = (html: string): string[] =>
  [...html.matchAll(/data-number="true">(\d+)</g)].map(([, text = '']) => text);

it('numbers the rows on from the pages before', () => {
  const html = shown({});
  expect(numbers(html)).toEqual(['21', '22']);
  expect(html).toContain('21–22 of 42');
});

it('numbers rows by the page they came with while another page is on its way', () => {
  const html = shown({ isPlaceholderData: true }, 3);
  expect(numbers(html)).toEqual(['21', '22']);
  expect(html).toContain('21–22 of 42');
});

it('lets nothing in rows be pressed that belong to a former filter', () => {
  expect(shown({})).not.toContain('inert');
  expect(shown({ isPlaceholderData: true })).toMatch(/<tbody[^>]* inert=""/);
});

it('says without network that a list may be old, or that it comes later', () => {
  expect(shown({})).not.toContain('no network');
  const old = shown({ isPaused: true });
  expect(old).toContain('no network');
  expect(old).toContain('may be out of date');
  expect(old).toContain('Kofi');
  const missing = shown({ isPaused: true, data: undefined });
  expect(missing).toContain('no network');
  expect(missing).not.toContain('Loading drivers');
});
