import { formatDay, type OwnCarRequest, withdrawCarRequest } from '@banbo/contract';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { change } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import { CarRequestStatus } from './car-request-status.tsx';
import styles from './cars.module.css';

function WithdrawRequest({ request, onClose }: { request: OwnCarRequest; onClose: () => void }) {
  const withdrawing = useAction({
    run: () => change(withdrawCarRequest, { params: { id: request.id } }),
    says: ({ message }) => message,
    onEnd: () => {
      onClose();
      // Where the office was quicker, the list says what it decided.
    },
  });
  return (
    <Confirm
      opened
      title={`Withdraw your request for ${request.car_number}?`}
      action="Withdraw"
      danger
      busy={withdrawing.isPending}
      onConfirm={() => withdrawing.mutate()}
      onClose={onClose}
    >
      <p>Our office then does not look at it. You may ask for the car again.</p>
    </Confirm>
  );
}

/** A member's last requests for another car, of which those that wait can be withdrawn. */
export function OwnRequests({ requests }: { requests: readonly OwnCarRequest[] }) {
  const [withdrawing, setWithdrawing] = useState<OwnCarRequest | null>(null);
  return (
    <>
      <ul className={styles.cars} aria-label="Requests">
        {requests.map((request) => (
          <li key={request.id}>
            <strong>{request.car_number}</strong>
            <small>asked for on {formatDay(request.asked_at.slice(0, 10))}</small>
            <CarRequestStatus {...request} />
            {request.status === 'asked' && (
              <button
                type="button"
                className={`button quiet ${styles.withdraw}`}
                aria-label={`Withdraw ${request.car_number}`}
                onClick={() => setWithdrawing(request)}
              >
                Withdraw
              </button>
            )}
          </li>
        ))}
      </ul>
      {withdrawing && <WithdrawRequest request={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}
