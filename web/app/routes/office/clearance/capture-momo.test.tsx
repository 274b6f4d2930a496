// @vitest-environment happy-dom
import { today } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WAITING_CLAIM } from '../../../../test/builders/waiting-claim.ts';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('capture_momo');

const ID = '87425747421';
const SMS =
  'Payment received for GHS 303.00 from AMA SERWAA MENSAH Current Balance: GHS 2451.24. Reference: gr 1234-20. ' +
  `Transaction ID: ${ID}. TRANSACTION FEE: 0.00`;
const CLAIM = { ...WAITING_CLAIM, owed: '1700.00' };
const FOUND = { status: true, message: 'AMA MENSAH (GR 1-20): REGISTRATION FEE, GHS 200.00.', data: CLAIM };

const open = (answers: Record<string, Answer>, query = '') => {
  const children = ['capture_momo', { path: '/dashboard', element: <p>The dashboard</p> }];
  const served = serve(answers);
  return {
    ...openOfficePage(children, `/capture_momo${query}`),
    ...served,
  };
};

const NOTHING_ISSUED = { payment_ids: [], receipts: [], transfer_id: '590' };

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const said = (text: string) => waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(text));
const toServer = (calls: { path: string }[], path: string) => calls.filter((call) => call.path === path);

test('leaving the transaction ID looks it up and fills in mobile number, amount and reference', async () => {
  const { user, calls } = open({ '/clearance': FOUND });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  expect(field('Mobile Number')).toHaveValue('+233241234567');
  expect(field('Reference')).toHaveValue('GR 1-20');
  for (const name of ['Mobile Number', 'Reference']) expect(field(name)).toHaveAttribute('readonly');
  expect(screen.getByText(FOUND.message)).toBeVisible();
  expect(toServer(calls, '/clearance')).toMatchObject([{ body: { transaction_id: ID } }]);
});

test('another network looks the transaction ID up anew, and is sent with the money', async () => {
  const two = 'Two networks have this transaction ID. Please choose the network.';
  const { user, calls } = open({
    '/clearance': ({ body }: ServedCall) =>
      body.network === 'TELECEL' ? Response.json(FOUND) : refusal(400, two, { code: 'invalid_input' }),
  });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await said(two);
  await user.selectOptions(field('Network of the account'), 'TELECEL');
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  expect(toServer(calls, '/clearance').at(-1)).toMatchObject({ body: { transaction_id: ID, network: 'TELECEL' } });
});

test('an address that names a transaction ID fills it in and looks it up, once', async () => {
  const { user, calls } = open({ '/clearance': FOUND }, `?transaction_id=${ID}`);
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  expect(field('Transaction ID')).toHaveValue(ID);
  await user.click(field('Transaction ID'));
  await user.tab();
  expect(toServer(calls, '/clearance')).toMatchObject([{ body: { transaction_id: ID } }]);
});

test('an empty transaction ID is asked for on leaving it, but not on the way to Cancel', async () => {
  const { user, router } = open({});
  await user.click(field('Transaction ID'));
  await user.click(field('Amount'));
  expect(await screen.findByText('Please enter the transaction ID')).toBeVisible();
  await user.click(field('Transaction ID'));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/dashboard');
});

test('a look-up that fails says why and leads back to the ID, once; the rest may then be typed', async () => {
  const told = 'No claim waits for this transaction ID.';
  const { user, calls } = open({ '/clearance': () => refusal(404, told) });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await said(told);
  await waitFor(() => expect(field('Transaction ID')).toHaveFocus());
  await user.tab();
  await user.type(field('Amount'), '1,50');
  expect(field('Mobile Number')).not.toHaveAttribute('readonly');
  expect(toServer(calls, '/clearance')).toHaveLength(1);
});

