import {
  type Driver,
  formatDay,
  formatInstant,
  formatMonth,
  formatPhone,
  isExpired,
  planOf,
  today,
} from '@banbo/contract';
import type { ReactNode } from 'react';
import { EmailText } from '~/components/record/email-text.tsx';
import type { Fact } from '~/components/record/fact-list.tsx';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import { Copied } from './record/copied.tsx';
import styles from './record/record.module.css';

const phone = (number: string): string => (number ? formatPhone(number) : '');

/** A day as it is shown; nothing where it is not known. */
export const knownDay = (day: string): string => (day === '' ? '' : formatDay(day));

const expiry = (day: string): ReactNode =>
  isExpired(day) ? (
    <>
      {formatDay(day)} <StatusBadge tone="bad">Expired</StatusBadge>
    </>
  ) : (
    knownDay(day)
  );

/** Each plan with its first month, the last one first; the one that holds in this month is marked. */
const planHistory = ({ plans }: Driver): ReactNode => {
  const month = today().slice(0, 7);
  const holds = plans.filter(({ from }) => from <= month).at(-1);
  if (plans.length === 0) return '';
  return (
    <ul className={styles.plans}>
      {[...plans].reverse().map((one) => (
        <li key={one.from}>
          {planOf(one.plan)?.name} from {formatMonth(one.from)}{' '}
          {one === holds && <StatusBadge tone="good">Now</StatusBadge>}
        </li>
      ))}
    </ul>
  );
};

const copied = (text: string, of: string, shown = text): ReactNode =>
  text && <Copied key={of} text={text} shown={shown} of={of} />;

/** Everything staff see of a driver, in the order of the registration's pages. */
export const driverFacts = (driver: Driver): readonly { heading: string; facts: readonly Fact[] }[] => [
  {
    heading: 'Personal information',
    facts: [
      ['Gender', driver.gender],
      ['Date of birth', knownDay(driver.date_of_birth)],
      ['Nationality', driver.nationality],
      ['Marital status', driver.marital_status],
      ['Registered', formatInstant(driver.registered_at)],
      ['Plan', planHistory(driver)],
    ],
  },
  {
    heading: 'Identification',
    facts: [
      ['Type', driver.identification_type],
      ['ID number', copied(driver.id_number, 'ID number')],
      ['Date issued', knownDay(driver.date_issued)],
      ['Expiry date', expiry(driver.expiry_date)],
    ],
  },
  {
    heading: 'Contact information',
    facts: [
      ['Mobile number', copied(driver.mobile_number, 'mobile number', phone(driver.mobile_number))],
      ['E-mail', driver.email && <EmailText key="email" email={driver.email} />],
      ['Spouse mobile number', phone(driver.spouse_mobile_number)],
      ['GPS address', copied(driver.gps_address, 'GPS address')],
    ],
  },
  {
    heading: 'Next of kin',
    facts: [
      ['Name', driver.next_of_kin],
      ['Relationship', driver.kin_relationship],
      ['Mobile number', phone(driver.kin_mobile_number)],
    ],
  },
  {
    heading: 'Reference person',
    facts: [
      ['Name', driver.reference_person],
      ['Mobile number', phone(driver.reference_mobile_number)],
    ],
  },
];
