import { formatDay, type PaymentType, paymentTypes } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api.ts';
import styles from '../prices.module.css';
import { ViewButtons } from '../view-buttons.tsx';
import { ALL_TYPES, paymentTypeQuery } from './type-queries.ts';

/** Loads a payment type for what shows it; a failure stands in its place. */
export function WithPaymentType({ id, children }: { id: string; children: (type: PaymentType) => ReactNode }) {
  const { data, error, refetch } = useQuery(paymentTypeQuery(id));
  if (data) return children(data);
  if (!error) return <p role="status">Loading Payment Type...</p>;
  return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL_TYPES]} />;
}

/** A payment type's code, description and rules. */
export function PaymentTypeDetails({ type }: { type: PaymentType }) {
  return (
    <div className={styles.facts}>
      <FactList
        facts={paymentTypes.entries.columns.map(({ header, kind, value }) => [
          header,
          kind === 'day' ? formatDay(String(value(type))) : value(type),
        ])}
      />
      <ViewButtons edit={`/edit_payment_type/${type.id}`} list="/payment_types" />
    </div>
  );
}
