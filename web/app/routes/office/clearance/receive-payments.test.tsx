// @vitest-environment happy-dom
import { addDays, defaultRights, today } from '@banbo/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { WAITING_CLAIM } from '../../../../test/builders/waiting-claim.ts';
import {
  add,
  choose,
  DONE,
  field,
  openReceive,
  STANDING,
  sent,
  submit,
  summary,
} from '../../../../test/dom/receive-payments.tsx';
import { refusal } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

test('cash for two drivers and two months: prices are filled in, their sum is the money, and all is sent', async () => {
  const page = openReceive({ '/payments/receive': DONE });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'Monthly subscription');
  await choose(page, 'Year of payment 1', '2026');
  await choose(page, 'Month of payment 1', 'December');
  expect(field('Amount of payment 1')).toHaveValue('300.00');
  await page.user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(field('Year of payment 2')).toHaveValue('2027');
  expect(field('Month of payment 2')).toHaveValue('JANUARY');
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 3', 'Registration fee');
  expect(field('Money received')).toHaveValue('800.00');
  await submit(page);
  expect(await screen.findAllByText(DONE.message)).not.toEqual([]);
  expect(sent(page)).toMatchObject([
    {
      mode: 'cash',
      amount: '800.00',
      payments: [
        {
          driver_code: 'DRV000001X',
          payment_type: 'SS',
          payment_year: 2026,
          payment_month: 'DECEMBER',
          amount: '300.00',
        },
        {
          driver_code: 'DRV000001X',
          payment_type: 'SS',
          payment_year: 2027,
          payment_month: 'JANUARY',
          amount: '300.00',
        },
        { driver_code: 'DRV000002X', payment_type: 'RF', amount: '200.00' },
      ],
    },
  ]);
  expect(sent(page)[0]).not.toHaveProperty('transaction_id');
  expect(screen.queryByLabelText(/^Payment type of/)).toBeNull();
  expect(field('Money received')).toHaveValue('');
});

test('received money offers its receipts to print and to text, by the keyboard too', async () => {
  signInAs('SuperUser');
  const tab = { location: { href: '' }, close: vi.fn() };
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const file = () =>
    new Response('%PDF', {
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="receipts-from-R1.pdf"' },
    });
  const page = openReceive({
    '/payments/receive': { ...DONE, payment_ids: ['1', '2'], receipts: ['R000557', 'R000558'] },
    '/print_receipts': file,
    '/text_receipts': { status: true, message: 'The receipts were already texted on 20 Nov 2026, 10:00.' },
  });
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await submit(page);
  const printing = await screen.findByRole('button', { name: 'Print receipts R000557 to R000558' });
  expect(screen.getByText('Receipts R000557 to R000558')).toBeVisible();
  await waitFor(() => expect(printing).toHaveFocus());
  await page.user.keyboard('{Enter}');
  expect(await screen.findByText(/receipts-from-R1\.pdf is open/)).toBeInTheDocument();
  expect(tab.location.href).toMatch(/^blob:/);
  const another = screen.getByRole('button', { name: 'Another' });
  await waitFor(() => expect(another).toHaveFocus());
  await page.user.click(screen.getByRole('button', { name: 'Text receipts R000557 to R000558' }));
  expect(await screen.findByText(/already texted on 20 Nov 2026/)).toBeInTheDocument();
  await page.user.click(another);
  await waitFor(() => expect(field('Find the driver')).toHaveFocus());
  expect(screen.queryByText('Receipts R000557 to R000558')).toBeNull();
  opening.mockRestore();
});

test('a day of more than a week ago says that the money will wait for somebody else', async () => {
  const told = 'Money of more than 7 days ago waits until somebody else approves it.';
  const page = openReceive({
    '/payments/receive': { ...DONE, message: 'This waits for approval.', payment_ids: [], receipts: [] },
  });
  const day = screen.getByLabelText('Received on');
  fireEvent.change(day, { target: { value: addDays(today(), -7) } });
  expect(screen.queryByText(told)).toBeNull();
  fireEvent.change(day, { target: { value: addDays(today(), -8) } });
  expect(await screen.findByText(told)).toBeVisible();
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await submit(page);
  expect(await screen.findAllByText('This waits for approval.')).not.toEqual([]);
  expect(screen.queryByRole('button', { name: /^Print receipt/ })).toBeNull();
});

