import { FEE_KINDS, FEES, groupThousands, PAYMENT_MODE_LABELS, type ReceivedPeriod } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Bar, BarList } from './bar-list.tsx';
import styles from './dashboard.module.css';
import { dashboardQuery } from './dashboard-queries.ts';
import { Panel, Waiting } from './panel.tsx';
import { clearedList, PERIODS, usePeriod } from './periods.tsx';

/** The list of a type's cleared payments; all of them where the type has no page of its own. */
const listOf = (type: string, days: ReceivedPeriod): string => {
  const kind = FEE_KINDS.find((one) => FEES[one].type === type);
  return kind ? `/${kind}?status=cleared&from=${days.first}&to=${days.last}` : clearedList(days);
};

const typeBars = (received: ReceivedPeriod): Bar[] =>
  received.types
    .map(({ type_code, description, amount }) => ({
      key: type_code,
      label: description,
      text: groupThousands(amount),
      size: Number(amount),
      to: listOf(type_code, received),
    }))
    .sort((one, other) => other.size - one.size);

/** Money received by what it is for and by how it came in. */
export function ReceivedByType() {
  const [period] = usePeriod();
  const received = useQuery(dashboardQuery).data?.received?.[period];
  return (
    <Panel title={`By type, ${PERIODS[period].toLowerCase()}`}>
      {!received && <Waiting />}
      {received?.types.length === 0 && <p className={styles.soft}>Nothing was received.</p>}
      {received && received.types.length > 0 && (
        <>
          <BarList bars={typeBars(received)} />
          <ul className={styles.modes}>
            {received.modes.map(({ mode, amount }) => (
              <li key={mode}>
                <Link to={clearedList(received, `&mode=${mode}`)}>{PAYMENT_MODE_LABELS[mode]}</Link>{' '}
                {groupThousands(amount)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
