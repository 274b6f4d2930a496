import { Button, Group, NativeSelect } from '@mantine/core';

/** A page's number, or a gap in place of several pages. */
type PageStep = number | 'gap';

/** The first page, the last, the current and its neighbours; a final gap stands for more pages. */
export const pageSteps = (current: number, count: number, hasMore = false): PageStep[] => {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  const steps = pages.flatMap((page, index): PageStep[] => {
    const skipped = page - (pages[index - 1] ?? 0) - 1;
    if (skipped === 0) return [page];
    // A gap of one page would take as much room as the page.
    return skipped === 1 ? [page - 1, page] : ['gap', page];
  });
  return hasMore ? [...steps, 'gap'] : steps;
};

export const pageLabel = (page: number): string => page.toLocaleString('en-GB');

export const PAGE_SIZES = [10, 20, 50, 100] as const;

type Props = {
  page: number;
  /** The number of pages counted. */
  pages: number;
  /** True if there are more pages than were counted. */
  hasMore: boolean;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

const STEP = { variant: 'subtle', color: 'gray', c: 'var(--ink)', h: 40, miw: 40, px: 'sm' } as const;
const CURRENT = { variant: 'filled', color: 'forest', c: 'var(--on-brand)', 'aria-current': 'page' } as const;
/** The current page stays a button, so that it keeps the focus. */
const END = { c: 'dimmed', bg: 'none', fw: 400, 'data-end': true } as const;

export function Pagination({ page, pages, hasMore, size, onPage, onSize }: Props) {
  const first = page <= 1;
  const last = page >= pages;
  return (
    <Group component="nav" justify="space-between" gap="sm" mt="md" fz="sm" aria-label="Pages">
      <Group gap={4}>
        <Button {...STEP} {...(first && END)} onClick={() => !first && onPage(page - 1)}>
          Previous
        </Button>
        {pageSteps(page, pages, hasMore).map((step, index) =>
          step === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={step}
              {...STEP}
              {...(step === page && CURRENT)}
              aria-label={`Page ${pageLabel(step)}`}
              onClick={() => onPage(step)}
            >
              {pageLabel(step)}
            </Button>
          ),
        )}
        <Button {...STEP} {...(last && END)} onClick={() => !last && onPage(page + 1)}>
          Next
        </Button>
      </Group>
      <Group component="label" gap="xs" c="dimmed">
        Rows a page
        <NativeSelect
          w={92}
          data={PAGE_SIZES.map(String)}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
        />
      </Group>
    </Group>
  );
}
