import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN_NETWORKS } from '../site/networks.ts';
import type { MomoKind } from './momo-kinds.ts';
import { splitMessages } from './momo-paste.ts';
import { type MomoSms, readMomoSms } from './momo-sms.ts';

type Shape = [text: string, kind: MomoKind, transaction_id: string, rest?: Partial<MomoSms>];

/** Messages of three networks and a bank, as phones show them, with what each says. */
const SHAPES: Shape[] = [
  [
    'Payment received for GHS 310.00 from EFUA TAWIAH Current Balance: GHS 2,110.40 . Available Balance: GHS 2,110.40. Reference: gr 71-22. Transaction ID: 88120034501. TRANSACTION FEE: 0.00',
    'received',
    '88120034501',
    { amount: '310.00', payer_name: 'EFUA TAWIAH', reference: 'GR 71-22' },
  ],
  [
    'Cash In received for GHS 320.00 from NII AGENCY. Current Balance GHS 2,430.40 Available Balance GHS 2,430.40. Transaction ID: 88120034502. Fee charged: GHS 0. Cash in (Deposit) is a free transaction on MTN Mobile Money. Please do not pay any fees for it.',
    'cash_in',
    '88120034502',
    { amount: '320.00' },
  ],
  [
    'Payment made for GHS 45.00 to PEACE STORES Current Balance: GHS 12.10 . Available Balance: GHS 12.10. Reference: rice. Transaction ID: 88120034503. Fee charged: GHS0.34 Tax charged: 0. Download the MoMo App for a Faster & Easier Experience. Click here: https://example.com/MoMo',
    'sent',
    '88120034503',
  ],
  [
    'Payment for GHS4.00 to Other Networks  .Current Balance: GHS 8.10. Transaction Id: 88120034504. Fee charged: GHS0.00,Tax Charged 0.',
    'sent',
    '88120034504',
  ],
  [
    'Your payment of GHS 2.00 to MTN AIRTIME has been completed at 2026-11-24 18:02:11. Your new balance: GHS 6.10. Fee was GHS 0.00 Tax was GHS -. Reference: -. Financial Transaction Id: 88120034505. External Transaction Id: 88120034505.',
    'goods',
    '88120034505',
  ],
  [
    'Cash Out made for GHS60.00 to NII AGENCY. Current Balance: GHS9.00 Financial Transaction Id: 88120034506. Cash-out fee is charged automatically from your MTN MoMo wallet. Please do not pay any fees to the Agent. Fee charged: GHS0.50.',
    'sent',
    '88120034506',
  ],
  [
    'You have transferred GHS 30.00  to Other Networks   from your mobile money account 244000111 at 2026-11-24 17:44:03. Your new balance: 4652.89 GHS. Message from sender: rent. Message to receiver: . Financial Transaction Id: 88120034507.',
    'sent',
    '88120034507',
  ],
  [
    'You have received GHS 330.00 from KOJO ANANE (233244000222) on your mobile money account at 2026-11-24 17:40:00. Message from sender: as 90-21. Your new balance: GHS 331.00. Financial Transaction Id: 88120034508.',
    'received',
    '88120034508',
    {
      amount: '330.00',
      payer_name: 'KOJO ANANE',
      payer_number: '+233244000222',
      reference: 'AS 90-21',
      received_on: '2026-11-24',
    },
  ],
  [
    'Dear Customer, you have received GHS0.07 as interest on your wallet. Your new balance is GHS 331.07. Transaction ID: 88120034509.',
    'network',
    '88120034509',
  ],
  [
    'Hello EFUA, your payment of GHS 45.00 to PEACE STORES was refunded. Your new balance: GHS 57.10. Transaction ID: 88120034510.',
    'taken_back',
    '88120034510',
  ],
  ["Y'ello! You have bought 1.2GB for GHS 5.00. Valid till 30/11/2026.", 'goods', ''],
  ['Your transfer of GHS 30.00 to 0244000111 failed. Transaction ID: 88120034512.', 'failed', '88120034512'],
  ['Your QwikLoan of GHS 100.00 is due on 30/11/2026. Transaction ID: 88120034513.', 'loan', '88120034513'],
  [
    'Payment received for GHS 340.00 from AIRTIME VENTURES LTD Current Balance: GHS 2,800.00. Reference: refund of fees. Transaction ID: 88120034514.',
    'received',
    '88120034514',
    { amount: '340.00', payer_name: 'AIRTIME VENTURES LTD', reference: 'REFUND OF FEES' },
  ],
  [
    '0000015061140001 Confirmed. You have received GHS350.00 from 233201110001 - ABENA OSEI on 2026-11-24 at 18:10:09. Your Telecel Cash balance is GHS990.00. Reference: gw 8-20.',
    'received',
    '15061140001',
    {
      amount: '350.00',
      payer_name: 'ABENA OSEI',
      payer_number: '+233201110001',
      reference: 'GW 8-20',
      received_on: '2026-11-24',
    },
  ],
  [
    '0000015061140002 Confirmed. You have received GHS360.00 from MTN MOBILE MONEY with transaction reference: Transfer From: 233244000333-YAW BAAH on 2026-11-24 at 18:11:00. Your Telecel Cash balance is GHS1,350.00.',
    'received',
    '15061140002',
    { amount: '360.00', payer_name: 'YAW BAAH', payer_number: '+233244000333', received_on: '2026-11-24' },
  ],
  [
    '0000015061140003 Confirmed. GHS25.00 paid to 400100 - PEACE STORES on 2026-11-24 at 18:12:00. Your new Telecel Cash balance is GHS3100.00. You were charged GHS0.00. Your E-levy charge is GHS0.00. Reference: groceries.\nSendi k3k3!',
    'sent',
    '15061140003',
  ],
  [
    '0000015061140004 Confirmed. You have sent GHS20.00 to 233201110002 - ESI BOATENG on 2026-11-24 at 18:13:00.',
    'sent',
    '15061140004',
  ],
  [
    '0000015061140005 Confirmed. You have withdrawn GHS50.00 from 300200 - NII AGENCY on 2026-11-24 at 18:14:00.',
    'sent',
    '15061140005',
  ],
  [
    '0000015061140006 Confirmed. You bought GHS5.00 of airtime for 233201110001 on 2026-11-24 at 16:01:10.',
    'goods',
    '15061140006',
  ],
  [
    '0000015061140007 Confirmed. GHS370.00 deposited by 300200 NII AGENCY into your Telecel Cash account on 2026-11-24.',
    'cash_in',
    '15061140007',
    { amount: '370.00', received_on: '2026-11-24' },
  ],
  [
    'Transaction ID: 0000015061140008 confirmed from 555. You have received GHS380.00 from 233201110003 - ADJOA SAM. Reference: GE 5-19.',
    'received',
    '15061140008',
    { amount: '380.00', payer_name: 'ADJOA SAM', payer_number: '+233201110003', reference: 'GE 5-19' },
  ],
  [
    '0000015061140009 Confirmed.\nYou have received GHS390.00 from 233201110004 - KOFI ADU on 2026-11-24 at 18:15:00.',
    'received',
    '15061140009',
    { amount: '390.00', payer_name: 'KOFI ADU', payer_number: '+233201110004', received_on: '2026-11-24' },
  ],
  ['0000015061140010 Confirmed. Reversal of GHS20.00 sent to 233201110002 is complete.', 'taken_back', '15061140010'],
  [
    'AT Money: You have received GHS 400.00 from 0271110001 KWESI K. DONKOR. Trans ID: ATX77810001. Date: 24/11/2026 18:20. New balance: GHS 455.00',
    'received',
    'ATX77810001',
    { amount: '400.00', payer_name: 'KWESI K. DONKOR', payer_number: '+233271110001', received_on: '2026-11-24' },
  ],
  [
    'You have sent GHS 12.00 to AKOS (0271110002) on 24/11/2026. Trans. ID: ATX77810002. Balance: GHS 343.00. Thank you for using AT Money.',
    'sent',
    'ATX77810002',
  ],
  ['TXN ID ATX77810003. GHS 9.00 sent to AKOS (0271110002). Balance: GHS 334.00.', 'sent', 'ATX77810003'],
  [
    'Dear customer, you have received GHS 410.00 from KWESI DONKOR 0271110001. Trans ID: ATX77810004. New balance GHS 644.00',
    'received',
    'ATX77810004',
    { amount: '410.00', payer_name: 'KWESI DONKOR', payer_number: '+233271110001' },
  ],
  [
    'Dear Customer, your AT Money interest of GHS 0.11 for Q3 has been paid. Trans ID: ATX77810005.',
    'network',
    'ATX77810005',
  ],
  [
    'AT Money: Cash In of GHS 420.00 by agent 0271110009 NII AGENCY. Trans ID: ATX77810006. New balance: GHS 1,064.00',
    'cash_in',
    'ATX77810006',
    { amount: '420.00' },
  ],
  [
    'GHS 430.00 has been received from ATO QUAYE. Transaction ID: 88120034531',
    'received',
    '88120034531',
    { amount: '430.00', payer_name: 'ATO QUAYE' },
  ],
  [
    'Your wallet has been credited with GHS 440.00 by AMA SAM. Current Balance: GHS 700.00. Transaction ID: 88120034532.',
    'received',
    '88120034532',
    { amount: '440.00', payer_name: 'AMA SAM' },
  ],
  [
    'Hi Customer Your A/C No:XXXX0000 has been debited GHS12.00 Desc: VISA Card Top Up Date: 2026-11-24 14:13 Bal: GHS 217.41',
    'sent',
    '',
  ],
  [
    "Y'ello. You have Paid GHS 40 to Merchant 104901 on your mobile money account at 202611241802. Message from sender: 1. Your new balance: GHS 106.39 . Fee was GHS 0.50 . Financial Transaction Id: 88120034534.",
    'sent',
    '88120034534',
  ],
  [
    'You have exceeded your daily transaction limit. PULL OVA failed to send GHS 990.00 to your account. Financial transaction Id: 88120034535. Transaction Fee is 0.',
    'failed',
    '88120034535',
  ],
  [
    'KOFI ADU has requested GHS 50.00 from you. Dial *170# to approve. Transaction ID: 88120034536.',
    'asked_for',
    '88120034536',
  ],
  [
    'Payment received for GHS 1.10 from MTN MOBILE MONEY INTEREST Current Balance: GHS 9.00. Reference: 3. Transaction ID: 88120034537.',
    'network',
    '88120034537',
  ],
  [
    'You have received GHS 430.00 from GCB BANK via GhanaPay. Reference: gr 71-22. Transaction ID: 620008130548.',
    'received',
    '620008130548',
    { amount: '430.00', payer_name: 'GCB BANK', reference: 'GR 71-22' },
  ],
  [
    'Dear Customer, your A/C 1234****89 has been credited with GHS 460.00 by ADWOA SAM. Ref: FT26333ABCDE. Bal: GHS 9,000.00',
    'received',
    'FT26333ABCDE',
    { amount: '460.00', payer_name: 'ADWOA SAM' },
  ],
  [
    'Payment received for GHS 9.00 from JOE OFORI OPARE Current Balance: GHS 9.09. Reference: JOE OFORI OPARE ,233205597508,gr 5-20 from VODAFONE. Transaction ID: 88120034550. TRANSACTION FEE: 0.00',
    'received',
    '88120034550',
    { amount: '9.00', payer_name: 'JOE OFORI OPARE', payer_number: '+233205597508', reference: 'GR 5-20' },
  ],
  [
    'Payment received for GHS 9.00 from YAW SAM Current Balance: GHS 9.09. Reference: JOE OFORI ,233205597508,5 from VODAFONE. Transaction ID: 88120034551.',
    'received',
    '88120034551',
    { amount: '9.00', payer_name: 'YAW SAM', reference: 'JOE OFORI ,233205597508,5 FROM VODAFONE' },
  ],
  ['0000015061140021 Confirmed. You have received GHS50.00 FlexLoan. Pay by 30/12/2026.', 'loan', '15061140021'],
  [
    '0000015061140022 Confirmed. You have received GHS5.00 airtime from 233201110003 - ADJOA SAM.',
    'goods',
    '15061140022',
  ],
  [
    '0000015061140023 Confirmed. You have received GHS2,039.42 from your GCB account on 2026-01-22 at 09:05:08. Stay alert. Never share your PIN.',
    'own',
    '15061140023',
  ],
  [
    'Received GHS 100.50 from 0244123456. Trans ID: MP999888777. Balance is GHS 500.00',
    'received',
    'MP999888777',
    { amount: '100.50', payer_number: '+233244123456' },
  ],
  [
    'Hello SLOAN, you have received GHS 470.00 from AMA BONUS. Transaction ID: 88120034552.',
    'received',
    '88120034552',
    { amount: '470.00', payer_name: 'AMA BONUS' },
  ],
  ['Your withdrawal request of GHS 20.00 has been received. Transaction ID: 88120034553.', 'asked_for', '88120034553'],
  ['Transaction of GHS 450.00 between you and KOFI: 88120034538, all correct.', 'unknown', ''],
  ['Alert 88120034539 of GHS 1.00 on your line.', 'unknown', '88120034539'],
  ['Win a car this Friday! Dial *100# now.', 'other', ''],
];

