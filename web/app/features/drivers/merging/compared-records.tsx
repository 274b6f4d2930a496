import { type Driver, formatInstant, formatPhone, fullName, shownKind, shownName } from '@banbo/contract';
import { Link } from 'react-router';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, RowHead } from '~/components/data-table/table-parts.tsx';
import { knownDay } from '../driver-facts.tsx';
import styles from './merging.module.css';

const phone = (number: string): string => (number ? formatPhone(number) : '');

/** The details by which people recognise a duplicate. */
const ROWS: readonly (readonly [label: string, value: (driver: Driver) => string])[] = [
  ['Full name', (driver) => shownName(fullName(driver))],
  ['Driver code', ({ driver_code }) => driver_code],
  ['Car number', ({ car_number }) => car_number],
  ['Mobile number', ({ mobile_number }) => phone(mobile_number)],
  ['ID', ({ identification_type, id_number }) => `${shownKind(identification_type)} ${id_number}`.trim()],
  ['Date of birth', ({ date_of_birth }) => knownDay(date_of_birth)],
  ['E-mail', ({ email }) => email],
  [
    'Next of kin',
    ({ next_of_kin, kin_mobile_number }) =>
      [shownName(next_of_kin), phone(kin_mobile_number)].filter(Boolean).join(', '),
  ],
  ['Registered', ({ registered_at }) => formatInstant(registered_at)],
];

/** Two records side by side. Values that differ are marked by a word, too. */
export function ComparedRecords({ duplicate, kept }: { duplicate: Driver; kept: Driver }) {
  return (
    <div className={`card ${styles.scroll}`}>
      {/* biome-ignore lint/a11y/noRedundantRoles: browsers drop the role where rows are grids */}
      <table role="table" className={styles.records}>
        <caption className="visually-hidden">The two records</caption>
        <HeadRow>
          <ColumnHead>
            <span className="visually-hidden">Detail</span>
          </ColumnHead>
          <ColumnHead>Duplicate, removed</ColumnHead>
          <ColumnHead>Stays</ColumnHead>
        </HeadRow>
        <RowGroup as="tbody">
          {ROWS.map(([label, shown]) => {
            const [one, other] = [shown(duplicate), shown(kept)];
            return (
              <Row key={label} data-differs={one !== other || undefined}>
                <RowHead>
                  {label}
                  {one !== other && <span className="visually-hidden">, differs</span>}
                </RowHead>
                <Cell>{one || '–'}</Cell>
                <Cell>{other || '–'}</Cell>
              </Row>
            );
          })}
          <Row>
            <RowHead>Record</RowHead>
            {[duplicate, kept].map(({ id, driver_code }) => (
              <Cell key={id}>
                <Link to={`/view_driver/${id}`} aria-label={`Open the record ${driver_code}`}>
                  Open
                </Link>
              </Cell>
            ))}
          </Row>
        </RowGroup>
      </table>
    </div>
  );
}
