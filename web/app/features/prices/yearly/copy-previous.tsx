import { type CopiedPrices, copyYearlyPrices, formatMoney, MISSING_PRICE_YEAR, pricedName } from '@banbo/contract';
import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Props = {
  /** The year that is chosen, or ''. */
  year: string;
  button: Ref<HTMLButtonElement>;
  onYearMissing: (message: string) => void;
  onCopied: () => void;
};

/** Copies the last year's prices that a year lacks, and lists them. */
export function CopyPrevious({ year, button, onYearMissing, onCopied }: Props) {
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
    <Stack component="section" className="card" gap="sm" maw="56rem" mt="lg" aria-labelledby="copy-previous">
      <Box component="h2" fz="var(--text-lg)" id="copy-previous">
        Or take them from the year before
      </Box>
      <p>
        Copies every price of {before} that {year === '' ? 'the chosen year' : year} lacks. A price that is there
        already stays.
      </p>
      <div>
        <Button ref={button} variant="default" loading={copy.isPending} onClick={start}>
          Same as previous year
        </Button>
      </div>
      <div role="status" className={done ? '' : 'visually-hidden'}>
        {done && <Copied copied={done} />}
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

function Copied({ copied: { message, copied, year } }: { copied: CopiedPrices & { year: number } }) {
  return (
    <Stack gap="sm">
      <p>
        <strong>{message}</strong>
      </p>
      <SimpleGrid component="ul" minColWidth="min(22rem, 100%)" spacing="lg" verticalSpacing={0}>
        {copied.map((price) => (
          <Group key={price.id} component="li" {...LINE}>
            {pricedName(price)} <span>{formatMoney(price.amount)}</span>
          </Group>
        ))}
      </SimpleGrid>
      <p>
        <Link to={`/payment_list?year=${year}`}>See the prices of {year}</Link>
      </p>
    </Stack>
  );
}
