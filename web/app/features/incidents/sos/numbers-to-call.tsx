import { formatPhone } from '@banbo/contract';
import { useSite } from '~/components/site/site-info.ts';
import styles from './sos.module.css';

/** More would push the button off a small screen; all of them stand on the contact page. */
const OFFICE_NUMBERS = 2;

function NumberLink({ name, number, shown = number }: { name: string; number: string; shown?: string }) {
  return (
    <li>
      <a href={`tel:${number.replaceAll(' ', '')}`} className={styles.number}>
        <span>{name}</span> <strong>{shown}</strong>
      </a>
    </li>
  );
}

/** The emergency numbers and the company's own, large enough for a thumb. */
export function NumbersToCall() {
  const { emergency_numbers, mobile_numbers } = useSite();
  if (emergency_numbers.length + mobile_numbers.length === 0) return null;
  return (
    <ul className={styles.numbers} aria-label="Numbers to call">
      {emergency_numbers.map(({ name, number }) => (
        <NumberLink key={number} name={name} number={number} />
      ))}
      {mobile_numbers.slice(0, OFFICE_NUMBERS).map((number) => (
        <NumberLink key={number} name="Our office" number={number} shown={formatPhone(number)} />
      ))}
    </ul>
  );
}

/** `Call 112 or 024 000 0001.`, as far as there are numbers. */
export const useCallInstead = (): string => {
  const { emergency_numbers, mobile_numbers } = useSite();
  const [own] = mobile_numbers;
  const numbers = [emergency_numbers[0]?.number, own && formatPhone(own)].filter(Boolean);
  return numbers.length > 0 ? `Call ${numbers.join(' or ')}.` : '';
};

/** The first emergency number as one big button, and below it the company's own. */
export function CallNow() {
  const { emergency_numbers, mobile_numbers } = useSite();
  const [first] = emergency_numbers;
  const [own] = mobile_numbers;
  return (
    <>
      {first && (
        <a href={`tel:${first.number.replaceAll(' ', '')}`} className={`button ${styles.callNow}`}>
          Call {first.number} now
        </a>
      )}
      {own && (
        <a href={`tel:${own}`} className={`button quiet ${styles.wide}`}>
          Call the office
        </a>
      )}
    </>
  );
}
