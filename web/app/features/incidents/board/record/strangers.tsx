import {
  endQueueGroup,
  formatInstant,
  type IncidentQueue,
  type IncidentRecord,
  isOpenIncident,
  knowCaller,
  QueueEnd,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import styles from '../board.module.css';

const SEEN_BY = 'Stays on the time line and in the audit log.';

/** A group of strangers' calls, with a way to its first ones. */
function QueueGroup({ id, group, mayAnswer }: { id: string; group: IncidentQueue[number]; mayAnswer: boolean }) {
  const { key, is_site, last_id, count, first_at, last_at, calls } = group;
  const isOne = count === 1;
  const name = isOne ? '1 call' : `${count} calls ${is_site ? 'of one address' : 'that look alike'}`;
  const [first, last] = [formatInstant(first_at), formatInstant(last_at)];
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <span>
          <strong>{name}</strong>, {first === last ? first : `${first} to ${last}`}:{' '}
          {calls.map((one, n) => (
            <span key={one.id}>
              {n > 0 && ', '}
              <Link to={`/response_request/${one.id}`}>{one.car_number || one.number}</Link>
            </span>
          ))}
          {count > calls.length && ' …'}
        </span>
        {mayAnswer && (
          <ChangeButton
            label={isOne ? 'End it…' : 'End all…'}
            of={name}
            title={isOne ? 'End it as a false alarm?' : `End ${name} as false alarms?`}
            action={isOne ? 'End it' : 'End them'}
            button={{ size: 'compact-sm' }}
            reason={{ schema: QueueEnd.pick({ reason: true }), seenBy: SEEN_BY }}
            send={(reason) => change(endQueueGroup, { params: { id }, body: { key, last_id, reason } })}
          >
            {is_site &&
              'They came from one address, for many drivers or with many texts: several people may share it. '}
            {!isOne && !is_site && 'They came from one address, for drivers registered in one hour, with one text. '}
            Call back first where it may be real.
          </ChangeButton>
        )}
      </Group>
    </li>
  );
}

/** The calls that wait in a queue of strangers; of a stranger's call, how its caller is known. */
export function Strangers({ incident, mayAnswer }: { incident: IncidentRecord; mayAnswer: boolean }) {
  const { id, number, waiting, queue, is_known, status } = incident;
  if (waiting !== null) {
    const hidden = waiting - queue.reduce((sum, { count }) => sum + count, 0);
    return (
      <section className={`stack close ${styles.documents}`} aria-label="Calls of unknown phones">
        <h3 className={styles.small}>
          {counted(waiting, 'call of an unknown phone waits', 'calls of unknown phones wait')}
        </h3>
        <ul className="ruled">
          {queue.map((group) => (
            <QueueGroup key={group.key} id={id} group={group} mayAnswer={mayAnswer} />
          ))}
        </ul>
        {hidden > 0 && (
          <p className="note">
            {counted(hidden, 'more call waits', 'more calls wait')} in smaller groups, which follow once these are
            ended.
          </p>
        )}
      </section>
    );
  }
  if (is_known || !mayAnswer || !isOpenIncident(status)) return null;
  return (
    <p className="note">
      An unknown phone gave car number and code, which others may know. Call the driver’s number back.{' '}
      <ChangeButton
        label="The caller is known…"
        of={number}
        title={`Is the caller of ${number} known?`}
        action="Yes, known"
        danger={false}
        button={{ size: 'compact-sm' }}
        reason={{ schema: knowCaller.schema.body, seenBy: SEEN_BY }}
        send={(reason) => change(knowCaller, { params: { id }, body: { reason } })}
      >
        Say whom you called back on the number in the records. The call then stands before those of unknown phones.
      </ChangeButton>
    </p>
  );
}
