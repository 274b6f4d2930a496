import { type CopiedPrices, copyYearlyPrices, formatMoney, MISSING_PRICE_YEAR, pricedName } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { change } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from '../prices.module.css';

type Props = {
  /** The year that is chosen, or ''. */
  year: string;
  onYearMissing: (message: string) => void;
  onCopied: () => void;
};

/** Gives the chosen year the prices of the year before that it lacks, and says which they are. */
export function CopyPrevious({ year, onYearMissing, onCopied }: Props) {
  const [done, setDone] = useState<(CopiedPrices & { year: number }) | null>(null);
  const copy = useAction({
    run: async (to: number) => ({ ...(await change(copyYearlyPrices, { body: { year: to } })), year: to }),
    onDone: (answer) => {
      setDone(answer);
      onCopied();
    },
  });
  const start = () => {
    setDone(null);
    if (year === '') onYearMissing(MISSING_PRICE_YEAR);
    else copy.mutate(Number(year));
  };
  const before = year === '' ? 'the year before' : String(Number(year) - 1);
  return (
    <section className={styles.copied} aria-labelledby="copy-previous">
      <h2 id="copy-previous">Or take them from the year before</h2>
      <p>
        Copies every price of {before} that {year === '' ? 'the chosen year' : year} lacks. A price that is there
        already stays.
      </p>
      <div>
        <Button variant="default" loading={copy.isPending} onClick={start}>
          Same as previous year
        </Button>
      </div>
      <div role="status">{done && <Copied copied={done} />}</div>
    </section>
  );
}

function Copied({ copied: { message, copied, year } }: { copied: CopiedPrices & { year: number } }) {
  return (
    <>
      <p>
        <strong>{message}</strong>
      </p>
      <ul className={styles.amounts}>
        {copied.map((price) => (
          <li key={price.id}>
            {pricedName(price)} <span>{formatMoney(price.amount)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/payment_list?year=${year}`}>See the prices of {year}</Link>
      </p>
    </>
  );
}
