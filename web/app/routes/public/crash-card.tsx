import { CrashCardPage } from '~/features/incidents/crash-card/crash-card-page.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Crash Card');

export default function CrashCardRoute() {
  return <CrashCardPage />;
}
