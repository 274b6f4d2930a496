import {
  DISPATCH_STATUS_LABELS,
  formatInstant,
  formatPhone,
  type IncidentDispatch,
  type IncidentRecord,
  recallTeam,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import styles from '../board.module.css';
import { clockText } from '../clock.ts';
import { elsewhereWords, overdueWords } from '../incident-words.ts';
import { callUrl } from './call-buttons.tsx';

type SentProps = { sent: IncidentDispatch; elsewhere: string | null; now: number; mayAnswer: boolean };

const placeWords = ({ place }: IncidentDispatch, now: number): string | null => {
  if (!place) return null;
  const where = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;
  return `Phone at ${where}, ${clockText(now - Date.parse(place.at))} ago`;
};

const stateTone = (status: IncidentDispatch['status']) => {
  if (status === 'on_scene' || status === 'done') return 'good';
  return status === 'recalled' ? 'plain' : 'waiting';
};

function Sent({ sent, elsewhere, now, mayAnswer }: SentProps) {
  const { id, team, phone, status, sent_at, sent_by, opened_at, check_in_at, status_reason } = sent;
  const isOut = check_in_at !== null;
  const overdue = overdueWords(check_in_at, now);
  return (
    <li className="stack close">
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <strong>{team}</strong>
          <StatusBadge tone={stateTone(status)}>{DISPATCH_STATUS_LABELS[status]}</StatusBadge>
          {isOut && elsewhere && <span>{elsewhere}</span>}
        </Group>
        {isOut && mayAnswer && (
          <ChangeButton
            label="Call back…"
            of={team}
            title={`Call ${team} back?`}
            action="Call back"
            button={{ size: 'compact-sm' }}
            reason={{ schema: recallTeam.schema.body, seenBy: 'Stays on the time line and in the audit log.' }}
            send={(reason) => change(recallTeam, { params: { id }, body: { reason } })}
          >
            <p>Its link ends at once, and it gets a text message.</p>
          </ChangeButton>
        )}
      </Group>
      <span className={styles.soft}>
        Sent {formatInstant(sent_at)} by {sent_by} to <a href={callUrl(phone)}>{formatPhone(phone)}</a>
        {isOut && (opened_at === null ? '. The link is not opened yet.' : '. The link is open on its phone.')}
      </span>
      {overdue && <span className="problem">{overdue}</span>}
      {placeWords(sent, now) && <span className={styles.soft}>{placeWords(sent, now)}</span>}
      {status_reason && <span className={styles.soft}>{status_reason}</span>}
    </li>
  );
}

type Props = { incident: IncidentRecord; now: number; mayAnswer: boolean };

/** The teams that are or were sent to an incident. */
export function TeamsSent({ incident: { dispatches, teams, number }, now, mayAnswer }: Props) {
  if (dispatches.length === 0) return null;
  const elsewhereOf = (name: string) => elsewhereWords(teams.find(({ team }) => team === name) ?? {});
  return (
    <ul className="ruled" aria-label={`Teams sent to ${number}`}>
      {dispatches.map((sent) => (
        <Sent key={sent.id} sent={sent} elsewhere={elsewhereOf(sent.team)} now={now} mayAnswer={mayAnswer} />
      ))}
    </ul>
  );
}
