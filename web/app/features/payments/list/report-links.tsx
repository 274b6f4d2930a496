import type { FeeKind } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';

const REPORTS = [
  { path: '/regFees_by_period', label: 'Period Payment' },
  { path: '/regFees_by_month', label: 'Monthly Payment' },
  { path: '/regFees_by_mode', label: 'Payments By Mode' },
] as const;

/** The ways to the sums of payments, which begin with those of this kind. */
export function ReportLinks({ kind }: { kind: FeeKind }) {
  return REPORTS.map(({ path, label }) => (
    <Button key={path} component={Link} to={`${path}?kind=${kind}`} variant="default" px="sm">
      {label}
    </Button>
  ));
}
