export { StatementPage as default } from '~/features/clearance/statements/statement-import.tsx';
