import { buffer } from 'node:stream/consumers';
import {
  alarmLabel,
  auditActionLabel,
  CAR_REQUEST_LABELS,
  changesText,
  type Driver,
  type DriverChangeEntry,
  type DriverLook,
  feeName,
  formatDay,
  formatInstant,
  formatMoney,
  formatMonth,
  formatPhone,
  fromPesewas,
  fullName,
  LOOKED_AT_LABELS,
  type OwnPayment,
  type OwnSession,
  PAYMENT_MODE_LABELS,
  PAYMENT_STATUS_LABELS,
  planOf,
  REFUND_STATUS_LABELS,
  today,
  WATCH_KIND_LABELS,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { audit, historyOf } from '#domains/audit';
import { fittingsOf } from '#domains/devices';
import { type HtmlSection, makeHtml } from '#domains/documents';
import { driverChangesSource, lastRequestsOf, looksSource, openPhoto, photoOf, showDriver } from '#domains/drivers';
import { sessionsOf } from '#domains/identity';
import { creditOf } from '#domains/ledger';
import { contactMessagesOf, contactRepliesTo, type MessageTo, messagesTo } from '#domains/messages';
import { ownDriver, ownPaymentsSource } from '#domains/payments';
import { allRefundsOf } from '#domains/refunds';
import type { KeptSite } from '#domains/site';
import { type OwnTraces, tracesOf } from '#domains/tracking';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';

/** All data about one driver. Credit is in pesewas. */
export type PersonalData = {
  driver: Driver;
  photo: Uint8Array | null;
  credit: bigint;
  payments: readonly OwnPayment[];
  refunds: Awaited<ReturnType<typeof allRefundsOf>>;
  /** Trackers that the car has or had. */
  fittings: Awaited<ReturnType<typeof fittingsOf>>;
  messages: readonly MessageTo[];
  sessions: readonly OwnSession[];
  changes: Awaited<ReturnType<typeof historyOf>>;
  looks: readonly DriverLook[];
  corrections: readonly DriverChangeEntry[];
  carRequests: Awaited<ReturnType<typeof lastRequestsOf>>;
  written: Awaited<ReturnType<typeof contactMessagesOf>>;
  replies: Awaited<ReturnType<typeof contactRepliesTo>>;
  traces: OwnTraces;
};

const LOOKS = { page: 1, size: 100, sort: '-looked_at' } as const;
const CHANGES = { page: 1, size: 200, sort: '-changed_at' } as const;

const allPayments = async (db: Db, driverId: string): Promise<OwnPayment[]> => {
  const payments: OwnPayment[] = [];
  for await (const batch of ownPaymentsSource.batches(db, { sort: '-transaction_date' }, driverId))
    payments.push(...batch);
  return payments;
};

/** Gathers each domain's data about a driver, also a removed one; refused with 404 `not_found`. */
export const gatherPersonalData = async (
  { db, files, now }: { db: Db; files: FileStore; now: Date },
  driverId: string,
): Promise<PersonalData> => {
  const driver = await showDriver(db, driverId);
  const { driver_code, mobile_number, registered_at } = driver;
  // A number may have had another owner before, and the mail address is unproved.
  const recipients = { recipients: [mobile_number], from: new Date(registered_at) };
  return {
    driver,
    photo: driver.photo === null ? null : await buffer(await openPhoto(files, await photoOf(db, driverId))),
    credit: (await creditOf(db, [driverId])).get(driverId) ?? 0n,
    payments: await allPayments(db, driverId),
    refunds: await allRefundsOf(db, driverId),
    fittings: await fittingsOf(db, { driver_id: driverId }),
    messages: driver.removed_at === null ? await messagesTo(db, recipients) : [],
    sessions: await sessionsOf(db, driver_code, now),
    changes: await historyOf(db, { kind: 'driver', id: driverId }),
    corrections: (await driverChangesSource.page(db, { ...CHANGES, driver_id: driverId }, undefined)).rows,
    carRequests: await lastRequestsOf(db, driverId, 200),
    written: await contactMessagesOf(db, driverId),
    replies: await contactRepliesTo(db, driverId),
    traces: await tracesOf(db, driverId),
    looks: (await looksSource.page(db, { ...LOOKS, driver_code }, undefined)).rows,
  };
};

const day = (value: string): string => (value === '' ? '' : formatDay(value));

const personOf = (driver: Driver): HtmlSection => ({
  heading: 'You',
  facts: [
    ...(driver.last_name === '' ? [] : [['Last name', driver.last_name] as const]),
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

const refundsOf = ({ refunds }: PersonalData): HtmlSection => ({
  heading: 'Money that was to be paid back to you',
  table: {
    columns: ['Asked for', 'Amount', 'Why', 'Paid to', 'By', 'Reference', 'State'],
    rows: refunds.map((refund) => [
      formatInstant(refund.asked_at.toISOString()),
      formatMoney(refund.amount),
      refund.reason,
      refund.paid_to,
      PAYMENT_MODE_LABELS[refund.mode],
      refund.reference ?? '',
      [REFUND_STATUS_LABELS[refund.status], refund.status_reason].filter(Boolean).join(': '),
    ]),
  },
});

const trackersOf = ({ fittings }: PersonalData): HtmlSection => ({
  heading: 'Trackers in your car',
  note: 'Where the car was is on your page, My car, day by day, as long as places are kept.',
  table: {
    columns: ['Tracker', 'Fitted', 'By', 'Taken out', 'Why'],
    rows: fittings.map(({ imei, fitted_at, fitted_by, removed_at, removal_reason }) => [
      imei,
      formatInstant(fitted_at.toISOString()),
      fitted_by,
      removed_at === null ? '' : formatInstant(removed_at.toISOString()),
      removal_reason ?? '',
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

const instant = (at: Date | null): string => (at === null ? '' : formatInstant(at.toISOString()));

const tracesIn = ({ traces: { alarms, watched, stolen } }: PersonalData): readonly HtmlSection[] => [
  {
    heading: 'Alarms of your tracker',
    note: 'The newest 200.',
    table: {
      columns: ['When', 'Alarm', 'Place'],
      rows: alarms.map(({ kind, at, latitude, longitude }) => [
        instant(at),
        alarmLabel(kind),
        latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
      ]),
    },
  },
  {
    heading: 'What our watch over your tracker found',
    note: 'The newest 200.',
    table: {
      columns: ['Since', 'What', 'Cause'],
      rows: watched.map(({ kind, since, fence, status_reason }) => [
        instant(since),
        [WATCH_KIND_LABELS[kind], fence].filter(Boolean).join(': '),
        status_reason ?? '',
      ]),
    },
  },
  {
    heading: 'When your car was declared stolen',
    table: {
      columns: ['Declared', 'Last seen', 'Ended', 'Outcome'],
      rows: stolen.map((one) => [
        instant(one.declared_at),
        one.last_seen,
        instant(one.ended_at),
        one.status_reason ?? '',
      ]),
    },
  },
];

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
    heading: 'When our staff looked at your page or your car’s place',
    note: 'The newest hundred, one entry an hour of each.',
    table: {
      columns: ['When', 'What'],
      rows: looks.map(({ looked_at, what }) => [formatInstant(looked_at), LOOKED_AT_LABELS[what]]),
    },
  },
];

/** The sections in the order in which a person asks for them. */
export const personalSections = (data: PersonalData): HtmlSection[] => [
  personOf(data.driver),
  membershipOf(data),
  paymentsOf(data),
  refundsOf(data),
  trackersOf(data),
  messagesOf(data),
  writtenOf(data),
  repliesOf(data),
  signInsOf(data),
  requestsOf(data),
  correctionsOf(data),
  ...tracesIn(data),
  ...staffOf(data),
];

export type PersonalDataDeps = { db: Db; notes: LateNotes; files: FileStore; now: () => Date; site: KeptSite };

export type PersonalDataFile = { name: string; html: string };

const fileOf = async (data: PersonalData, { site, now }: PersonalDataDeps): Promise<PersonalDataFile> => {
  const { company_name, email } = await site.read();
  const { driver, photo } = data;
  const name = fullName(driver);
  const html = makeHtml({
    title: `Your data at ${company_name}`,
    lead: `All that we hold of ${name}, ${driver.driver_code}, as of ${formatDay(today(now()))}. To have something corrected or erased, write to ${email}.`,
    ...(photo && { picture: { jpeg: photo, alt: `Photo of ${name}` } }),
    sections: personalSections(data),
  });
  return { name: `${driver.driver_code}-personal-data.html`, html };
};

const gather = ({ db, files, now }: PersonalDataDeps, driverId: string): Promise<PersonalData> =>
  gatherPersonalData({ db, files, now: now() }, driverId);

/** Makes the file of a driver's data for staff, and logs that. Refused with 404 `not_found`. */
export const giveOutPersonalData = async (
  deps: PersonalDataDeps,
  caller: Caller,
  driverId: string,
): Promise<PersonalDataFile> => {
  const data = await gather(deps, driverId);
  const subject = { kind: 'driver', id: data.driver.id, name: data.driver.driver_code };
  const at = deps.now();
  const about = { action: 'drivers.give_out', actor: caller.accountId, driver: subject.id, at: at.toISOString() };
  await deps.notes.keep(about, (db) => audit(db, caller, { action: 'drivers.give_out', subject }, at));
  return fileOf(data, deps);
};

/** Makes the file of a member's own data; refused with 404 `not_found` without a current driver. */
export const ownPersonalData = async (deps: PersonalDataDeps, { accountId }: Caller): Promise<PersonalDataFile> =>
  fileOf(await gather(deps, (await ownDriver(deps.db, accountId)).id), deps);
