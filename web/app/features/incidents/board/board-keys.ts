import { usePageKey } from '~/lib/use-page-key.ts';

/** Parts of the page that have keys of their own, wherever the focus is. */
const isTaken = (): boolean =>
  document.querySelector('[role="dialog"]') !== null || document.activeElement?.closest('[role="application"]') != null;

/** A key of the board. It does nothing while a dialog is open, or the focus is in the map. */
export const useBoardKey = (keys: readonly string[], act: (key: string) => void, says?: string): void =>
  usePageKey(
    keys,
    (key) => {
      if (isTaken()) return false;
      act(key);
      return true;
    },
    says,
  );

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
export const STEP_KEYS = ['j', 'k'] as const;
export const STEP_ARROWS = ['ArrowDown', 'ArrowUp'] as const;

/** The incident that a key leads to from the chosen one; null where there is none. */
export const steppedTo = (ids: readonly string[], chosen: string, key: string): string | null => {
  const now = ids.indexOf(chosen);
  if (now < 0) return ids[0] ?? null;
  return ids[Math.max(0, Math.min(ids.length - 1, now + (STEPS[key] ?? 0)))] ?? null;
};