test('a tab that the browser does not open is a file instead, and one without a receipt is closed', async () => {
  signInAs('SuperUser');
  const opening = vi.spyOn(window, 'open').mockReturnValue(null);
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  let isThere = true;
  const page = openReceive({
    '/payments/receive': DONE,
    '/print_receipts': () =>
      isThere
        ? new Response('%PDF', { headers: { 'content-disposition': 'inline; filename="receipt-R1.pdf"' } })
        : refusal(404, 'There is no receipt for this.'),
  });
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await submit(page);
  await page.user.click(await screen.findByRole('button', { name: /^Print receipt/ }));
  await waitFor(() => expect(saved).toEqual(['receipt-R1.pdf']));
  isThere = false;
  const tab = { location: { href: '' }, close: vi.fn() };
  opening.mockReturnValue(tab as unknown as Window);
  await page.user.click(screen.getByRole('button', { name: /^Print receipt/ }));
  expect(await screen.findByText('There is no receipt for this.')).toBeInTheDocument();
  expect(tab.close).toHaveBeenCalled();
  for (const spy of [opening, click]) spy.mockRestore();
});

test('what a driver owes stands above the rows, and a fee that is pressed becomes a row', async () => {
  signInAs('SuperUser');
  const page = openReceive({ '/drivers/1/standing': STANDING });
  await add(page, 'GR 1');
  const owed = within(await screen.findByRole('region', { name: 'Owed by Ama Mensah 1' }));
  expect(owed.getByText(/owes GHS 600\.00/)).toBeVisible();
  expect(owed.getByText('(GHS 200.00 waits to be cleared)')).toBeVisible();
  await page.user.click(owed.getByRole('button', { name: 'Monthly subscription, Oct 2026: GHS 300.00' }));
  expect(screen.getAllByLabelText(/^Payment type of/)).toHaveLength(1);
  expect(field('Month of payment 1')).toHaveValue('OCTOBER');
  await page.user.click(owed.getByRole('button', { name: 'Monthly subscription, Nov 2026: GHS 300.00' }));
  expect(field('Month of payment 2')).toHaveValue('NOVEMBER');
  expect(field('Year of payment 2')).toHaveValue('2026');
  expect(field('Money received')).toHaveValue('600.00');
  expect(owed.queryByRole('button')).toBeNull();
});

test('of a fee that is paid in part the missing rest is offered, and less is said to be held as credit', async () => {
  signInAs('SuperUser');
  const [october, november] = STANDING.due;
  const due = [{ ...october, paid: '100.00', missing: '200.00' }, november];
  const page = openReceive({ '/drivers/1/standing': { ...STANDING, due, credit: '100.00', owed: '500.00' } });
  await add(page, 'GR 1');
  const owed = within(await screen.findByRole('region', { name: 'Owed by Ama Mensah 1' }));
  expect(owed.getByText(/owes GHS 500\.00/)).toBeVisible();
  expect(owed.getByText(/credit of GHS 100\.00 is taken off/)).toBeVisible();
  await page.user.click(owed.getByRole('button', { name: 'Monthly subscription, Oct 2026: GHS 200.00 of GHS 300.00' }));
  expect(field('Amount of payment 1')).toHaveValue('200.00');
  const said = () => field('Amount of payment 1');
  expect(said()).toHaveAccessibleDescription('GHS 200.00 missing of GHS 300.00');
  await page.user.clear(said());
  await page.user.type(said(), '50');
  expect(said()).toHaveAccessibleDescription('GHS 200.00 missing of GHS 300.00, less: held as credit');
  await page.user.clear(said());
  await page.user.type(said(), '250');
  expect(said()).toHaveAccessibleDescription(/, over: credit$/);
});

test('debts that do not come are said, and the money can be received all the same', async () => {
  signInAs('SuperUser');
  const page = openReceive({
    '/drivers/1/standing': () => refusal(403, 'Something broke.'),
    '/payments/receive': DONE,
  });
  await add(page, 'GR 1');
  expect(await screen.findByText('What Ama Mensah 1 owes could not be loaded. Something broke.')).toBeVisible();
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await submit(page);
  await waitFor(() => expect(sent(page)).toHaveLength(1));
});

