import type { OfficePath } from '@banbo/contract';
import type { Load } from '~/lib/lazy-screen.ts';

/** A link beside the title; it shows for those who may open its page. */
export type PageLink = readonly [to: OfficePath, label: string];

/** The screen of a page of the office, and what stands beside its title. */
export type Shown = {
  load: Load;
  /** The screen has a heading of its own, such as the name of a record. */
  hasHeading: boolean;
  /** A line under the title. */
  lead?: string;
  /** A line below the page's list. */
  about?: string;
  /** The page where a record is added. */
  add?: PageLink;
  links?: readonly PageLink[];
  /** The page to open when its code does not arrive; the dashboard when absent. */
  fallback?: string;
  /** The screen goes on as it is when the address names another record. */
  staysOpen?: true;
};

/** A screen under the title of its page. */
export const under = (load: Load, heading: Omit<Shown, 'load' | 'hasHeading' | 'staysOpen'> = {}): Shown => ({
  ...heading,
  load,
  hasHeading: false,
});
/** A screen with a heading of its own. */
export const headed = (load: Load, { fallback }: Pick<Shown, 'fallback'> = {}): Shown => ({
  load,
  hasHeading: true,
  ...(fallback !== undefined && { fallback }),
});
