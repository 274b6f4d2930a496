import {
  formatInstant,
  formatMoney,
  formatPhone,
  INCIDENT_GRADE_LABELS,
  INCIDENT_SOURCE_LABELS,
  INCIDENT_STATUS_LABELS,
  type IncidentRecord,
  planOf,
  shownName,
  trackerLabel,
} from '@banbo/contract';
import { Link } from 'react-router';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { counted } from '~/lib/counted.ts';
import styles from '../board.module.css';
import { callUrl } from './call-buttons.tsx';

/** Money never delays help, so what is owed is a plain fact among others. */
export const owedText = (owed: string): string =>
  Number(owed) > 0 ? `Owes ${formatMoney(owed)}. Help is the same.` : 'Owes nothing';

const kinFact = (known: IncidentRecord['private']): Fact => {
  if (known === null) return ['Next of kin', 'Your role may not see next of kin and places.'];
  if (known.kin === null) return ['Next of kin', 'None on record'];
  const { name, relationship, mobile_number } = known.kin;
  return [
    'Next of kin',
    <span key="kin">
      {shownName(name)}
      {relationship && `, ${shownName(relationship).toLowerCase()}`},{' '}
      <a href={callUrl(mobile_number)}>{formatPhone(mobile_number)}</a>
    </span>,
  ];
};

const factsOf = (incident: IncidentRecord): Fact[] => {
  const { driver, raised_at, source, signals, last_signal_at, place, caller_name, duplicate_of } = incident;
  const more = signals > 1 ? `, ${signals} signals, the last ${formatInstant(last_signal_at)}` : '';
  const closing = incident.ended_at
    ? [['Ended', `${formatInstant(incident.ended_at)} by ${incident.ended_by ?? 'the server'}`] as const]
    : [];
  return [
    ['Raised', `${formatInstant(raised_at)} by ${INCIDENT_SOURCE_LABELS[source].toLowerCase()}${more}`],
    ...(place ? [['Place as told', place] as const] : []),
    ...(caller_name ? [['Caller', shownName(caller_name)] as const] : []),
    ...(driver ? [['Plan', planOf(driver.plan)?.name ?? 'No plan'] as const] : []),
    kinFact(incident.private),
    ...(incident.private?.blood_group
      ? [['Blood group', incident.private.blood_group.replace('-', '−')] as const]
      : []),
    ...(driver && driver.owed !== null ? [['Payments', owedText(driver.owed)] as const] : []),
    ...(incident.imei ? [['Tracker', trackerLabel(incident.imei)] as const] : []),
    ...closing,
    ...(incident.status_reason ? [['Outcome', incident.status_reason] as const] : []),
    ...(duplicate_of
      ? [
          [
            'Repeats',
            <Link key="first" to={`/response_request/${duplicate_of.id}`}>
              {duplicate_of.number}
            </Link>,
          ] as const,
        ]
      : []),
  ];
};

/** The car's earlier incidents: many false alarms are worth a look, and no reason to wait. */
function Earlier({ incident: { earlier, earlier_false_alarms, car_number } }: { incident: IncidentRecord }) {
  if (earlier.length === 0) return null;
  return (
    <details className={styles.earlier} open={earlier_false_alarms > 0}>
      <summary>
        Earlier emergencies of {car_number || 'this car'}: {counted(earlier_false_alarms, 'false alarm')} so far
      </summary>
      <ul>
        {earlier.map(({ id, number, grade, status, raised_at }) => (
          <li key={id}>
            <Link to={`/response_request/${id}`}>{number}</Link> · {formatInstant(raised_at)} ·{' '}
            {INCIDENT_GRADE_LABELS[grade]} · {INCIDENT_STATUS_LABELS[status]}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The facts of an incident that an answer needs. */
export function IncidentFacts({ incident }: { incident: IncidentRecord }) {
  return (
    <>
      <FactList facts={factsOf(incident)} />
      <Earlier incident={incident} />
    </>
  );
}
