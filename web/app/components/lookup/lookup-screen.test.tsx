import { type AnyLookup, identifications, nationalities, paymentTypes, relationships } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { REGISTRATION_TYPE } from '../../../test/builders/payment-type.ts';
import { listQuery, readAddress } from '../data-table/list-state.ts';
import type { LookupEntry } from './lookup-entry.ts';
import { LookupScreen } from './lookup-screen.tsx';

type Options = { mayChange?: boolean; query?: string };

const SUBSCRIPTION = {
  ...REGISTRATION_TYPE,
  id: '2',
  type_code: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  period: 'monthly',
  required_type: 'RF',
  by_plan: true,
};

/** The screen of a look-up with these entries, as it opens at an address. */
const shown = (lookup: AnyLookup, rows: readonly LookupEntry[], { mayChange = true, query = '' }: Options = {}) => {
  const client = new QueryClient();
  const address = readAddress(lookup.entries, new URLSearchParams(query));
  const before = (address.page - 1) * address.size;
  const { queryKey } = listQuery(lookup.entries, address);
  client.setQueryData<unknown>(queryKey, { rows, count: rows.length, amount: null, waiting: null, before });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <MemoryRouter initialEntries={[`/?${query}`]}>
          <LookupScreen lookup={lookup} mayChange={mayChange} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
};

const named = (lookup: AnyLookup, names: readonly string[]): LookupEntry[] =>
  names.map((name, index) => ({ id: String(index + 1), [lookup.name]: name }));

const texts = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([all]) => all.replaceAll(/<[^>]*>/g, ''));

it.each([
  [nationalities, ['Nationality']],
  [identifications, ['Identification type', 'Form of its numbers']],
  [relationships, ['Relationship']],
] as [AnyLookup, string[]][])('shows the entries of a list under its own words', (lookup, labels) => {
  const html = shown(lookup, named(lookup, ['ONE', 'TWO']));
  expect(html).toContain(`The ${lookup.words.many}`);
  expect(texts(html, 'th')).toEqual(['#', ...labels, 'Actions']);
  expect(html.indexOf('>ONE<')).toBeGreaterThan(0);
  expect(html.indexOf('>TWO<')).toBeGreaterThan(html.indexOf('>ONE<'));
});

it('shows payment types with all their rules in words', () => {
  const html = shown(paymentTypes, [REGISTRATION_TYPE, SUBSCRIPTION], { mayChange: false });
  const rules = ['Side', 'How often', 'Requires', 'Due from', 'Priced by plan', 'Pays for the tracker'];
  expect(texts(html, 'th')).toEqual(['#', 'Payment Code', 'Description', ...rules]);
  expect(texts(html, 'td')).toEqual([
    ...['1', 'RF', 'REGISTRATION FEE', 'Drivers', 'Once', '–', '1 Jan 2024', 'No', 'No'],
    ...['2', 'SS', 'MONTHLY SUBSCRIPTION', 'Drivers', 'Every month', 'RF', '1 Jan 2024', 'Yes', 'No'],
  ]);
});

it('keeps page and filters in the address, where the definition has some', () => {
  const html = shown(paymentTypes, [SUBSCRIPTION], { query: 'page=2&size=50&side=land' });
  expect(html).toContain('<option value="land" selected="">Land');
  expect(texts(html, 'td')).toContain('51');
  expect(shown(nationalities, [])).not.toContain('<search');
});

it('names the entry that a button changes or deletes', () => {
  const names = texts(shown(relationships, named(relationships, ['WIFE', 'SON'])), 'button');
  expect(names).toEqual(expect.arrayContaining(['Add', 'Change WIFE', 'Delete WIFE', 'Change SON', 'Delete SON']));
});

it('offers no change to those who may not make one, and no file, since a look-up has none', () => {
  const html = shown(relationships, named(relationships, ['WIFE']), { mayChange: false });
  expect(html).toContain('>WIFE<');
  expect(texts(html, 'button').filter((name) => /Add|Change|Delete|CSV/.test(name))).toEqual([]);
});

it('says that a list is empty', () => {
  expect(shown(nationalities, [])).toContain('The list has no entry yet.');
});