const read = (text: string) => readMomoSms(text, BUILT_IN_NETWORKS);
const NOTHING = { amount: '', payer_name: '', payer_number: '', reference: '', received_on: '' };

test.each(SHAPES)('%s', (text, kind, transaction_id, rest) => {
  expect(splitMessages(text)).toEqual([text]);
  expect(read(text)).toEqual({ ...NOTHING, kind, transaction_id, ...rest });
});

/** Messages that look like money that came in, which nothing is captured of alone. */
const NOT_OURS: [text: string, kind: MomoKind][] = [
  ['KOFI ADDO has received GHS 30.00 from you.', 'unknown'],
  ['KOFI ADDO received GHS 30.00.', 'unknown'],
  ['0241234567 has received GHS 30.00 from your MoMo wallet.', 'unknown'],
  ['Merchant BANBO received GHS 30.00 from your wallet 0241234567.', 'unknown'],
  ['GHS 30.00 was received by KOFI ADDO.', 'unknown'],
  ['GHS 30.00 credited to KOFI ADDO 0241234567 from your account.', 'unknown'],
  ['The wallet of KOFI ADDO has been credited with GHS 30.00.', 'unknown'],
  ['Your friend KOFI has received GHS 30.00.', 'unknown'],
  ['Payment received for GHS 30.00 from KOFI ADDO to PEACE STORES.', 'unknown'],
  ['You have received GHS 30.00 from yourself.', 'unknown'],
  ['The receiver has received GHS 30.00.', 'unknown'],
  ['Cash In made for GHS 30.00 to AMA SERWAA by AGENT.', 'unknown'],
  ['You have made a Cash In of GHS 30.00 for 0241234567.', 'unknown'],
  ['You have deposited GHS 30.00 into the wallet of AMA SERWAA.', 'sent'],
  ['Deposit of GHS 30.00 made to AMA SERWAA from your wallet.', 'unknown'],
  ['Deposit of GHS 30.00 to Fido Savings successful.', 'unknown'],
  ['Reversed: Payment received for GHS 5.00 from KOFI.', 'taken_back'],
  ['REVERSAL - You have received GHS 5.00 from KOFI.', 'taken_back'],
  ['Transaction reversal: You have received GHS 5.00 from KOFI.', 'taken_back'],
  ['You have received GHS 5.00 from MTN for reversed transaction.', 'taken_back'],
  ['You have received GHS 5.00 from SIKA FEE REFUND.', 'taken_back'],
  ['Payment received for GHS 5.00 from KOFI ADDO has been reversed.', 'taken_back'],
  ['Chargeback: received GHS 5.00 from KOFI ADDO.', 'taken_back'],
  ['Wrong transfer: You have received GHS 5.00 returned by MTN.', 'taken_back'],
  ['Payment received for GHS 5.00 from KOFI ADDO. REVERSED.', 'taken_back'],
  ['Your reversal request: GHS 5.00 credited.', 'taken_back'],
  ['KOFI ADDO is requesting payment of GHS 20.00. You will have received GHS 20.00 after approval.', 'asked_for'],
  ['Authorise payment received for GHS 20.00 from KOFI? Enter PIN.', 'asked_for'],
  ['If you accept, you have received GHS 5.00 from KOFI.', 'asked_for'],
  ['You will receive GHS 20.00 from KOFI.', 'asked_for'],
  ['You have received GHS 5.00 airtime from 0244123456.', 'goods'],
  ['You have received GHS 5.00 worth of airtime from KOFI.', 'goods'],
  ['Your XtraTime GHS 5 credited.', 'loan'],
  ['Payment received for GHS 5.00 from MTN LOANS.', 'loan'],
  ['AhomkaLoan GHS 50.00 credited.', 'loan'],
];

