import styles from './pagination.module.css';

/** A page's number, or a gap where pages are left out. */
type PageStep = number | 'gap';

/**
 * The pages to offer around `current` out of `count`: the first, the last, the current and its neighbours. A gap ends them where
 * there are more.
 */
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

/** Numbers have a comma as the thousands separator. */
export const pageLabel = (page: number): string => page.toLocaleString('en-GB');

export const PAGE_SIZES = [10, 20, 50, 100] as const;

type Props = {
  page: number;
  /** How many pages are counted. */
  pages: number;
  /** There are more than are counted. */
  hasMore: boolean;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

/** Previous, numbered pages, Next, and the choice of rows for each page. */
export function Pagination({ page, pages, hasMore, size, onPage, onSize }: Props) {
  const first = page <= 1;
  const last = page >= pages;
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <div className={styles.pages}>
        <button type="button" data-end={first || undefined} onClick={() => !first && onPage(page - 1)}>
          Previous
        </button>
        {pageSteps(page, pages, hasMore).map((step, index) =>
          step === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have nothing else to be told apart by
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={step}
              type="button"
              aria-label={`Page ${pageLabel(step)}`}
              aria-current={step === page ? 'page' : undefined}
              onClick={() => onPage(step)}
            >
              {pageLabel(step)}
            </button>
          ),
        )}
        <button type="button" data-end={last || undefined} onClick={() => !last && onPage(page + 1)}>
          Next
        </button>
      </div>
      <label className={styles.size}>
        Rows a page
        <select value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
          {PAGE_SIZES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </nav>
  );
}
