import { formatInstant, formatPhone, INCIDENT_GRADE_LABELS, shownName, type TeamCall } from '@banbo/contract';
import { useState } from 'react';
import { useSite } from '~/components/site/site-info.ts';
import { useHashSecret } from '~/lib/use-hash-secret.ts';
import styles from './team-call.module.css';
import { type TeamWord, UNHEARD_MS, useTeamCall } from './team-link.ts';

/** The change that a team makes next. */
const NEXT: Readonly<Partial<Record<TeamCall['status'], { change: TeamWord; label: string }>>> = {
  sent: { change: 'accept', label: 'Accept: we go now' },
  accepted: { change: 'arrive', label: 'We are on scene' },
  on_scene: { change: 'finish', label: 'Done here' },
};

const ageInWords = (at: string, now: string): string => {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
};

/** The place with ways to go there; phones open a `geo:` address in their own map. */
function Place({ call: { place, said_place, at } }: { call: TeamCall }) {
  if (!place) {
    return (
      <section aria-label="Place">
        <p>{said_place === '' ? 'No place is known yet. Please call the driver.' : said_place}</p>
      </section>
    );
  }
  const { latitude, longitude, accuracy_m } = place;
  const spot = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  return (
    <section aria-label="Place" className="stack close">
      {said_place !== '' && <p>{said_place}</p>}
      <p>
        {spot}, {ageInWords(place.at, at)}
        {accuracy_m !== null && `, within ${Math.round(accuracy_m)} m`}
      </p>
      <p className={styles.ways}>
        <a className="button" href={`geo:${spot}?q=${spot}`}>
          Navigate
        </a>
        <a href={`https://www.google.com/maps/search/?api=1&query=${spot}`} target="_blank" rel="noreferrer">
          Open in a web map
        </a>
      </p>
    </section>
  );
}

const Caller = ({ label, name, phone }: { label: string; name: string; phone: string }) => (
  <p>
    {label}: <strong>{name}</strong>{' '}
    {phone !== '' && (
      <a className={styles.phone} href={`tel:${phone}`}>
        {formatPhone(phone)}
      </a>
    )}
  </p>
);

type CallProps = {
  call: TeamCall;
  isUnheard: boolean;
  isRefused: boolean;
  tell: ReturnType<typeof useTeamCall>['tell'];
};

function Call({ call, isUnheard, isRefused, tell }: CallProps) {
  const { number, grade, is_drill, team, status, words, driver, caller } = call;
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const next = NEXT[status];
  const send = async (): Promise<void> => {
    if (!next) return;
    setBusy(true);
    if ((await tell(next.change, said)) && next.change !== 'accept') setSaid('');
    setBusy(false);
  };
  return (
    <>
      {is_drill && <p className={styles.drill}>DRILL: this is not a real call for help.</p>}
      <h1>
        {INCIDENT_GRADE_LABELS[grade]} {number}
      </h1>
      <p>
        {team}, sent {formatInstant(call.sent_at)}
      </p>
      {isUnheard && (
        <p className={styles.lost} role="alert">
          The office does not hear this phone. We keep trying. Please call if it is urgent.
        </p>
      )}
      {driver && (
        <>
          <p className={styles.car}>{driver.car_number}</p>
          <Caller label="Driver" name={shownName(driver.fullname)} phone={driver.mobile_number} />
        </>
      )}
      {(caller.name !== '' || caller.phone !== '') && (
        <Caller label="Called in by" name={caller.name} phone={caller.phone} />
      )}
      {words !== '' && <p className={styles.words}>From the office: {words}</p>}
      <Place call={call} />
      {next ? (
        <div className="stack close">
          {next.change !== 'accept' && (
            <label className="stack close">
              A word for the office
              <textarea rows={2} maxLength={500} value={said} onChange={(event) => setSaid(event.target.value)} />
            </label>
          )}
          <button type="button" className={`button ${styles.next}`} disabled={isBusy} onClick={send}>
            {isBusy ? 'Telling the office…' : next.label}
          </button>
        </div>
      ) : (
        <p role="status">Thank you. This call is done for you.</p>
      )}
      <p className="muted small">
        {isRefused
          ? 'This phone does not share its place. The office sees when you give a sign.'
          : 'Once you accept, the office sees where this phone is until you are done.'}{' '}
        It expects a sign until {formatInstant(call.check_in_at)}; this page gives one while it is open.
      </p>
    </>
  );
}

function Linked({ token }: { token: string }) {
  const { call, ended, heardAt, trouble, tell, isRefused } = useTeamCall(token);
  const { company_name, mobile_numbers } = useSite();
  const [phone] = mobile_numbers;
  const isUnheard = trouble !== null && heardAt !== null && Date.now() - heardAt > UNHEARD_MS;
  return (
    <div className={`stack page-width page-part ${styles.page}`}>
      {call && <Call call={call} isUnheard={isUnheard} isRefused={isRefused} tell={tell} />}
      {ended !== null && (
        <>
          <h1>Not shown any more</h1>
          <p>{ended}</p>
        </>
      )}
      {!call && ended === null && <p role="status">{trouble ?? 'Loading the call...'}</p>}
      {phone !== undefined && (
        <p>
          Call {company_name}:{' '}
          <a className={styles.phone} href={`tel:${phone}`}>
            {formatPhone(phone)}
          </a>
        </p>
      )}
    </div>
  );
}

/** A call for help by its link's secret. */
export function TeamCallPage() {
  const token = useHashSecret();
  return token === null ? null : <Linked key={token} token={token} />;
}
