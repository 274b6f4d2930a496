// @vitest-environment happy-dom
import { paymentList, type SavedView } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { ListScreen } from '../data-table/list-screen.tsx';
import { useListState } from '../data-table/list-state.ts';

const row = (id: string, name: string) => ({
  id,
  driver_id: id,
  driver_code: `DRV00000${id}K`,
  car_number: 'AS 1180-19',
  transaction_id: `8742570113${id}`,
  amount_paid: '200.00',
  drivers: { first_name: name, last_name: 'Owusu', is_removed: false },
});

const VIEW: SavedView = {
  id: '4',
  list: '/payments',
  screen: 'payments-all',
  name: 'Cash that waits',
  filters: { mode: 'cash', colour: 'red' },
  sort: 'transaction_date',
  hidden_columns: ['Car Number', 'Shoe Size'],
};

function Payments() {
  return (
    <ListScreen
      list={paymentList}
      state={useListState(paymentList)}
      caption="Payments"
      screen="payments-all"
      columns={[
        { key: 'transaction_id', cell: ({ id, transaction_id }) => <a href={`#${id}`}>{transaction_id}</a> },
        { key: 'car_number' },
        { key: 'amount_paid' },
      ]}
      loading="Loading..."
      empty={null}
      total={() => ({ label: 'TOTAL', column: 'Amount Paid', value: '400.00' })}
    />
  );
}

const open = (address = '/payments', views: readonly SavedView[] = [VIEW]) => {
  signInAs('SuperUser');
  const rows = [row('1', 'Ama'), row('2', 'Kofi')];
  const served = serve({
    '/payments': () => Response.json(rows, { headers: { 'x-total-count': '2', 'x-total-amount': '400.00' } }),
    '/saved_views': ({ body }) =>
      body.name ? Response.json({ status: true, message: 'Kept.', view: VIEW }, { status: 201 }) : Response.json(views),
    '/payments/export': () =>
      new Response('rows', { headers: { 'content-disposition': 'attachment; filename="p.xlsx"' } }),
    '/saved_views/4': { status: true, message: 'Done.', view: VIEW },
  });
  return { ...openOfficePage([{ path: '/payments', element: <Payments /> }], address), ...served };
};

const openMenu = (user: ReturnType<typeof open>['user']) =>
  user.click(screen.getByRole('button', { name: 'Views, columns and files' }));

const headers = () => screen.getAllByRole('columnheader', { hidden: true }).map((one) => one.textContent);

test('columns are chosen by checkboxes and remembered; the last one and the one above the total stay', async () => {
  const { user } = open();
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Columns…' }));
  expect(await screen.findByRole('checkbox', { name: 'Amount Paid' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Transaction ID' }));
  await user.click(screen.getByRole('checkbox', { name: 'Car Number' }));
  expect(headers()).toEqual(['#', 'Amount Paid']);
  expect(localStorage.getItem('banbo.columns.payments-all')).toBe('["Transaction ID","Car Number"]');
  await user.click(screen.getByRole('button', { name: 'Show all columns' }));
  expect(headers()).toEqual(['#', 'Transaction ID', 'Car Number', 'Amount Paid']);
});

test('kept columns that would leave none, or are none, hide nothing', async () => {
  localStorage.setItem('banbo.columns.payments-all', '["Transaction ID", 7, "Amount Paid", "Gone"]');
  open();
  await screen.findAllByRole('cell', { name: '200.00' });
  await waitFor(() => expect(headers()).toEqual(['#', 'Car Number', 'Amount Paid']));
});

test('a view opens with its filters, order and columns, and says what the list has no more', async () => {
  const { user, router } = open('/payments?status=cleared&page=2');
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Cash that waits' }));
  await waitFor(() => expect(router.state.location.search).toBe('?mode=cash&sort=transaction_date'));
  expect(headers()).not.toContain('Car Number');
  expect(
    await screen.findByText(/opened without what the list no longer has: colour, Shoe Size\./),
  ).toBeInTheDocument();
});

test('the list as it is shown is kept under a name, without the number of a person', async () => {
  const { user, calls } = open('/payments?mode=cash&mobile_number=024');
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a view…' }));
  expect(await screen.findByText(/of a person that the list is filtered by is not saved/)).toBeVisible();
  await user.type(screen.getByLabelText('Name of the view'), 'Cash');
  await user.click(screen.getByRole('button', { name: 'Save the view' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = calls.find(({ body }) => body.name);
  const kept = { list: '/payments', screen: 'payments-all', filters: { mode: 'cash' }, sort: '', hidden_columns: [] };
  expect(sent?.body).toEqual({ ...kept, name: 'Cash' });
});

test('a name that is taken is refused in words, and what was typed stays', async () => {
  const { user, answers } = open();
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a view…' }));
  answers['/saved_views'] = () => refusal(409, 'You have a view of this name here. Please choose another name.');
  await user.type(screen.getByLabelText('Name of the view'), 'Cash');
  await user.click(screen.getByRole('button', { name: 'Save the view' }));
  expect(await screen.findByText(/You have a view of this name here/)).toBeInTheDocument();
  expect(screen.getByLabelText('Name of the view')).toHaveValue('Cash');
});

test('views are renamed, and deleted after a question', async () => {
  const { user, calls } = open();
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Manage views…' }));
  await user.type(await screen.findByLabelText('Name of Cash that waits'), ' here');
  await user.click(screen.getByRole('button', { name: 'Rename Cash that waits' }));
  await waitFor(() => expect(calls.at(-2)?.body).toEqual({ name: 'Cash that waits here' }));
  await user.click(screen.getByRole('button', { name: 'Delete Cash that waits' }));
  const question = await screen.findByRole('dialog', { name: 'Delete the view “Cash that waits”?' });
  const before = calls.length;
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls[before]?.path).toBe('/saved_views/4'));
});

test('j and k go through the rows of any list, the arrows from one that has the focus, and neither while one types', async () => {
  const { user } = open();
  const first = await screen.findByRole('link', { name: '87425701131' });
  await user.keyboard('{ArrowDown}');
  expect(document.body).toHaveFocus();
  await user.keyboard('j{ArrowDown}');
  expect(screen.getByRole('link', { name: '87425701132' })).toHaveFocus();
  await user.keyboard('jk');
  expect(first).toHaveFocus();
});

const files = ({ calls }: ReturnType<typeof open>) => calls.filter(({ path }) => path === '/payments/export');

test('e saves the whole filter as an Excel file, but not in a field or while a menu is open', async () => {
  const opened = open();
  const { user } = opened;
  await screen.findByRole('link', { name: '87425701131' });
  await openMenu(user);
  await screen.findByRole('menuitem', { name: 'Save as Excel' });
  await user.keyboard('e{Escape}');
  screen.getByLabelText('Rows a page').focus();
  await user.keyboard('e');
  expect(files(opened)).toEqual([]);
  screen.getByRole('link', { name: '87425701131' }).focus();
  await user.keyboard('e');
  await waitFor(() => expect(files(opened)).toHaveLength(1));
});

test('Ctrl P prints all rows of the filter, also from a field', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = open();
  await screen.findByRole('link', { name: '87425701131' });
  screen.getByLabelText('Rows a page').focus();
  await user.keyboard('{Control>}p{/Control}');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.getByText(/^2 rows/)).toBeInTheDocument();
});