test.each(NOT_OURS)('nothing is captured alone of: %s', (text, kind) => {
  const id = 'Transaction ID: 88120034501. Balance GHS 2.00';
  expect(read(`${text} ${id}`)).toEqual({ ...NOTHING, kind, transaction_id: '88120034501' });
});

test.each([
  'payment received for ghs 5.00 from kofi addo current balance: ghs 9.',
  'PAYMENT RECEIVED FOR GHS 5.00 FROM KOFI ADDO.',
  'You have successfully received GHS 5.00 from KOFI ADDO.',
  'GHS 5.00 was credited to your wallet by KOFI ADDO.',
  'You have been credited with GHS 5.00 by KOFI ADDO.',
  'Your MoMo wallet 0244000111 has received GHS 5.00 from KOFI ADDO.',
  'Credit Alert! A/C 12**34 credited with GHS 5.00 by KOFI.',
  'Payment received for GHS 5.00 from KOFI ADDO. To reverse, dial *170#. It cannot be reversed.',
  'You have received GHS 5.00 from KOFI ADDO. Never accept calls, and do not enter your PIN.',
])('money of a payer in other clear words: %s', (text) => {
  expect(read(`${text} Transaction ID: 88120034501.`)).toMatchObject({ kind: 'received', amount: '5.00' });
});

