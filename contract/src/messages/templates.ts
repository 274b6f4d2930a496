/**
 * The fields of templates: what each stands for, and an example. None of them holds a stranger's
 * words; a reason is written by staff.
 */
export const TEMPLATE_FIELDS = {
  company: { says: 'the company’s name', example: 'Banbo Driver Safety' },
  driver_code: { says: 'the driver code', example: 'DRV000398K' },
  tenant_code: { says: 'the tenant code', example: 'TNT-004417-V' },
  since: { says: 'the day since which it is due', example: '31 Dec 2026' },
  link: { says: 'the link', example: 'https://banbo.example/member_password#code=K7QX9-M2P4T' },
  code: { says: 'the password code', example: 'K7QX9-M2P4T' },
  hours: { says: 'the hours for which it is good', example: '24' },
  phone: { says: 'the company’s number', example: '030 200 1234' },
  amount: { says: 'the sum', example: 'GHS 900.00' },
  transaction_id: { says: 'the transaction ID', example: '68576386182' },
  count: { says: 'how many payments', example: '2' },
  days: { says: 'the days that were waited', example: '14' },
  months: { says: 'what is due', example: '3 months since August 2026 and other fees' },
  pay_to: { says: 'the MoMo number or numbers to pay to', example: 'MTN 024 123 4567, Telecel 020 123 4567' },
  where: { says: 'where to send the transaction ID', example: 'at https://banbo.example/main_payments' },
  reason: { says: 'the reason that staff gave', example: 'The car is registered to somebody else.' },
  receipts: { says: 'the number of the receipt', example: 'R000123 and 2 more' },
  paid_by: { says: 'how it was paid', example: 'MoMo' },
  paid_to: { says: 'the person or number that it was paid to', example: '024 123 4567' },
  reference: { says: 'the reference of the payout', example: '87425747421' },
  incident: { says: 'the number of the call for help', example: '2026-0412' },
  grade: { says: 'what it is', example: 'SOS' },
  suit_number: { says: 'the number of the suit', example: 'LD/0123/2024' },
  court: { says: 'the court', example: 'High Court (Land Division)' },
  when: { says: 'the day, and the time where it is known', example: '24 Nov 2026 at 09:00' },
  minutes: { says: 'the minutes since then', example: '10' },
  outage: {
    says: 'since when trackers do not report, and why',
    example:
      'No tracker has reported since 26 Nov 2026, 09:52. Nothing arrives: look at Traccar and its way to this server.',
  },
} as const;
export type TemplateField = keyof typeof TEMPLATE_FIELDS;

type Template = {
  label: string;
  /** When it is sent, and to whom. */
  when: string;
  /** The fields that it knows. */
  fields: readonly TemplateField[];
  /** The fields that its words must have. */
  required: readonly TemplateField[];
  /** The built-in words. */
  words: string;
  /** The most text messages that it may take with example values. */
  parts: number;
  /** Sent only where the address of the product is known to the server, or only where it is not. */
  links?: 'known' | 'unknown';
  examples?: Partial<Record<TemplateField, string>>;
};

const ANSWER = 'Offered to staff who answer a contact message; the company’s name stands before it';

const define = <const T extends Record<string, Template>>(templates: T): T => templates;