test('by keyboard alone: the focus goes to the new row, each press adds a month, and removing leads back to the search', async () => {
  const page = openReceive();
  await page.user.type(field('Find the driver'), 'GR{Enter}');
  await screen.findByRole('button', { name: /Mensah 2/ });
  await page.user.tab();
  await page.user.tab();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveFocus());
  await choose(page, 'Payment type of payment 1', 'Monthly subscription');
  await choose(page, 'Year of payment 1', '2026');
  await choose(page, 'Month of payment 1', 'November');
  screen.getByRole('button', { name: 'Next month' }).focus();
  await page.user.keyboard('{Enter}{Enter}');
  const months = screen.getAllByLabelText(/^Month of payment/).map((select) => (select as HTMLSelectElement).value);
  expect(months).toEqual(['NOVEMBER', 'DECEMBER', 'JANUARY']);
  screen.getByRole('button', { name: 'Remove payment 3' }).focus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(field('Find the driver')).toHaveFocus());
});

test('what a driver owes is next after them: Enter takes the oldest fee, and its amount has the focus', async () => {
  signInAs('SuperUser');
  const page = openReceive({
    '/drivers/1/standing': STANDING,
    '/payments/receive': { ...DONE, receipts: ['R000557'] },
  });
  await page.user.type(field('Find the driver'), 'GR 1{Enter}');
  const oldest = await screen.findByRole('button', { name: 'Monthly subscription, Oct 2026: GHS 300.00' });
  await waitFor(() => expect(oldest).toHaveFocus());
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(field('Amount of payment 1')).toHaveFocus());
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print receipt R000557' })).toHaveFocus());
  expect(sent(page)).toMatchObject([{ amount: '300.00', payments: [{ payment_month: 'OCTOBER' }] }]);
});

test('the address of a due fee chooses it, with what is missing of it where it says no amount', async () => {
  signInAs('SuperUser');
  const [october, november] = STANDING.due;
  const due = [{ ...october, paid: '100.00', missing: '200.00' }, november];
  const fee = 'driver=DRV000001X&payment_type=SS&payment_year=2026&payment_month=OCTOBER';
  openReceive(
    {
      '/drivers/1/standing': { ...STANDING, due },
      '/drivers/general_search': { status: true, message: 'Found.', driver: [summary(1)] },
    },
    `/receive_payments?${fee}`,
  );
  await waitFor(() => expect(field('Amount of payment 1')).toHaveFocus());
  expect(field('Amount of payment 1')).toHaveValue('200.00');
  expect(field('Money received')).toHaveValue('200.00');
  expect(field('Month of payment 1')).toHaveValue('OCTOBER');
});

test('of several drivers found one is chosen; nobody found is said', async () => {
  const page = openReceive();
  await page.user.type(field('Find the driver'), 'GR{Enter}');
  await page.user.click(await screen.findByRole('button', { name: /Mensah 2/ }));
  expect(await screen.findByText(/DRV000002X/)).toBeVisible();
  await page.user.type(field('Find the driver'), 'XX{Enter}');
  const told = 'No match for ‘XX’. Try a plate, a mobile number, a driver code or part of a name.';
  expect(await screen.findByText(told)).toBeVisible();
  expect(field('Find the driver')).toHaveAccessibleDescription(expect.stringContaining(told));
  expect(document.querySelector('.toast')).toBeNull();
  await page.user.type(field('Find the driver'), 'Y');
  expect(screen.queryByText(told)).toBeNull();
});

test('a car number that was typed whole is taken, also where that of another car begins alike', async () => {
  const all = [summary(2), { ...summary(1), car_number: 'GR 2-201' }];
  const page = openReceive({ '/drivers/general_search': { status: true, message: 'Found.', driver: all } });
  await add(page, 'gr 220');
  expect(await screen.findByText(/DRV000002X/)).toBeVisible();
});

test('what is left becomes the credit of the one driver, and of several somebody is chosen', async () => {
  const page = openReceive({ '/payments/receive': DONE });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await page.user.clear(field('Money received'));
  await page.user.type(field('Money received'), '450');
  await page.user.tab();
  expect(field('GHS 250.00 becomes credit of')).toHaveValue('DRV000001X');
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 2', 'Registration fee');
  await submit(page);
  expect(await screen.findByText('GHS 50.00 is left. Please choose whose credit it becomes.')).toBeVisible();
  expect(sent(page)).toEqual([]);
  await page.user.selectOptions(field('GHS 50.00 becomes credit of'), 'DRV000002X');
  await submit(page);
  await waitFor(() => expect(sent(page)).toMatchObject([{ amount: '450.00', credit_to: 'DRV000002X' }]));
});

