import { formatMoney, type LandUse, MISSING_PRICE_YEAR, pricedName } from '@banbo/contract';
import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '~/lib/api/use-action.ts';
import { count } from '~/lib/counted.ts';

export type NamedCopy = {
  id: string;
  description: string;
  plan?: string | null;
  zone?: string | null;
  land_use?: LandUse | null;
  amount: string;
};

/** The prices that a year got: where they are many, the first ones and the number of all. */
type Done = { message: string; copied: readonly NamedCopy[]; count?: number };

type Props = {
  copy: (year: number) => Promise<Done>;
  /** The path of the list of prices. */
  list: string;
  /** Shows the prices that the chosen year would get. */
  preview?: ReactNode;
  /** The year that is chosen, or ''. */
  year: string;
  button: Ref<HTMLButtonElement>;
  onYearMissing: (message: string) => void;
  onCopied: () => void;
};

/** Copies the last year's prices that a year lacks, and lists them. */
export function CopyPrevious({ copy, list, preview, year, button, onYearMissing, onCopied }: Props) {
  const [done, setDone] = useState<(Done & { year: number }) | null>(null);
  const copying = useAction({
    run: async (to: number) => ({ ...(await copy(to)), year: to }),
    onDone: (answer) => {
      setDone(answer);
      onCopied();
    },
  });
  const start = () => {
    setDone(null);
    if (year === '') onYearMissing(MISSING_PRICE_YEAR);
    else copying.mutate(Number(year));
  };
  const before = year === '' ? 'the year before' : String(Number(year) - 1);
  return (
    <Stack component="section" className="card" gap="sm" maw="56rem" mt="lg" aria-labelledby="copy-previous">
      <Box component="h2" fz="var(--text-lg)" id="copy-previous">
        Or take them from the year before
      </Box>
      <p>
        Copies every price of {before} that {year === '' ? 'the chosen year' : year} lacks. A price that is there
        already stays.
      </p>
      {!done && preview}
      <div>
        <Button ref={button} variant="default" loading={copying.isPending} onClick={start}>
          Same as previous year
        </Button>
      </div>
      <div role="status" className={done ? '' : 'visually-hidden'}>
        {done && (
          <Stack gap="sm">
            <p>
              <strong>{done.message}</strong>
            </p>
            <CopyLines prices={done.copied} count={done.count} />
            <p>
              <Link to={`${list}?year=${done.year}`}>See the prices of {done.year}</Link>
            </p>
          </Stack>
        )}
      </div>
    </Stack>
  );
}

const LINE = {
  justify: 'space-between',
  wrap: 'nowrap',
  py: 4,
  style: { borderBottom: '1px solid var(--line)' },
} as const;

/** Prices with their amounts, and how many more there are. */
export function CopyLines({
  prices,
  count: all = prices.length,
}: {
  prices: readonly NamedCopy[];
  count?: number | undefined;
}) {
  return (
    <>
      <SimpleGrid component="ul" minColWidth="min(22rem, 100%)" spacing="lg" verticalSpacing={0}>
        {prices.map((price) => (
          <Group key={price.id} component="li" {...LINE}>
            {pricedName(price)} <span>{formatMoney(price.amount)}</span>
          </Group>
        ))}
      </SimpleGrid>
      {all > prices.length && <p>And {count(all - prices.length)} more.</p>}
    </>
  );
}
