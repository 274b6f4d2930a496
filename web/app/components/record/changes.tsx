import { actorInWords, auditActionLabel, type FieldChange, formatInstant } from '@banbo/contract';
import { Box } from '@mantine/core';
import { OneLine } from '../data-table/one-line.tsx';

type Changes = { changes: readonly FieldChange[] };

/** Values before and after by field, each on a line of its own. */
export function ChangeLines({ changes }: Changes) {
  return (
    <Box component="ul" fz={13}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{field}</strong>: {before && <del className="muted">{before}</del>}
          {before === '' && <span className="muted">empty</span>}
          {before !== null && after !== null && ' → '}
          {after !== null && <ins style={{ textDecoration: 'none' }}>{after || 'empty'}</ins>}
        </li>
      ))}
    </Box>
  );
}

/** A table cell with values before and after by field; `of` names their record for a button. */
export function FieldChanges({ changes, of }: Changes & { of: string }) {
  if (changes.length === 0) return '–';
  return (
    <OneLine label={of}>
      <ChangeLines changes={changes} />
    </OneLine>
  );
}

type Step = { at: string; actor: string; action: string; reason: string | null };

/** Steps of the audit log on one record, as they are given. */
export function HistorySteps({ steps }: { steps: readonly Step[] }) {
  return (
    <Box component="ul" className="ruled">
      {steps.map(({ at, actor, action, reason }) => (
        <li key={`${at} ${action}`}>
          {formatInstant(at)} · {auditActionLabel(action)} · {actorInWords(actor)}
          {reason !== null && `: ${reason}`}
        </li>
      ))}
    </Box>
  );
}
