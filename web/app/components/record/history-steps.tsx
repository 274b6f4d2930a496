import { auditActionLabel, formatInstant } from '@banbo/contract';

type Step = { at: string; actor: string; action: string; reason: string | null };

/** Steps of the audit log on one record, as they are given. */
export function HistorySteps({ steps, className }: { steps: readonly Step[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {steps.map(({ at, actor, action, reason }) => (
        <li key={`${at} ${action}`}>
          {formatInstant(at)} · {auditActionLabel(action)} · {actor}
          {reason !== null && `: ${reason}`}
        </li>
      ))}
    </ul>
  );
}