test.each(['BONUS MENSAH', 'INTEREST ADDO', 'KOFI FAILED ADDO', 'KWAME DEBIT', 'REFUND ADDO', 'LOAN K. MENSAH'])(
  'the name of a payer decides nothing: %s',
  (payer_name) => {
    const text = `Payment received for GHS 5.00 from ${payer_name} Current Balance: GHS 9.00. Transaction ID: 88120034501.`;
    expect(read(text)).toMatchObject({ kind: 'received', amount: '5.00', payer_name });
  },
);

test.each(['1 500.00', '1\u00a0500.00', '1 500', '1, 500.00', '100 .50', "1'500.00", '1_500.00', '1-500'])(
  'an amount that may go on is left empty rather than cut: %s',
  (amount) => {
    const id = 'Transaction ID: 88120034501.';
    expect(read(`Payment received for GHS ${amount} from KOFI ADDO. ${id}`).amount).toBe('');
    expect(read(`GHS ${amount} has been received from KOFI ADDO. ${id}`).amount).toBe('');
  },
);

/** Marks that phones, chats and lists write before a message. */
const LEADS = [
  ...['', '1. ', '2) ', '3: ', '• ', '* ', '- ', '> ', '18:02 ', 'Fwd: ', 'T-CASH: ', 'MobileMoney '],
  '[24/11/2026, 18:02] MobileMoney: ',
  '\u200e[24/11/2026, 18:02:11] ~ Kofi: ',
  '11/24/26, 6:02\u202fPM - MobileMoney: ',
];
const GAPS = ['\n', '\r\n', '\n\n', '\n \n\n'];
const EVENING = fc.tuple(
  fc.shuffledSubarray(SHAPES, { minLength: 2, maxLength: 14 }),
  fc.array(fc.constantFrom(...GAPS), { minLength: SHAPES.length, maxLength: SHAPES.length }),
  fc.array(fc.constantFrom(...LEADS), { minLength: SHAPES.length, maxLength: SHAPES.length }),
);

