import { actorInWords, auditActionLabel, type DecisionEvent, formatInstant } from '@banbo/contract';
import { Stack } from '@mantine/core';
import styles from './decision-history.module.css';

type Told = DecisionEvent['facts'][number];

const sides = ({ before, after }: Told): string =>
  [before, after].flatMap((side) => (side === null ? [] : [side || 'none'])).join(' → ');

function Decision({ decision: { at, actor, action, reason, facts } }: { decision: DecisionEvent }) {
  return (
    <li className={styles.decision}>
      <p>
        <strong>{auditActionLabel(action)}</strong>{' '}
        <span className="soft">
          {actorInWords(actor)}, {formatInstant(at)}
        </span>
      </p>
      {reason !== null && <p>{reason}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.field}>
              <dt>{fact.field}</dt>
              <dd>{sides(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Decisions on money with the facts that they were made by, the newest first. */
export function DecisionHistory({ decisions, level = 2 }: { decisions: readonly DecisionEvent[]; level?: 2 | 3 }) {
  if (decisions.length === 0) return null;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section>
      <Heading>What was done</Heading>
      <Stack component="ol" gap="xs" mt={4}>
        {decisions.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </Stack>
    </section>
  );
}
