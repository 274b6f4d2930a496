import { useMatches } from 'react-router';
import { titled } from '~/lib/known-site.ts';
import { screenOf } from '~/lib/lazy-screen.ts';
import { OFFICE_PAGES } from './pages.ts';

type MetaArgs = { matches: readonly ({ id: string } | undefined)[] };

/** The route's id is its key in the list of pages. */
export const meta = ({ matches }: MetaArgs) => titled(OFFICE_PAGES[matches.at(-1)?.id ?? '']?.title ?? 'Office')();

/** Any page of the office: its screen, which the layout's guard has fetched. */
export default function OfficePage() {
  const Screen = screenOf(useMatches().at(-1)?.id ?? '');
  return Screen && <Screen />;
}
