import { useMatches } from 'react-router';
import { NotBuilt } from '~/features/dashboard/not-built.tsx';
import { OFFICE_PAGES } from './pages.ts';

export default function NotBuiltPage() {
  return <NotBuilt title={OFFICE_PAGES[useMatches().at(-1)?.id ?? '']?.title ?? 'This page'} />;
}
