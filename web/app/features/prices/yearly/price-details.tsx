import { formatMoney, planOf, type YearlyPriceDetails } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api.ts';
import styles from '../prices.module.css';
import { ViewButtons } from '../view-buttons.tsx';
import { ALL_PRICES, priceQuery } from './price-queries.ts';

/** Loads a yearly price for what shows it; a failure stands in its place. */
export function WithPrice({ id, children }: { id: string; children: (price: YearlyPriceDetails) => ReactNode }) {
  const { data, error, refetch } = useQuery(priceQuery(id));
  if (data) return children(data);
  if (!error) return <p role="status">Loading Yearly Payment...</p>;
  return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL_PRICES]} />;
}

/** A yearly price, and whether anything rests on it. */
export function PriceDetails({ price }: { price: YearlyPriceDetails }) {
  return (
    <div className={styles.facts}>
      <FactList
        facts={[
          ['Year', price.year],
          ['Payment Code', price.type_code],
          ['Description', price.description],
          ['Plan', planOf(price.plan)?.name ?? null],
          ['Amount', formatMoney(price.amount)],
          ['In use', price.in_use ? 'Yes: it can be changed, and not deleted' : 'No'],
        ]}
      />
      <ViewButtons edit={`/edit_payment_list/${price.id}`} list="/payment_list" />
    </div>
  );
}