test('marks, numbers, days and senders before a message change nothing of it but its day', () => {
  for (const [text] of SHAPES)
    for (const lead of LEADS) {
      const { received_on, ...expected } = read(text);
      expect(read(`${lead}${text}`), lead).toMatchObject(expected);
    }
});

test('an evening of them in any order, with or without empty lines and marks, is read as each alone', () => {
  fc.assert(
    fc.property(EVENING, ([shapes, gaps, leads]) => {
      const messages = splitMessages(shapes.map(([text], at) => `${leads[at]}${text}${gaps[at]}`).join(''));
      expect(messages.map(read)).toEqual(shapes.map(([text], at) => read(`${leads[at]}${text}`)));
    }),
    { numRuns: 500 },
  );
});

test('line breaks and empty lines before a balance, a reference or an ID divide no message', () => {
  const label =
    /(?<!External|Financial) (?=Current Balance|Your new balance|Reference:|(?:Financial )?Trans(?:action)? I[Dd]:|Message from)/g;
  fc.assert(
    fc.property(EVENING, fc.constantFrom('\n', '\n\n'), ([shapes, , leads], gap) => {
      const texts = shapes.map(([text], at) => `${leads[at]}${text.replace(label, gap)}`);
      expect(splitMessages(texts.join('\n')).map(read)).toEqual(
        shapes.map(([text], at) => read(`${leads[at]}${text}`)),
      );
    }),
    { numRuns: 100 },
  );
});

