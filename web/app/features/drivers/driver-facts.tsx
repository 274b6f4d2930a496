import { type Driver, formatDay, formatInstant, formatMonth, formatPhone, isExpired, planOf } from '@banbo/contract';
import type { ReactNode } from 'react';
import { EmailText } from '~/components/email-text.tsx';
import type { Fact } from '~/components/fact-list.tsx';
import { StatusBadge } from '~/components/status-badge.tsx';

const phone = (number: string): string => (number ? formatPhone(number) : '');

const known = (day: string): string => (day === '' ? '' : formatDay(day));

const expiry = (day: string): ReactNode =>
  isExpired(day) ? (
    <>
      {formatDay(day)} <StatusBadge tone="bad">Expired</StatusBadge>
    </>
  ) : (
    known(day)
  );

/** `Standard from November 2026, Platinum from January 2027`. */
const planHistory = ({ plans }: Driver): string =>
  plans.map(({ plan, from }) => `${planOf(plan)?.name} from ${formatMonth(from)}`).join(', ');

/** Everything staff see of a driver, in the order of the registration's pages. */
export const driverFacts = (driver: Driver): readonly { heading: string; facts: readonly Fact[] }[] => [
  {
    heading: 'Personal information',
    facts: [
      ['Gender', driver.gender],
      ['Date of birth', known(driver.date_of_birth)],
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
      ['ID number', driver.id_number],
      ['Date issued', known(driver.date_issued)],
      ['Expiry date', expiry(driver.expiry_date)],
    ],
  },
  {
    heading: 'Contact information',
    facts: [
      ['Mobile number', phone(driver.mobile_number)],
      ['E-mail', driver.email && <EmailText key="email" email={driver.email} />],
      ['Spouse mobile number', phone(driver.spouse_mobile_number)],
      ['GPS address', driver.gps_address],
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
