import { useMatches } from 'react-router';
import { SUM_REPORTS, type SumReportName } from '~/features/payments/sums/sum-reports.ts';
import { SumScreen } from '~/features/payments/sums/sum-screen.tsx';

/** Payments summed up by day, month or mode, by the route. */
export default function PaymentSums() {
  const name = useMatches().at(-1)?.id as SumReportName;
  const report = SUM_REPORTS[name];
  return report && <SumScreen key={name} report={report} />;
}
