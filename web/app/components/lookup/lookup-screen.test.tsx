import { type AnyLookup, identifications, nationalities, relationships } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LookupScreen, lookupKey } from './lookup-screen.tsx';

/** The screen of a list with these names, as it opens. */
const shown = (lookup: AnyLookup, names: readonly string[], mayChange = true): string => {
  const client = new QueryClient();
  const rows = names.map((name, index) => ({ id: String(index + 1), [lookup.name]: name }));
  const list = { rows, count: names.length, amount: null, waiting: null };
  client.setQueryData([...lookupKey(lookup), { page: 1, size: 20 }], list);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <LookupScreen lookup={lookup} mayChange={mayChange} />
      </MantineProvider>
    </QueryClientProvider>,
  );
};

const buttons = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) => inside.replaceAll(/<[^>]*>/g, ''));

it.each([
  [nationalities, 'Nationality'],
  [identifications, 'Identification type'],
  [relationships, 'Relationship'],
] as [AnyLookup, string][])('shows the entries of a list under its own words', (lookup, label) => {
  const html = shown(lookup, ['ONE', 'TWO']);
  expect(html).toContain(`The ${lookup.words.many}`);
  expect(html).toContain(`>${label}<`);
  expect(html.indexOf('>ONE<')).toBeGreaterThan(0);
  expect(html.indexOf('>TWO<')).toBeGreaterThan(html.indexOf('>ONE<'));
});

it('names the entry that a button changes or deletes', () => {
  const names = buttons(shown(relationships, ['WIFE', 'SON']));
  expect(names).toEqual(expect.arrayContaining(['Add', 'Change WIFE', 'Delete WIFE', 'Change SON', 'Delete SON']));
});

it('offers no change to whoever may not make one', () => {
  const html = shown(relationships, ['WIFE'], false);
  expect(html).toContain('>WIFE<');
  expect(buttons(html).filter((name) => /Add|Change|Delete/.test(name))).toEqual([]);
});

it('says that a list is empty', () => {
  expect(shown(nationalities, [])).toContain('The list has no entry yet.');
});
