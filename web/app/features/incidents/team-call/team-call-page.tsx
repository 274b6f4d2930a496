import {
  formatInstant,
  formatPhone,
  INCIDENT_GRADE_LABELS,
  type IncidentPlace,
  placeOwner,
  shownName,
  spanText,
  type TeamCall,
} from '@banbo/contract';
import { useSite } from '~/components/site/site-info.ts';
import { SiteMark } from '~/components/site/site-name.tsx';
import { useHashSecret } from '~/lib/use-hash-secret.ts';
import { NextStep } from './next-step.tsx';
import styles from './team-call.module.css';
import { UNHEARD_MS, useTeamCall } from './team-link.ts';

/** Says what the office knows of the team, so also that a press of the button came through. */
const STANDING: Readonly<Partial<Record<TeamCall['status'], string>>> = {
  sent: 'Not accepted yet.',
  accepted: 'The office knows that you are on the way.',
  on_scene: 'The office knows that you are on scene.',
};

const spotOf = ({ latitude, longitude }: IncidentPlace): string => `${latitude.toFixed(5)},${longitude.toFixed(5)}`;

const ageText = ({ at, accuracy_m }: IncidentPlace, now: number): string =>
  `${spanText(now - Date.parse(at))} ago${accuracy_m === null ? '' : `, within ${Math.round(accuracy_m)} m`}`;

/** The place with ways to go there; phones open a `geo:` address in their own map. */
function Place({ call: { place, other_places, said_place }, now }: { call: TeamCall; now: number }) {
  if (!place) {
    return (
      <section aria-label="Place">
        <p>{said_place === '' ? 'No place is known yet. Please call the driver.' : said_place}</p>
      </section>
    );
  }
  const spot = spotOf(place);
  return (
    <section aria-label="Place" className="stack close">
      {said_place !== '' && <p>{said_place}</p>}
      <a className={`button quiet ${styles.way}`} href={`geo:${spot}?q=${spot}`}>
        Navigate
      </a>
      <p className="muted small">
        Place of {ageText(place, now)}, {placeOwner(place, place)}: {spot.replace(',', ', ')} ·{' '}
        <a href={`https://www.google.com/maps/search/?api=1&query=${spot}`} target="_blank" rel="noreferrer">
          Open in a web map
        </a>
      </p>
      {other_places.map((other) => (
        <p key={`${other.source} ${other.phone?.n} ${other.is_unsure}`} className="muted small">
          Not the place to go to: {placeOwner(other, place)}, {ageText(other, now)}: {spotOf(other).replace(',', ', ')}
        </p>
      ))}
    </section>
  );
}

const Caller = ({ label, name, phone }: { label: string; name: string; phone: string }) => (
  <div>
    <p>
      {label}: <strong>{name}</strong>
    </p>
    {phone !== '' && (
      <a className={`button quiet ${styles.way}`} href={`tel:${phone}`}>
        Call {formatPhone(phone)}
      </a>
    )}
  </div>
);

type CallProps = { call: TeamCall; now: number; isUnheard: boolean; isRefused: boolean };

function Call({ call, now, isUnheard, isRefused }: CallProps) {
  const { number, grade, is_drill, status, words, driver, caller } = call;
  const seen = status === 'sent' ? 'Once you accept, the office sees' : 'The office sees';
  return (
    <>
      {is_drill && <p className={styles.drill}>DRILL: this is not a real call for help.</p>}
      <div>
        <h1>
          {INCIDENT_GRADE_LABELS[grade]} {number}
        </h1>
        <p className="muted" role="status">
          Sent {formatInstant(call.sent_at)}. {STANDING[status]}
        </p>
      </div>
      {isUnheard && (
        <p className={styles.lost} role="alert">
          The office does not hear this phone. We keep trying. Please call if it is urgent.
        </p>
      )}
      {driver && (
        <div>
          <p className={styles.car}>{driver.car_number}</p>
          <Caller label="Driver" name={shownName(driver.fullname)} phone={driver.mobile_number} />
        </div>
      )}
      {(caller.name !== '' || caller.phone !== '') && (
        <Caller label="Called in by" name={caller.name} phone={caller.phone} />
      )}
      {words !== '' && <p className={styles.words}>From the office: {words}</p>}
      <Place call={call} now={now} />
      <p className="muted small">
        {isRefused ? 'This phone does not share its place.' : `${seen} where this phone is until you are done.`} Keep
        this page open: if the office hears nothing from it until {formatInstant(call.check_in_at)}, it calls you.
      </p>
    </>
  );
}

function Linked({ token }: { token: string }) {
  const { call, ended, heardAt, trouble, tell, isRefused } = useTeamCall(token);
  const [phone] = useSite().mobile_numbers;
  const silent = heardAt === null ? 0 : Date.now() - heardAt;
  const isDone = call?.status === 'done';
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <SiteMark className={styles.shield} />
        {call && <strong className={styles.team}>{call.team}</strong>}
        {phone !== undefined && (
          <a className={styles.office} href={`tel:${phone}`}>
            Call the office
          </a>
        )}
      </header>
      <main id="content" className={`stack close ${styles.main}`}>
        {isDone && (
          <>
            <h1>Done</h1>
            <p role="status">Thank you. The office knows that you are done at {call.number}. This link has ended.</p>
          </>
        )}
        {call && !isDone && (
          <>
            <Call
              call={call}
              now={Date.parse(call.at) + silent}
              isUnheard={trouble !== null && silent > UNHEARD_MS}
              isRefused={isRefused}
            />
            <NextStep key={call.status} call={call} tell={tell} />
          </>
        )}
        {ended !== null && (
          <>
            <h1>{ended.isTaken ? 'Open on another phone' : 'Link ended'}</h1>
            <p role="status">{ended.says}</p>
          </>
        )}
        {!call && ended === null && <p role="status">{trouble ?? 'Loading the call...'}</p>}
        {(!call || isDone) && phone !== undefined && (
          <a className={`button quiet ${styles.way}`} href={`tel:${phone}`}>
            Call the office {formatPhone(phone)}
          </a>
        )}
      </main>
    </div>
  );
}

/** A call for help by its link's secret. */
export function TeamCallPage() {
  const token = useHashSecret();
  return token === null ? null : <Linked key={token} token={token} />;
}