test('a pasted message fills the form; nothing is sent until the clerk has seen the money', async () => {
  signInAs('SuperUser');
  const { user, calls } = open({
    '/clearance': () => refusal(404, 'No claim waits.'),
    '/payments/capture_momo': {
      success: true,
      result: 'no_claim',
      message: 'GHS 303.00 is captured.',
      ...NOTHING_ISSUED,
    },
  });
  await user.click(field('Paste the whole message'));
  await user.paste(SMS);
  await waitFor(() => expect(field('Amount')).toHaveValue('303.00'));
  expect(field('Transaction ID')).toHaveValue(ID);
  expect(field('Reference')).toHaveValue('GR 1234-20');
  expect(field('Payer’s Name')).toHaveValue('AMA SERWAA MENSAH');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Please confirm that you have seen this payment in the account.')).toBeVisible();
  expect(toServer(calls, '/payments/capture_momo')).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'I have seen this payment in the MoMo account' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await said('GHS 303.00 is captured.');
  expect(toServer(calls, '/payments/capture_momo')).toMatchObject([
    {
      body: {
        transaction_id: ID,
        mobile_number: '',
        amount: '303.00',
        reference: 'GR 1234-20',
        payer_name: 'AMA SERWAA MENSAH',
        received_on: today(),
        pasted: true,
        seen_in_account: true,
      },
    },
  ]);
  const captured = within(screen.getByRole('region', { name: 'Captured just now' }));
  expect(captured.getByText('GHS 303.00')).toBeVisible();
  expect(captured.getByText('Ama Serwaa Mensah')).toBeVisible();
  expect(captured.getByRole('link', { name: `Mistake in ${ID}? Open the money` })).toHaveAttribute(
    'href',
    '/money_received/590',
  );
  expect(captured.getByText('GHS 303.00 is captured.')).toBeVisible();
  expect(captured.getByRole('link', { name: `Open the case of ${ID}` })).toHaveAttribute(
    'href',
    '/payment_clearance?case=T590',
  );
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  expect(field('Transaction ID')).toHaveValue('');
});

test('the box has the focus at once, a paste leads to the tick, and Ctrl and Enter send', async () => {
  const { user, calls } = open({
    '/clearance': FOUND,
    '/payments/capture_momo': { success: true, result: 'differs', message: 'It waits.', ...NOTHING_ISSUED },
  });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste(SMS);
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveFocus());
  await user.keyboard(' {Control>}{Enter}{/Control}');
  await waitFor(() => expect(toServer(calls, '/payments/capture_momo')).toHaveLength(1));
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
});

const sms = (n: number) => SMS.replace(ID, `8742574740${n}`).replace('303.00', `${n}00.00`);
const previewOf = ({ body }: ServedCall) =>
  Response.json(
    (body.ids as { transaction_id: string }[]).map(({ transaction_id }) =>
      transaction_id.endsWith('3')
        ? { state: 'known', message: 'It was already captured.', claim: null, recorded: '300.00', needs_network: false }
        : { state: 'no_claim', message: 'No claim waits.', claim: null, recorded: null, needs_network: false },
    ),
  );

