export { DriverImportsPage as default } from '~/features/drivers/imports/driver-import.tsx';
