import { type OfficePage as Listed, type OfficePath, officePage } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link, useMatches, useParams } from 'react-router';
import { Page, PageTitle } from '~/components/page/page.tsx';
import { titled } from '~/lib/api/known-site.ts';
import { NO_PARAMS, screenOf } from '~/lib/lazy-screen.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { type PageLink, screenAt } from './screens/index.ts';

type MetaArgs = { matches: readonly ({ id: string } | undefined)[] };

/** A page's title with the name that the menu has for it: `Momo Payments (Capture MoMo)`. */
const nameOf = (page: Listed | undefined): string => {
  if (!page) return 'Office';
  return page.label === page.title ? page.title : `${page.title} (${page.label})`;
};

/** The route's id is its key in the list of pages. */
export const meta = ({ matches }: MetaArgs) => titled(nameOf(officePage(matches.at(-1)?.id ?? '')))();

/** Links beside a title to pages that the person may open; the adding one is filled. */
function PageLinks({ add, links = [] }: { add?: PageLink | undefined; links?: readonly PageLink[] | undefined }) {
  const { can } = useAbility();
  const opens = ([to]: PageLink) => {
    const { needs } = officePage(to) ?? {};
    return needs !== undefined && (needs === 'staff' || can(needs));
  };
  return [...(add ? [add] : []), ...links].filter(opens).map(([to, label]) => (
    <Button
      key={to}
      component={Link}
      to={`/${to satisfies OfficePath}`}
      variant={to === add?.[0] ? 'filled' : 'default'}
    >
      {label}
    </Button>
  ));
}

/** Any page of the office: the screen that the guard has fetched, under a heading. */
export default function OfficePage() {
  const path = useMatches().at(-1)?.id ?? '';
  const params = { ...NO_PARAMS, ...useParams(), path };
  const Screen = screenOf(path);
  const page = officePage(path);
  const shown = screenAt(path);
  if (!Screen || !page || !shown) return null;
  const { lead, about, add, links, staysOpen } = shown;
  const screen = <Screen key={staysOpen ? '' : params.id} {...params} />;
  return (
    <PageTitle value={page.title}>
      {shown.hasHeading ? (
        screen
      ) : (
        <Page lead={lead} about={about} actions={(add || links) && <PageLinks add={add} links={links} />}>
          {screen}
        </Page>
      )}
    </PageTitle>
  );
}
