import { changeContactMessage, type DriverText, formatInstant, formatPhone } from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './board.module.css';
import { callerText } from './incident-lines.tsx';
import { callUrl } from './record/call-buttons.tsx';

/** Texts of drivers that call nobody: a frightened person may have written one. */
export function DriverTexts({ texts = [] }: { texts: readonly DriverText[] | undefined }) {
  const mayTake = useAbility().can('contact.answer');
  if (texts.length === 0) return null;
  return (
    <section className={styles.people} aria-label="Wrote, look">
      <h2 className={styles.small}>Wrote, look</h2>
      <p className={styles.soft}>
        Texts of drivers without a calling word. Call back where one may be in danger, and write the call down.
      </p>
      <ul className="ruled">
        {texts.map(({ id, at, phone, words, ...driver }) => (
          <li key={id} className="stack close">
            <span>
              <strong>{callerText(driver)}</strong>{' '}
              <span className={styles.soft}>
                {formatInstant(at)} · <a href={callUrl(phone)}>{formatPhone(phone)}</a>
              </span>
            </span>
            <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{words}</p>
            {mayTake && (
              <Group gap="xs">
                <ChangeButton
                  label="Take it"
                  of={`the text of ${callerText(driver)}`}
                  button={{ size: 'compact-sm' }}
                  send={() => change(changeContactMessage, { params: { id }, body: { change: 'take' } })}
                />
                <Link to={`/contact_messages/${id}`}>Open and answer</Link>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
