export { StatementImportPage as default } from '~/features/clearance/statements/statement-import.tsx';
