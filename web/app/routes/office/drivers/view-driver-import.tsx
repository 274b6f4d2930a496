export { DriverImportPage as default } from '~/features/drivers/imports/driver-import.tsx';
