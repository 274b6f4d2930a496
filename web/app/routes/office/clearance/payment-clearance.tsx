export { ClearanceScreen as default } from '~/features/clearance/decisions/clearance-screen.tsx';
