import { DriverMerge, type MergePreview, mergeDriver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { call } from '~/lib/api.ts';
import styles from './merging.module.css';

const REASON = DriverMerge.pick({ reason: true });

/** Asks for the reason, merges, and opens the record that stays. */
export function MergeQuestion({ preview: { duplicate, kept, obstacles } }: { preview: MergePreview }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const merge = async ({ reason }: { reason: string }) => {
    const answer = await call(mergeDriver, { params: { id: duplicate.id }, body: { into: kept.id, reason } });
    await navigate(`/view_driver/${kept.id}`, { replace: true });
    return answer;
  };
  return (
    <>
      <Button color="danger" disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        Merge into {kept.driver_code}
      </Button>
      <ReasonQuestion
        opened={asking}
        title={`Merge ${duplicate.driver_code} into ${kept.driver_code}?`}
        action="Merge for good"
        schema={REASON}
        seenBy="Stays with the duplicate and in the audit log."
        send={merge}
        refreshes={['drivers']}
        onClose={() => setAsking(false)}
      >
        <p className={styles.consequence}>
          This is not taken back. Payments, claims and credit of {duplicate.driver_code} become those of{' '}
          {kept.driver_code}. The duplicate is removed, {duplicate.car_number} can be registered again, and nobody signs
          in with {duplicate.driver_code} any more; whoever searches for it is led to {kept.driver_code}. Receipts stay
          as they were printed.
        </p>
      </ReasonQuestion>
    </>
  );
}
