import { PASSWORD_RULES } from '@banbo/contract';
import { Icon } from '~/components/icon.tsx';
import styles from '../sign-in.module.css';

/** A tick or a cross for each rule of a new password, live. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <ul className={styles.rules} id={id}>
      {PASSWORD_RULES.map((rule) => {
        const met = rule.test(password);
        return (
          <li key={rule.label} className={styles.rule} data-met={met || undefined}>
            <Icon name={met ? 'tick' : 'cross'} label={met ? 'Met:' : 'Not yet:'} />
            {rule.label}
          </li>
        );
      })}
    </ul>
  );
}