test('messages broken anywhere never lend an ID or an amount to another', () => {
  const pairs = new Set(SHAPES.map(([, , id, rest]) => `${id} ${rest?.amount ?? ''}`));
  const broken = fc.tuple(
    fc.constantFrom(...SHAPES),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(broken, { minLength: 2, maxLength: 8 }), fc.constantFrom('\n', '\n\n'), (shapes, gap) => {
      const texts = shapes.map(([[text], breaks]) => {
        const words = text.split(' ');
        for (const at of breaks) words[Math.floor(at * (words.length - 1))] += '\n';
        return words.join(' ');
      });
      for (const { amount, transaction_id } of splitMessages(texts.join(gap)).map(read))
        if (amount !== '' && transaction_id !== '') expect(pairs).toContain(`${transaction_id} ${amount}`);
    }),
    { numRuns: 500 },
  );
});

test('words of a stranger or of a network between messages spoil neither', () => {
  const [received, cashIn] = [SHAPES[0]?.[0] ?? '', SHAPES[1]?.[0] ?? ''];
  for (const words of [
    'MobileMoney',
    'Today 18:02',
    'See you at church',
    '88120034540',
    'Go cashless. Get 300MB FREE',
  ]) {
    expect(splitMessages(`${received}\n${words}\n${cashIn}`), words).toEqual([received, words, cashIn]);
  }
});

test('IDs pasted line under line are one message each', () => {
  expect(splitMessages('88120034501\n88120034502\n\n88120034503')).toHaveLength(3);
});

test('what a payer writes makes no second message and no other kind', () => {
  const [received = ''] = SHAPES[0] ?? [];
  for (const words of [
    'x Cash In received for GHS 900.00 from ME',
    'has been reversed',
    'your payment failed',
    'interest',
    'loan',
    'You have sent GHS 5.00 to ME',
    'Ref: 1',
  ]) {
    const forged = received.replace('gr 71-22', words);
    expect(splitMessages(forged)).toEqual([forged]);
    expect(read(forged).kind).toBe('received');
    expect(['', '310.00']).toContain(read(forged).amount);
  }
  expect(read(received.replace('gr 71-22', 'Cash In received for GHS 900.00')).amount).toBe('');
});

test('spaces of every kind and signs that nobody sees change nothing', () => {
  const texts = SHAPES.map(([text]) => `\u200b${text.replaceAll(' ', '\u00a0')}`);
  expect(splitMessages(texts.join('\n')).map(read)).toEqual(SHAPES.map(([text]) => read(text)));
});

test('amounts keep to themselves in every spelling of the currency', () => {
  for (const currency of ['GHS', 'GHS ', 'GHC', 'GH₵ ', 'GH¢', '₵']) {
    const text = `Payment received for ${currency}310.00 from EFUA TAWIAH Current Balance: ${currency}9.00. Transaction ID: 88120034501.`;
    expect(read(text)).toMatchObject({ kind: 'received', amount: '310.00', payer_name: 'EFUA TAWIAH' });
  }
});

test('no line of any text is lost, and none is in two messages', () => {
  const line = fc.oneof(fc.constantFrom(...SHAPES.map(([text]) => text), '', ' '), fc.string({ unit: 'binary' }));
  const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter((one) => one.trim() !== '');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = lines.join('\n');
      expect(splitMessages(text).flatMap(linesOf)).toEqual(linesOf(text));
    }),
    { numRuns: 500 },
  );
});
