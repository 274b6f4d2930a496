import { type FeeKind, OFFICE_PAGES } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';

const REPORTS = ['regFees_by_period', 'regFees_by_month', 'regFees_by_mode'] as const;

/** The ways to the sums of payments, which begin with those of this kind. */
export function ReportLinks({ kind }: { kind: FeeKind }) {
  return REPORTS.map((path) => (
    <Button key={path} component={Link} to={`/${path}?kind=${kind}`} variant="default" px="sm">
      {OFFICE_PAGES[path].title}
    </Button>
  ));
}
