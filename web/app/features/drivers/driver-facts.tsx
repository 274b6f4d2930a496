import {
  type Driver,
  formatDay,
  formatMonth,
  formatPhone,
  fullName,
  isExpired,
  planOf,
  shownKind,
  shownName,
  today,
} from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { DriverPhoto } from '~/components/record/driver-photo.tsx';
import { EmailText, type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { DriverLoaded } from './driver-loaded.tsx';
import { RemovedNotice } from './driver-standing.tsx';
import styles from './record/record.module.css';

type Props = { text: string; shown?: string; of: string };

/** A code or number with a button that copies it. */
export function Copied({ text, shown = text, of }: Props) {
  return (
    <span className={styles.copied}>
      <span>{shown}</span>
      <CopyButton text={text} of={of} className={`text-button ${styles.copy}`} />
    </span>
  );
}

const phone = (number: string): string => (number ? formatPhone(number) : '');

/** A formatted day, or '' if it is not known. */
export const knownDay = (day: string): string => (day === '' ? '' : formatDay(day));

const expiry = (day: string): ReactNode =>
  isExpired(day) ? (
    <>
      {formatDay(day)} <StatusBadge tone="bad">Expired</StatusBadge>
    </>
  ) : (
    knownDay(day)
  );

/** Plans with their first months, the latest first; this month's is marked. */
export const planHistory = ({ plans }: Pick<Driver, 'plans'>): ReactNode => {
  const month = today().slice(0, 7);
  const holds = plans.filter(({ from }) => from <= month).at(-1);
  if (plans.length === 0) return '';
  return (
    <ul className="stack tight">
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

/** A driver's facts in the order of the registration's pages. */
export const driverFacts = (driver: Driver): readonly { heading: string; facts: readonly Fact[] }[] => [
  {
    heading: 'Personal information',
    facts: [
      ['Gender', driver.gender],
      ['Date of birth', knownDay(driver.date_of_birth)],
      ['Nationality', shownName(driver.nationality)],
      ['Marital status', driver.marital_status],
    ],
  },
  {
    heading: 'Identification',
    facts: [
      ['Type', shownName(driver.identification_type)],
      ['ID number', copied(driver.id_number, 'ID number')],
      ...(driver.id_remark ? [['Remark', driver.id_remark] as const] : []),
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
      ['Name', shownName(driver.next_of_kin)],
      ['Relationship', shownKind(driver.kin_relationship)],
      ['Mobile number', phone(driver.kin_mobile_number)],
    ],
  },
  {
    heading: 'Reference person',
    facts: [
      ['Name', shownName(driver.reference_person)],
      ['Mobile number', phone(driver.reference_mobile_number)],
    ],
  },
];

/** Photo, name and codes of the driver whose record it is. */
export function RecordHead({ driver }: { driver: Driver }) {
  const name = shownName(fullName(driver));
  return (
    <Group wrap="nowrap" mb="md">
      <DriverPhoto id={driver.id} name={name} photo={driver.photo} size="4.5rem" alt={`Photo of ${name}`} />
      <div>
        <Box component="h1" fz="var(--text-xl)" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <p className={`row muted ${styles.codes}`}>
          <span>
            Driver Code <strong>{<Copied text={driver.driver_code} of="driver code" />}</strong>
          </span>
          <span>
            Car Number <strong>{<Copied text={driver.car_number} of="car number" />}</strong>
          </span>
          {driver.removed_at !== null && (
            <StatusBadge tone="bad">{driver.merged_into ? 'Merged' : 'Removed'}</StatusBadge>
          )}
        </p>
      </div>
    </Group>
  );
}

export function DriverCard({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <Page>
          <RemovedNotice driver={driver} />
          <Group gap="lg" mb="xl">
            <DriverPhoto
              id={driver.id}
              name={fullName(driver)}
              photo={driver.photo}
              size="8rem"
              alt={`Photo of ${fullName(driver)}`}
            />
            <Box flex="1 1 16rem" maw="32rem">
              <FactList
                facts={[
                  ['Full Name', shownName(fullName(driver))],
                  ['Driver Code', driver.driver_code],
                  ['Car Number', driver.car_number],
                ]}
              />
            </Box>
          </Group>
          <Group gap="sm">
            <Button component={Link} to={`/view_driver/${driver.id}`}>
              Everything about this driver
            </Button>
            <Button component={Link} to="/global_drivers" variant="default">
              Cancel
            </Button>
          </Group>
        </Page>
      )}
    </DriverLoaded>
  );
}
