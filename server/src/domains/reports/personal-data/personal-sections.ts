import {
  auditActionLabel,
  CAR_REQUEST_LABELS,
  changesText,
  type Driver,
  feeName,
  formatDay,
  formatInstant,
  formatMoney,
  formatMonth,
  formatPhone,
  fromPesewas,
  PAYMENT_STATUS_LABELS,
  planOf,
} from '@banbo/contract';
import type { HtmlSection } from '#domains/documents';
import type { PersonalData } from './gather-personal-data.ts';

const day = (value: string): string => (value === '' ? '' : formatDay(value));

const personOf = (driver: Driver): HtmlSection => ({
  heading: 'You',
  facts: [
    ['Last name', driver.last_name],
    ['First name', driver.first_name],
    ['Gender', driver.gender],
    ['Date of birth', day(driver.date_of_birth)],
    ['Nationality', driver.nationality],
    ['Marital status', driver.marital_status],
    ['Identification', `${driver.identification_type} ${driver.id_number}`.trim()],
    ['Date issued', day(driver.date_issued)],
    ['Expiry date', day(driver.expiry_date)],
    ['Mobile number', formatPhone(driver.mobile_number)],
    ['E-mail', driver.email],
    ['Spouse mobile number', formatPhone(driver.spouse_mobile_number)],
    ['GPS address', driver.gps_address],
    ['Next of kin', `${driver.next_of_kin} ${driver.kin_relationship}`.trim()],
    ['Next of kin mobile number', formatPhone(driver.kin_mobile_number)],
    ['Reference person', driver.reference_person],
    ['Reference mobile number', formatPhone(driver.reference_mobile_number)],
  ],
});

const membershipOf = ({ driver, credit }: PersonalData): HtmlSection => ({
  heading: 'Your membership',
  facts: [
    ['Driver code', driver.driver_code],
    ['Car number', driver.car_number],
    ['Registered', formatInstant(driver.registered_at)],
    ['Plan', driver.plans.map(({ plan, from }) => `${planOf(plan)?.name} from ${formatMonth(from)}`).join(', ')],
    ['Removed', driver.removed_at === null ? '' : `${formatInstant(driver.removed_at)}: ${driver.removal_reason}`],
    ['Credit', formatMoney(fromPesewas(credit))],
  ],
});

const paymentsOf = ({ payments }: PersonalData): HtmlSection => ({
  heading: 'Your payments',
  table: {
    columns: ['Date', 'For', 'Transaction ID', 'Amount', 'State'],
    rows: payments.map((payment) => [
      formatDay(payment.transaction_date),
      feeName(payment),
      payment.transaction_id,
      formatMoney(payment.amount_paid),
      [PAYMENT_STATUS_LABELS[payment.status], payment.status_reason].filter(Boolean).join(': '),
    ]),
  },
});

const messagesOf = ({ messages }: PersonalData): HtmlSection => ({
  heading: 'Messages to you of the last days',
  note: 'The words of a message are removed once it is sent.',
  table: {
    columns: ['Written', 'By', 'About', 'State'],
    rows: messages.map(({ created_at, channel, subject, status }) => [
      formatInstant(created_at.toISOString()),
      channel === 'sms' ? 'Text' : 'Mail',
      subject,
      status,
    ]),
  },
});

const signInsOf = ({ sessions }: PersonalData): HtmlSection => ({
  heading: 'Where you are signed in',
  table: {
    columns: ['Since', 'Last used', 'Device', 'Address'],
    rows: sessions.map((session) => [
      formatInstant(session.signed_in_at),
      formatInstant(session.last_used_at),
      session.device,
      session.address,
    ]),
  },
});

const writtenOf = ({ written }: PersonalData): HtmlSection => ({
  heading: 'Messages that you sent us',
  table: {
    columns: ['When', 'Subject', 'Message'],
    rows: written.map(({ received_at, subject, message }) => [
      formatInstant(received_at.toISOString()),
      subject,
      message,
    ]),
  },
});

const repliesOf = ({ replies }: PersonalData): HtmlSection => ({
  heading: 'Our mails in reply to your messages',
  table: {
    columns: ['When', 'About', 'Reply'],
    rows: replies.map(({ written_at, subject, body }) => [formatInstant(written_at.toISOString()), subject, body]),
  },
});

const requestsOf = ({ carRequests }: PersonalData): HtmlSection => ({
  heading: 'Cars that you asked for',
  table: {
    columns: ['When', 'Car', 'Note', 'Answer'],
    rows: carRequests.map(({ asked_at, car_number, note, status, status_reason }) => [
      formatInstant(asked_at.toISOString()),
      car_number,
      note,
      [CAR_REQUEST_LABELS[status], status_reason].filter(Boolean).join(': '),
    ]),
  },
});

const correctionsOf = ({ corrections }: PersonalData): HtmlSection => ({
  heading: 'Details that our staff changed',
  table: {
    columns: ['When', 'Before and after', 'Why'],
    rows: corrections.map((entry) => [formatInstant(entry.changed_at), changesText(entry), entry.reason]),
  },
});

const staffOf = ({ changes, looks }: PersonalData): readonly HtmlSection[] => [
  {
    heading: 'What our staff did with your record',
    table: {
      columns: ['When', 'What', 'Why'],
      rows: changes.map(({ at, action, reason }) => [
        formatInstant(at.toISOString()),
        auditActionLabel(action),
        reason ?? '',
      ]),
    },
  },
  {
    heading: 'When our staff opened your page',
    note: 'The newest hundred, told once an hour.',
    table: { columns: ['When'], rows: looks.map(({ looked_at }) => [formatInstant(looked_at)]) },
  },
];

/** All that is held of a driver's person, in the order in which a person asks for it. */
export const personalSections = (data: PersonalData): HtmlSection[] => [
  personOf(data.driver),
  membershipOf(data),
  paymentsOf(data),
  messagesOf(data),
  writtenOf(data),
  repliesOf(data),
  signInsOf(data),
  requestsOf(data),
  correctionsOf(data),
  ...staffOf(data),
];