test('of many pasted messages each is shown with what it would do, and one tick and press capture them', async () => {
  const { user, calls } = open({
    '/payments/preview_captures': previewOf,
    '/payments/capture_momo': ({ body }) =>
      body.transaction_id === '87425747402'
        ? refusal(409, 'It was captured before with GHS 5.00.', { code: 'conflict' })
        : Response.json(
            { success: true, result: 'no_claim', message: 'Captured.', ...NOTHING_ISSUED },
            { status: 201 },
          ),
  });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste([sms(1), sms(2), sms(3), 'Payment made for GHS 9.00 to X. Transaction ID: 11111111111.'].join('\n'));
  expect(await screen.findByText('4 messages: 2 can be captured, 1 is set aside.')).toBeVisible();
  expect(screen.getByText('It was already captured.')).toBeVisible();
  expect(screen.getByText('Money that went out. It is not captured.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Capture 2' }));
  expect(await screen.findByText('Please confirm that you have seen this payment in the account.')).toBeVisible();
  expect(toServer(calls, '/payments/capture_momo')).toEqual([]);
  await user.click(screen.getByRole('checkbox'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await said('1 not captured. Please check below.');
  expect(await screen.findByText('It was captured before with GHS 5.00.')).toBeVisible();
  const sent = toServer(calls, '/payments/capture_momo') as typeof calls;
  expect(sent.map(({ body }) => body.amount)).toEqual(['100.00', '200.00']);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  for (const { body } of sent) expect(body).toMatchObject({ pasted: true, seen_in_account: true });
  await user.clear(screen.getByLabelText('Amount of message 1'));
  await user.type(screen.getByLabelText('Amount of message 1'), '9');
  expect(screen.getByRole('button', { name: 'Capture 1' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Leave out message 1' }));
  expect(await screen.findByLabelText(/^Transaction ID/)).toBeVisible();
});

test('an evening of seven messages captures what came in, and says of each other what it is', async () => {
  const id = (n: number) => `Transaction ID: 8812003450${n}.`;
  const { user, calls } = open({
    '/payments/preview_captures': previewOf,
    '/payments/capture_momo': { success: true, result: 'no_claim', message: 'Captured.', ...NOTHING_ISSUED },
  });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste(
    [
      `Payment received for GHS 310.00 from EFUA TAWIAH Current Balance: GHS 2,110.40. Reference: gr 71-22. ${id(1)}`,
      `Cash In received for GHS 320.00 from NII AGENCY. Current Balance: GHS 2,430.40. ${id(2)}`,
      `Payment for GHS4.00 to MTN BUNDLE .Current Balance: GHS 8.10. ${id(4)}`,
      `Dear customer, you have received GHS0.07 as interest. ${id(5)}`,
      `Hello EFUA, your payment of GHS 45.00 was refunded. ${id(6)}`,
      `You have received GHS 330.00 from KOJO ANANE. ${id(7)}`,
      `Transaction ID: 0000015061140008 confirmed. You have received GHS380.00 from 233201110003 - ADJOA SAM.`,
    ].join('\n'),
  );
  expect(await screen.findByText('7 messages: 4 can be captured, 3 are set aside.')).toBeVisible();
  expect(screen.getByText('Paid in at an agent. Nobody has claimed it yet.')).toBeVisible();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Capture 4' }));
  await said('All are captured.');
  const sent = toServer(calls, '/payments/capture_momo') as typeof calls;
  expect(sent.map(({ body }) => [body.transaction_id, body.amount, body.payer_name])).toEqual([
    ['88120034501', '310.00', 'EFUA TAWIAH'],
    ['88120034502', '320.00', ''],
    ['88120034507', '330.00', 'KOJO ANANE'],
    ['15061140008', '380.00', 'ADJOA SAM'],
  ]);
});

test('money that another message of the paste says was reversed is not captured', async () => {
  const { user } = open({ '/payments/preview_captures': previewOf });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste(
    [`Your transfer of GHS 100.00 has been reversed. Transaction ID: 87425747401.`, sms(1), sms(2)].join('\n'),
  );
  expect(await screen.findByText('Another message here says that this money was reversed or refunded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Capture 1' })).toBeEnabled();
});

test('a message whose money is recorded with another amount is sent, so that it is refused and noted', async () => {
  const { user } = open({ '/payments/preview_captures': previewOf });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste([sms(1), sms(3).replace('300.00', '900.00')].join('\n'));
  expect(await screen.findByText('It was already captured. The amounts differ, which will be noted.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Capture 2' })).toBeEnabled();
});

test('a message that the server did not answer is sent again with the same key', async () => {
  let isThere = false;
  const { user, calls } = open({
    '/payments/preview_captures': previewOf,
    '/payments/capture_momo': () => {
      if (!isThere) throw new TypeError('Failed to fetch');
      return Response.json({ success: true, result: 'no_claim', message: 'Captured.', ...NOTHING_ISSUED });
    },
  });
  await waitFor(() => expect(field('Paste the whole message')).toHaveFocus());
  await user.paste(`${sms(1)}\n\n${sms(2)}`);
  await user.click(await screen.findByRole('checkbox', { name: /each of these payments/ }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/^The server did not answer\. Press Capture again/)).toBeVisible();
  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Capture 2' }));
  await said('All are captured.');
  const keys = (toServer(calls, '/payments/capture_momo') as typeof calls).map(({ headers }) =>
    headers.get('idempotency-key'),
  );
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(field('Paste the whole message')).toHaveValue('');
});

test('money that cleared a claim offers its receipt beside it, and the next may be pasted', async () => {
  signInAs('SuperUser');
  const { user, calls } = open({
    '/clearance': FOUND,
    '/payments/capture_momo': {
      success: true,
      result: 'cleared',
      message: 'The claim is cleared.',
      payment_ids: ['7'],
      receipts: ['R000557'],
      transfer_id: '590',
    },
    '/text_receipts': { status: true, message: 'The receipt will be texted to 024 123 4567.' },
  });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const captured = await screen.findByRole('region', { name: 'Captured just now' });
  expect(within(captured).getByText('The claim is cleared.')).toBeVisible();
  expect(field('Transaction ID')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Text receipt R000557' }));
  await said('The receipt will be texted to 024 123 4567.');
  expect(toServer(calls, '/text_receipts')).toMatchObject([{ body: { payment_ids: ['7'] } }]);
});

test('another message empties what the first one told, and the confirmation with it', async () => {
  const { user } = open({ '/clearance': () => refusal(404, 'No claim waits.') });
  await user.click(field('Paste the whole message'));
  await user.paste(SMS);
  await waitFor(() => expect(field('Amount')).toHaveValue('303.00'));
  await user.click(screen.getByRole('checkbox'));
  await user.clear(field('Paste the whole message'));
  await user.click(field('Paste the whole message'));
  await user.paste('Payment made for GHS 9.00 to SOMEBODY. Transaction ID: 11111111111.');
  expect(await screen.findByText(/^Money that went out\. It is not captured\. If it is a payer’s/)).toBeVisible();
  expect(field('Transaction ID')).toHaveValue('');
  expect(field('Amount')).toHaveValue('');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

test('a message that is set aside is not captured, whatever is typed beside it', async () => {
  const { user, calls } = open({ '/clearance': () => refusal(404, 'No claim waits.') });
  await user.click(field('Paste the whole message'));
  await user.paste('Payment made for GHS 9.00 to SOMEBODY. Transaction ID: 11111111111.');
  expect(toServer(calls, '/clearance')).toEqual([]);
  await user.type(field('Transaction ID'), '11111111111');
  await user.type(field('Amount'), '9');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(screen.getByText(/^Money that went out\. It is not captured\. If it is a payer’s/)).toBeVisible();
  expect(field('Paste the whole message')).toHaveFocus();
  expect(toServer(calls, '/payments/capture_momo')).toEqual([]);
});

test('an amount that is not the claim’s is pointed out before it is sent', async () => {
  const { user } = open({ '/clearance': FOUND });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '150');
  expect(await screen.findByText(/GHS 150\.00 is not the GHS 200\.00 claimed\./)).toBeVisible();
});

test('a claim below its price shows price, paid, missing and debt, and that its money will not clear it', async () => {
  const part = { ...CLAIM, amount: '100.00', paid: '50.00', missing: '150.00', credit: '50.00', owed: '1650.00' };
  const { answers, user } = open({ '/clearance': { ...FOUND, data: part } });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  expect(await screen.findByText(/^GHS 100\.00 is below the GHS 150\.00 missing\./)).toBeVisible();
  for (const [name, amount] of Object.entries({
    Price: 'GHS 200.00',
    'Paid towards it': 'GHS 50.00',
    Missing: 'GHS 150.00',
    'Owes after credit': 'GHS 1,650.00',
  })) {
    expect(screen.getByText(name).nextElementSibling).toHaveTextContent(amount);
  }
  answers['/clearance'] = { ...FOUND, data: { ...part, paid: '100.00', missing: '100.00' } };
  await user.type(field('Transaction ID'), '1');
  await user.tab();
  await waitFor(() => expect(screen.queryByText(/is below the/)).toBeNull());
});

test('a refusal stands at its field, what was typed stays, and a second press sends once', async () => {
  const message = '87425747421 was captured before with GHS 200.00.';
  const { user, calls } = open({
    '/clearance': FOUND,
    '/payments/capture_momo': () =>
      refusal(409, message, { code: 'conflict', issues: [{ path: 'body.amount', message }] }),
  });
  await user.type(field('Transaction ID'), ID);
  await user.tab();
  await waitFor(() => expect(field('Amount')).toHaveValue('200.00'));
  await user.click(screen.getByRole('checkbox'));
  await user.dblClick(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('Transaction ID')).toHaveValue(ID);
  const keys = toServer(calls, '/payments/capture_momo').map((call) =>
    (call as (typeof calls)[number]).headers.get('idempotency-key'),
  );
  expect(new Set(keys).size).toBe(1);
});
