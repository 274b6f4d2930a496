import {
  ANSWER_DAYS,
  CONTACT_STATUS_LABELS,
  type ContactFigures,
  contactFigures,
  formatInstant,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/query-client.ts';
import styles from './contact.module.css';
import { REFRESH_MS } from './contact-table.tsx';

const countWords = (count: number, isCut = false): string => `${count.toLocaleString('en-GB')}${isCut ? '+' : ''}`;

/** Hours as people say them: `40 min`, `5 h`, `3 d`. */
const hoursInWords = (hours: number): string => {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
};

function States({ states }: Pick<ContactFigures, 'states'>) {
  return (
    <ul className={styles.states} aria-label="Messages by state">
      {states.map(({ status, count, is_cut }) => (
        <li key={status}>
          <Link to={`/contact_messages?state=${status}`}>
            <strong>{countWords(count, is_cut)}</strong> {CONTACT_STATUS_LABELS[status]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Ages({ ages, oldest_at }: Pick<ContactFigures, 'ages' | 'oldest_at'>) {
  return (
    <section className={`${side.panel} ${styles.card}`}>
      <h2>How long open messages wait</h2>
      <dl>
        <div>
          <dt>Less than a day</dt>
          <dd>{countWords(ages.today)}</dd>
        </div>
        <div>
          <dt>One to three days</dt>
          <dd>{countWords(ages.days)}</dd>
        </div>
        <div data-bad={ages.long > 0 || undefined}>
          <dt>More than three days</dt>
          <dd>{countWords(ages.long)}</dd>
        </div>
      </dl>
      {oldest_at && <p>The oldest came {formatInstant(oldest_at)}.</p>}
    </section>
  );
}

function Answers({ answered }: Pick<ContactFigures, 'answered'>) {
  const { count, half_within, most_within } = answered;
  return (
    <section className={`${side.panel} ${styles.card}`}>
      <h2>Answered in</h2>
      {half_within === null || most_within === null ? (
        <p>Nothing was answered in the last {ANSWER_DAYS} days.</p>
      ) : (
        <dl>
          <div>
            <dt>Half of them within</dt>
            <dd>{hoursInWords(half_within)}</dd>
          </div>
          <div>
            <dt>Nine in ten within</dt>
            <dd>{hoursInWords(most_within)}</dd>
          </div>
          <div>
            <dt>Answered in {ANSWER_DAYS} days</dt>
            <dd>{countWords(count)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function People({ people }: Pick<ContactFigures, 'people'>) {
  return (
    <section className={`${side.panel} ${styles.card}`}>
      <h2>Who has what</h2>
      {people.length === 0 && <p>Nobody has a message that waits for a reply.</p>}
      <dl>
        {people.map(({ person, count, oldest_at }) => (
          <div key={person.id}>
            <dt>
              <Link to={`/contact_messages?state=assigned&assigned_to=${person.id}`}>{person.fullname}</Link>
              <small>since {formatInstant(oldest_at)}</small>
            </dt>
            <dd>{countWords(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The messages by their states, ages and people; every count of a state leads to its messages. */
export function ContactOverview() {
  const { data, error, refetch } = useQuery({ ...read(contactFigures, {}), staleTime: 0, refetchInterval: REFRESH_MS });
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading figures...</p>;
  return (
    <>
      <States states={data.states} />
      <div className={styles.cards}>
        <Ages ages={data.ages} oldest_at={data.oldest_at} />
        <People people={data.people} />
        <Answers answered={data.answered} />
      </div>
    </>
  );
}