/** The text messages that the product sends, with their built-in words. */
export const TEMPLATES = define({
  welcome: {
    label: 'Registration, with a link',
    when: 'To a new driver, with the link to set a password',
    fields: ['company', 'driver_code', 'hours', 'link'],
    required: ['driver_code', 'link'],
    words: '{company}: welcome. Your driver code is {driver_code}. Set your password within {hours} hours: {link}',
    parts: 2,
    links: 'known',
  },
  welcome_code: {
    label: 'Registration, with a code',
    when: 'To a new driver, with the code to set a password',
    fields: ['company', 'driver_code', 'hours', 'code'],
    required: ['driver_code', 'code'],
    words:
      '{company}: welcome. Your driver code is {driver_code}. Your password code, good for {hours} hours: {code}. ' +
      'Enter it on our website under Member sign-in.',
    parts: 2,
    links: 'unknown',
  },
  another_car: {
    label: 'Another car, with a link',
    when: 'To a person whose further car was registered, with the link to set its password',
    fields: ['company', 'driver_code', 'hours', 'link'],
    required: ['driver_code', 'link'],
    words: "{company}: your new car's driver code is {driver_code}. Set your password within {hours} hours: {link}",
    parts: 2,
    links: 'known',
  },
  another_car_code: {
    label: 'Another car, with a code',
    when: 'To a person whose further car was registered, with the code to set its password',
    fields: ['company', 'driver_code', 'hours', 'code'],
    required: ['driver_code', 'code'],
    words:
      "{company}: your new car's driver code is {driver_code}. Your password code, good for {hours} hours: {code}. " +
      'Enter it on our website under Member sign-in.',
    parts: 2,
    links: 'unknown',
  },
  tenant_link: {
    label: 'A tenant’s sign-in, with a link',
    when: 'To the number on record of a tenant who asked for a sign-in, with the link to set a password',
    fields: ['company', 'tenant_code', 'hours', 'link'],
    required: ['tenant_code', 'link'],
    words: '{company}: set the password of {tenant_code} within {hours} hours: {link}',
    parts: 2,
    links: 'known',
    examples: {
      link: 'https://banbo.example/tenant_password?user=TNT-004417-V#code=K7QX9-M2P4T-K7QX9-M2P4T-K7QX9',
    },
  },
  tenant_code: {
    label: 'A tenant’s sign-in, with a code',
    when: 'To the number on record of a tenant who asked for a sign-in, with the code to set a password',
    fields: ['company', 'tenant_code', 'hours', 'code'],
    required: ['tenant_code', 'code'],
    words:
      '{company}: the setup code of {tenant_code}, good for {hours} hours: {code}. ' +
      'Enter it on our website under Tenant Login.',
    parts: 2,
    links: 'unknown',
    examples: { code: 'K7QX9-M2P4T-K7QX9-M2P4T-K7QX9' },
  },
  car_refused: {
    label: 'Another car refused',
    when: 'To a member whose request for another car was refused',
    fields: ['company', 'reason', 'phone'],
    required: ['reason'],
    words:
      '{company}: we cannot register the other car that you asked for. Questions? Call {phone}. The reason: {reason}',
    parts: 2,
  },
  stolen_declared: {
    label: 'Car declared stolen',
    when: 'To the owner of a car that staff declare stolen',
    fields: ['company', 'driver_code', 'phone'],
    required: ['driver_code', 'phone'],
    words:
      '{company}: your car ({driver_code}) is declared stolen, and we search for it. Questions, or found? Call {phone}.',
    parts: 1,
  },
  stolen_ended: {
    label: 'Car no longer declared stolen',
    when: 'To the owner of a car once staff end the search for it',
    fields: ['company', 'driver_code', 'phone'],
    required: ['driver_code'],
    words: '{company}: your car ({driver_code}) is no longer declared stolen. Questions? Call {phone}.',
    parts: 1,
  },
  incident_unanswered: {
    label: 'Call for help that nobody acknowledges',
    when: 'To the supervisors in General Setup, at any hour, at most three times about one call',
    fields: ['company', 'grade', 'incident', 'driver_code'],
    required: ['incident'],
    words: '{company}: {grade} {incident} of {driver_code} is not acknowledged by anybody. Please see to it now.',
    parts: 1,
  },
  call_code: {
    label: 'Code to confirm a call for help',
    when: 'To the number in the record of a driver for whom an unknown phone calls for help, when it asks for the code',
    fields: ['company', 'code', 'minutes'],
    required: ['code'],
    words:
      '{company}: {code} confirms your call for help, within {minutes} minutes. Tell it to nobody who calls you. ' +
      'Did you not call for help? Then ignore this.',
    parts: 2,
    examples: { code: '482913', minutes: '15' },
  },
  call_unanswered: {
    label: 'No answer yet to a call by text',
    when: 'To a driver who calls for help by text message, where nobody has acknowledged it for a minute, once',
    fields: ['company'],
    required: [],
    words: '{company}: nobody in our office has answered your call for help yet. Please call 112 now. We keep ringing.',
    parts: 1,
  },
  nobody_on_shift: {
    label: 'Nobody looks at the board of emergencies',
    when: 'To the supervisors in General Setup, once nobody has had the board open for ten minutes',
    fields: ['company', 'minutes'],
    required: [],
    words: '{company}: nobody has looked at the board of emergencies for {minutes} minutes. Please see to it.',
    parts: 1,
  },
  feeds_stopped: {
    label: 'Trackers do not report',
    when: 'To the supervisors in General Setup, once no tracker reports any more, or most fell silent together; at any hour',
    fields: ['company', 'outage'],
    required: ['outage'],
    words: '{company}: {outage}',
    parts: 2,
  },
  team_sent: {
    label: 'Response team sent',
    when: 'To a response team’s phone, with the link to the call for help; at any hour',
    fields: ['company', 'grade', 'incident', 'link'],
    required: ['link'],
    words: '{company}: {grade} {incident}. Please go now: {link}',
    parts: 1,
    links: 'known',
  },
  team_recalled: {
    label: 'Response team called back',
    when: 'To a response team’s phone, when the office calls it back; at any hour',
    fields: ['company', 'incident', 'phone'],
    required: ['incident'],
    words: '{company}: you are not needed for {incident} any more. Questions? Call {phone}.',
    parts: 1,
  },
  hearing: {
    label: 'Hearing ahead',
    when: 'A week and a day before a hearing, to the person who follows the court case, and to tenants whom it concerns where the office wants it',
    fields: ['company', 'suit_number', 'court', 'when', 'phone'],
    required: ['suit_number', 'when'],
    words: '{company}: the suit {suit_number} is heard on {when}, {court}. Questions? Call {phone}.',
    parts: 2,
  },
  password: {
    label: 'Forgotten password, with a link',
    when: 'To a driver who pressed ‘Forgot password?’; it is good for an hour',
    fields: ['company', 'link'],
    required: ['link'],
    words: '{company}: set a new password within an hour: {link} If you did not ask for it, do nothing.',
    parts: 2,
    links: 'known',
  },
  password_code: {
    label: 'Forgotten password, with a code',
    when: 'To a driver who pressed ‘Forgot password?’; it is good for an hour',
    fields: ['company', 'code'],
    required: ['code'],
    words:
      '{company}: set a new password within an hour with this code: {code}. If you did not ask for it, do nothing.',
    parts: 2,
    links: 'unknown',
  },
  code_made: {
    label: 'Password code made at the office',
    when: 'To a driver for whom staff made a password code, so that a false one is noticed',
    fields: ['company', 'phone'],
    required: ['phone'],
    words: '{company}: our office made a password code for you. If you did not ask for it, call {phone}.',
    parts: 2,
  },
  receipt: {
    label: 'Receipt',
    when: 'To a driver whose payment was cleared. It is one text message, or the built-in words are sent',
    fields: ['company', 'amount', 'receipts', 'link'],
    required: ['link'],
    words: '{company}: we received {amount}. Thank you. Receipt {receipts}: {link}',
    parts: 1,
    links: 'known',
    examples: { receipts: 'R000123', link: 'https://banbo.example/receipt/7Q2MXK4D9H3BZT10' },
  },
  refund: {
    label: 'Refund paid',
    when: 'To a driver whose refund was paid out',
    fields: ['company', 'amount', 'paid_by', 'paid_to', 'reference', 'phone'],
    required: ['amount'],
    words:
      '{company}: we paid you back {amount} by {paid_by}, to {paid_to}, reference {reference}. Not received? Call {phone}.',
    parts: 2,
  },
  reminder: {
    label: 'Reminder of what is due',
    when: 'To drivers whom staff remind of what they owe, once they have read it. Long values are shortened to fit one text message',
    fields: ['company', 'amount', 'driver_code', 'months', 'pay_to', 'where'],
    required: ['amount', 'driver_code', 'pay_to'],
    words:
      '{company}: {amount} is due for {driver_code}: {months}. Pay to {pay_to} and send the MoMo ID {where}. ' +
      'Paid? Call us.',
    parts: 1,
    // The longest values, as they are shortened where the text would take more than one message.
    examples: {
      amount: 'GHS 12,000.00',
      months: '12 months since Sep 2026 and fees',
      pay_to: 'MTN 024 123 4567',
      where: 'to us',
    },
  },
  rent_reminder: {
    label: 'Reminder of ground rent',
    when: 'To tenants whom staff remind of ground rent, once they have read it. Long values are shortened to fit one text message',
    fields: ['company', 'amount', 'tenant_code', 'since', 'pay_to'],
    required: ['amount', 'tenant_code', 'pay_to'],
    words: '{company}: {amount} of ground rent is due for {tenant_code} since {since}. Pay to {pay_to}. Paid? Call us.',
    parts: 1,
    examples: { amount: 'GHS 12,000.00', pay_to: 'MTN 024 123 4567' },
  },
  claim_ended: {
    label: 'Payment not found',
    when: 'To a driver whose payment found no receipt in time and was rejected',
    fields: ['company', 'amount', 'transaction_id', 'days'],
    required: ['transaction_id'],
    words:
      '{company}: your payment of {amount}, transaction ID {transaction_id}, was not found within {days} days and so ' +
      'rejected. If you did pay, please contact us.',
    parts: 2,
  },
  answer_call: {
    label: 'Answer: we will call you',
    when: ANSWER,
    fields: ['phone'],
    required: [],
    words: 'Thank you for your message. We will call you today. You can also call us on {phone}.',
    parts: 1,
  },
  answer_pay: {
    label: 'Answer: how to pay',
    when: ANSWER,
    fields: ['pay_to', 'where'],
    required: ['pay_to'],
    words: 'Please pay by MoMo to {pay_to} and send the transaction ID {where}.',
    parts: 2,
  },
  answer_found: {
    label: 'Answer: payment found',
    when: ANSWER,
    fields: ['phone'],
    required: [],
    words: 'We have found your payment. Thank you. If anything is still wrong, call {phone}.',
    parts: 1,
  },
  answer_id: {
    label: 'Answer: transaction ID needed',
    when: ANSWER,
    fields: ['phone'],
    required: [],
    words: 'We could not find your payment. Please send us the transaction ID of your MoMo message, or call {phone}.',
    parts: 2,
  },
  answer_office: {
    label: 'Answer: please come to the office',
    when: ANSWER,
    fields: ['phone'],
    required: [],
    words: 'Please bring your car and your ID card to our office. Questions? Call {phone}.',
    parts: 1,
  },
  claims_ended: {
    label: 'Several payments not found',
    when: 'The same, where several were rejected at once',
    fields: ['company', 'count', 'days'],
    required: ['count'],
    words:
      '{company}: {count} payments sent for your cars were not found within {days} days and so rejected. ' +
      'If you did pay, please contact us.',
    parts: 2,
  },
});

export type TemplateKey = keyof typeof TEMPLATES;
export const TEMPLATE_KEYS = Object.keys(TEMPLATES) as [TemplateKey, ...TemplateKey[]];

/** The values that a template's words are filled with. */
export type TemplateValues<Key extends TemplateKey> = Record<(typeof TEMPLATES)[Key]['fields'][number], string>;

/** The parts of a template that its rules need. */
export const templateOf = (key: TemplateKey): Template => TEMPLATES[key];
