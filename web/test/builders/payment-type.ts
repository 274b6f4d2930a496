/** The registration fee as payment types list it. */
export const REGISTRATION_TYPE = {
  id: '1',
  type_code: 'RF',
  description: 'REGISTRATION FEE',
  side: 'drivers',
  period: 'once',
  required_type: null,
  due_from: '2024-01-01',
  by_plan: false,
  for_device: false,
};