test('rows that come to more than the money are not sent', async () => {
  const page = openReceive();
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await page.user.clear(field('Money received'));
  await page.user.type(field('Money received'), '150.00');
  await submit(page);
  expect(await screen.findByText('The payments are GHS 50.00 more than the money received.')).toBeVisible();
  expect(sent(page)).toEqual([]);
});

test('each mode asks for its own mark, and money in an account for a look there', async () => {
  const page = openReceive({ '/clearance': () => refusal(404, 'No claim waits.') });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  const asks = async (mode: string, ...messages: string[]) => {
    await page.user.selectOptions(field('Paid by'), mode);
    await submit(page);
    for (const message of messages) expect(await screen.findByText(message)).toBeVisible();
  };
  const NOT_SEEN = 'Please confirm that you have seen this payment in the account.';
  await asks('momo', 'Please enter the transaction ID', NOT_SEEN);
  await asks('bank', 'Please enter the reference number of the transfer.', NOT_SEEN);
  await asks(
    'cheque',
    'Please enter the number of the cheque.',
    'Please choose the bank of the cheque.',
    'Please enter the drawer’s name, as it stands on the cheque.',
  );
  expect(field('Drawer’s Name')).toBeRequired();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(sent(page)).toEqual([]);
});

test('a cheque that waits for its bank offers no receipt', async () => {
  const page = openReceive({
    '/payments/receive': { ...DONE, receipts: [] },
    '/clearance': () => refusal(404, 'No claim waits.'),
  });
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await page.user.selectOptions(field('Paid by'), 'cheque');
  await page.user.type(field('Cheque Number'), '000123');
  await choose(page, 'Bank', 'GCB BANK');
  await page.user.type(field('Drawer’s Name'), 'AMA MENSAH');
  await submit(page);
  expect(await screen.findAllByText(DONE.message)).not.toEqual([]);
  expect(screen.queryByRole('button', { name: /receipt|^Text/ })).toBeNull();
});

test('a refusal stands at its row, and what was typed stays', async () => {
  const message = 'The registration fee of this driver was already paid.';
  const issues = [{ path: 'body.payments.0.payment_type', message }];
  const page = openReceive({ '/payments/receive': () => refusal(409, message, { code: 'already_paid', issues }) });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'Registration fee');
  await submit(page);
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(field('Amount of payment 1')).toHaveValue('200.00');
});

const CLAIM = { ...WAITING_CLAIM, driver_code: 'DRV000001X', fullname: 'AMA MENSAH 1' };

/** The page with a transaction ID typed with which this claim waits. */
const openWithClaim = async (claim: typeof CLAIM) => {
  const page = openReceive({ '/clearance': { status: true, message: 'Found.', data: claim } });
  await page.user.selectOptions(field('Paid by'), 'momo');
  await page.user.type(field('Transaction ID'), '87425747421');
  await page.user.tab();
  return page;
};

test('a claim that waits with the transaction ID is shown, and taken at a press', async () => {
  const page = await openWithClaim(CLAIM);
  const receiving = await screen.findByRole('button', { name: 'Receive this claim' });
  expect(screen.getByText('For').nextElementSibling).toHaveTextContent('Registration fee');
  await page.user.click(receiving);
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveValue('RF'));
  expect(field('Money received')).toHaveValue('200.00');
});

test('the way to a claim for land shows for those who may receive land’s money', async () => {
  const land = { ...CLAIM, side: 'land', driver_code: '', payment_type: 'CC5000' };
  signInAs('SuperUser');
  await openWithClaim(land);
  expect(await screen.findByRole('link', { name: 'Open Receive Payment' })).toHaveAttribute(
    'href',
    expect.stringContaining('transaction_id=87425747421'),
  );
  expect(screen.queryByRole('button', { name: 'Receive this claim' })).toBeNull();
  cleanup();
  const { role, permissions } = defaultRights('SuperUser');
  signInAs({ role, permissions: permissions.filter((one) => one !== 'land.receive') });
  await openWithClaim(land);
  expect(await screen.findByText(/Decide it on Payment Clearance/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open Receive Payment' })).toBeNull();
});

test('without a row it says what is missing', async () => {
  const page = openReceive();
  await page.user.type(field('Money received'), '200');
  await submit(page);
  expect(await screen.findByText('Please add what is paid.')).toBeVisible();
});
