/** A field's DOM id, by which an error summary and a form's focus find it. */
export const fieldId = (name: string): string => `field-${name}`;
