import { formatMoney, formatPaidMonth, formatPhone, MEMBER_PASSWORD_PATH, shownKind } from '@banbo/contract';
import { Link } from 'react-router';
import { Confirmation } from '~/components/question/confirmation.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { chatAddress } from '~/lib/chat-address.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { START_PAGES } from '~/lib/session/start-page.ts';
import type { PaidClaim } from './use-payment.ts';
import { usePaymentTypes } from './use-payment-amount.ts';

/** Ways to reach the company about a payment: the chat, a text, a call. */
function AskUs({ claim }: { claim: PaidClaim }) {
  const { mobile_numbers } = useSite();
  const [number] = mobile_numbers;
  if (number === undefined) return null;
  const message = `Payment ${claim.transaction_id}, car ${claim.car_number}: `;
  return (
    <p>
      Questions?{' '}
      <a href={chatAddress({ mobileNumber: number, message })} target="_blank" rel="noopener noreferrer">
        WhatsApp
      </a>
      , <a href={`sms:${number}`}>text</a> or <a href={`tel:${number}`}>call us on {formatPhone(number)}</a>.
    </p>
  );
}

type Setup = { path: string; code: string } | null;
type Props = {
  claim: PaidClaim;
  /** True where the member came from their own page. */
  isMember: boolean;
  setup: Setup;
  onAnother: () => Promise<void>;
};

/** The next step of a driver who has paid: their own page, or the way to it. */
function NextStep({ isMember, setup }: Pick<Props, 'isMember' | 'setup'>) {
  const session = useSession();
  if (isMember || session?.kind === 'member')
    return (
      <p>
        <Link to={START_PAGES.member.to} className="button">
          See my payments
        </Link>
      </p>
    );
  if (setup)
    return (
      <div className="stack close start">
        <p>Next, set your password, to see your payments and receipts.</p>
        <Link to={setup.path} className="button">
          Set your password
        </Link>
      </div>
    );
  return (
    <p className="row">
      <Link to={`/main_login?from=${START_PAGES.member.to}`} className="button">
        Sign in to see your payments
      </Link>
      <Link to={MEMBER_PASSWORD_PATH}>No password yet? Set one</Link>
    </p>
  );
}

/** The printable confirmation of a payment that waits to be cleared, and what to do next. */
export function PaidPanel({ claim, isMember, setup, onAnother }: Props) {
  const { types } = usePaymentTypes();
  const type = types.find(({ type_code }) => type_code === claim.payment_type);
  return (
    <Confirmation
      title="Your payment waits to be cleared"
      facts={[
        { name: 'Transaction ID', value: claim.transaction_id, isMain: true },
        { name: 'Amount', value: formatMoney(claim.amount), isMain: true },
        { name: 'Payment Type', value: shownKind(type?.description ?? claim.payment_type) },
        ...(claim.payment_month ? [{ name: 'For', value: formatPaidMonth(claim) }] : []),
        { name: 'Driver Code', value: claim.driver_code },
        { name: 'Car Number', value: claim.car_number },
        ...(setup?.code ? [{ name: 'Code to set your password', value: setup.code }] : []),
      ]}
      note={claim.message}
      next={<NextStep isMember={isMember} setup={setup} />}
    >
      <AskUs claim={claim} />
      <p>
        <button type="button" className="text-button" onClick={() => void onAnother()}>
          Send another payment
        </button>
      </p>
    </Confirmation>
  );
}
