import { formatInstant, type IncidentRecord, isOpenIncident, releaseToScan } from '@banbo/contract';
import { Group } from '@mantine/core';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import styles from '../board.module.css';

type Props = { incident: IncidentRecord; mayRelease: boolean };

/** Phones that scanned the car's crash card, and what the office lets them show. */
export function Scans({ incident: { scans, status }, mayRelease }: Props) {
  if (scans.length === 0) return null;
  return (
    <section className={`stack close ${styles.documents}`} aria-label="Crash card">
      <h3 className={styles.small}>Crash card</h3>
      <ul className="ruled">
        {scans.map(({ id, at, told_at, released_at, released_by }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs">
              <span>
                Scanned {formatInstant(at)}
                {told_at === null ? '' : ', told us where it is'}
                {released_at !== null && (
                  <span
                    className={styles.soft}
                  >{` · kin shown since ${formatInstant(released_at)} by ${released_by}`}</span>
                )}
              </span>
              {mayRelease && released_at === null && isOpenIncident(status) && (
                <ChangeButton
                  label="Show kin…"
                  title="Show kin and blood group to this phone?"
                  action="Show them"
                  button={{ size: 'compact-sm' }}
                  send={() => change(releaseToScan, { params: { id } })}
                >
                  Speak with the person first: only who helps should see them. The phone shows the driver’s name, kin
                  and blood group for two hours, or until this emergency ends.
                </ChangeButton>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
