import {
  ALL_STATES,
  changesText,
  type Driver,
  driverChangeList,
  formatDay,
  formatPaidMonth,
  groupThousands,
  listOutbox,
  listPayments,
  MESSAGE_STATUS_LABELS,
  PAYMENT_MODE_LABELS,
  PAYMENT_STATUS_LABELS,
  type PaymentRecord,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './record.module.css';

/** The events of each kind that are asked for, and how many are shown in all. */
const ASKED = 5;
const SHOWN = 7;

type Event = { key: string; at: string; text: ReactNode };

const FRESH = { staleTime: 0 } as const;

const monthWords = (payment: PaymentRecord): string => {
  const month = formatPaidMonth(payment);
  return month === '' ? payment.payment_type : month;
};

const paymentEvent = (payment: PaymentRecord, mayClear: boolean): Event => {
  const { id, status, status_reason, transaction_id, transaction_date: at } = payment;
  const amount = groupThousands(payment.amount_paid);
  if (status === 'submitted') {
    const open = mayClear && <Link to={`/payment_clearance?search=${transaction_id}`}>Open the case</Link>;
    const text = (
      <>
        Claim of {amount} for {monthWords(payment)} waits{open && <span className="not-printed"> · {open}</span>}
      </>
    );
    return { key: `payment ${id}`, at, text };
  }
  const view = (
    <Link to={`/view_driver/${payment.driver_id}/payments?payment=${id}`}>
      {amount} for {monthWords(payment)}
    </Link>
  );
  const reason = status_reason ? `: ${status_reason}` : '';
  const text = (
    <>
      {view} {PAYMENT_STATUS_LABELS[status].toLowerCase()}, {PAYMENT_MODE_LABELS[payment.mode]}
      {reason}
    </>
  );
  return { key: `payment ${id}`, at, text };
};

/** The last claims, payments, messages and changes of a driver, the newest first. */
export function DriverNews({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { id, driver_code, mobile_number, registered_at, removed_at } = driver;
  const payments = useQuery({
    ...read(listPayments, { query: { driver_code, status: ALL_STATES, size: ASKED } }),
    ...FRESH,
    enabled: can('payments.read'),
  });
  const messages = useQuery({
    ...read(listOutbox, { query: { channel: 'sms', recipient: mobile_number, size: ASKED } }),
    ...FRESH,
    enabled: can('outbox.read') && mobile_number !== '' && removed_at === null,
  });
  const changes = useQuery({ ...read(driverChangeList.page, { query: { driver_id: id, size: ASKED } }), ...FRESH });
  const events: Event[] = [
    ...(payments.data ?? []).map((payment) => paymentEvent(payment, can('payments.clear'))),
    ...(messages.data ?? []).map((message) => ({
      key: `message ${message.id}`,
      at: message.created_at,
      text: `${message.subject || 'Text'} · ${MESSAGE_STATUS_LABELS[message.status].toLowerCase()}`,
    })),
    ...(changes.data ?? []).map((entry) => ({
      key: `change ${entry.id}`,
      at: entry.changed_at,
      text: `Changed by ${entry.changed_by}: ${changesText(entry) || entry.reason}`,
    })),
    { key: 'registered', at: registered_at, text: 'Registered' },
  ];
  const shown = [...events].sort((one, other) => other.at.localeCompare(one.at)).slice(0, SHOWN);
  return (
    <section className={`card ${styles.feed}`} aria-label="Just now">
      <h2>Just now</h2>
      <ul>
        {shown.map(({ key, at, text }) => (
          <li key={key}>
            <strong>{formatDay(at.slice(0, 10))}</strong> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
