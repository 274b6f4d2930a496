import { TeamCallPage } from '~/features/incidents/team-call/team-call-page.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Call for Help');

export default function TeamCallRoute() {
  return <TeamCallPage />;
}
