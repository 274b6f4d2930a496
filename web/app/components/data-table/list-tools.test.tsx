// @vitest-environment happy-dom
import { auditList, carRequestList, driverList, moneyReceivedList, paymentList, userList } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { isNarrowed, pillsOf, searchOf } from './filter-values.ts';
import { ListTools, PHONE } from './list-tools.tsx';

type Filters = Parameters<typeof ListTools>[0]['filters'];

const open = (list: { filters: Filters; rule?: unknown }, values: Record<string, string> = {}) => {
  cleanup();
  const onFilter = vi.fn();
  const rule = list.rule as NonNullable<Parameters<typeof ListTools>[0]['rule']> | undefined;
  const element = (
    <MantineProvider env="test">
      <ListTools
        label="List"
        filters={list.filters}
        {...(rule && { rule })}
        values={values}
        onFilter={onFilter}
        order={null}
        menu={null}
      />
    </MantineProvider>
  );
  const { user } = openPage([{ path: '/', element }], '/');
  return { onFilter, user };
};

test('the only text of a list is its search box, else the one that says so; the two days share a pill', () => {
  expect(searchOf(auditList.filters)).toBe('actor');
  expect(searchOf(moneyReceivedList.filters)).toBe('search');
  expect(pillsOf(auditList.filters)).toEqual([['action'], ['from', 'to']]);
  expect(pillsOf(paymentList.filters)).toEqual([['status'], ['mode'], ['from', 'to']]);
});

test('a text is sent by Search or Enter, and emptied again', async () => {
  const { user, onFilter } = open(userList);
  await user.type(screen.getByLabelText('Name, username or e-mail'), ' ama ');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'ama' });
});

test('a search that applies can be cleared in its box', async () => {
  const { user, onFilter } = open(userList, { search: 'ama' });
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(onFilter).toHaveBeenLastCalledWith({ search: '' });
});

test('a choice holds at once; its pill shows what is set, and clears it', async () => {
  const { user, onFilter } = open(paymentList, { status: 'cleared' });
  expect(screen.getByText('Status: Cleared')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Mode'), 'cash');
  expect(onFilter).toHaveBeenLastCalledWith({ mode: 'cash' });
  await user.click(screen.getByRole('button', { name: 'Clear Status' }));
  expect(onFilter).toHaveBeenLastCalledWith({ status: '' });
});

test('the first choice is chosen where the address names none, and one that is not offered stays chosen', () => {
  open(carRequestList);
  expect(screen.getByLabelText('State')).toHaveValue('asked');
  open(auditList, { action: 'tariffs.change' });
  expect(screen.getByLabelText('What')).toHaveValue('tariffs.change');
});

test('days open where their pill stands, are refused at their field, and show as one text', async () => {
  const { user, onFilter } = open(paymentList, { from: '2025-11-02', to: '2025-11-30' });
  await user.click(screen.getByRole('button', { name: 'Dates: 2 Nov 2025 – 30 Nov 2025' }));
  const form = within(await screen.findByRole('dialog', { name: /^Dates/ }));
  await user.clear(form.getByLabelText('To'));
  await user.type(form.getByLabelText('To'), '2025-11-01');
  await user.click(form.getByRole('button', { name: 'Show' }));
  expect(await form.findByText('The last day is before the first one.')).toBeInTheDocument();
  expect(onFilter).not.toHaveBeenCalled();
  await user.clear(form.getByLabelText('From'));
  await user.click(form.getByRole('button', { name: 'Show' }));
  expect(onFilter).toHaveBeenLastCalledWith({ from: '', to: '2025-11-01' });
});

test('Show all is there while something narrows the list, which the kind of rows does not', () => {
  expect(isNarrowed({ filters: userList.filters, values: {} })).toBe(false);
  expect(isNarrowed({ filters: userList.filters, values: { search: 'ama' } })).toBe(true);
  expect(isNarrowed({ filters: driverList.filters, values: { removed: 'true' } })).toBe(false);
  expect(isNarrowed({ filters: driverList.filters, values: { removed: 'true', car_number: 'GR' } })).toBe(true);
});

test('on a phone all filters stand on one sheet, and hold together', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === PHONE,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, onFilter } = open(paymentList, { status: 'cleared' });
  await user.click(screen.getByRole('button', { name: 'Filters (1)' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.selectOptions(sheet.getByLabelText('Mode'), 'cash');
  expect(onFilter).not.toHaveBeenCalled();
  await user.click(sheet.getByRole('button', { name: 'Show' }));
  expect(onFilter).toHaveBeenLastCalledWith({ status: 'cleared', mode: 'cash' });
});
