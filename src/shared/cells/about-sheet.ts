/** The last sheet of an exported workbook. It describes the other sheets, and is not read back as a table of items. */
export const ABOUT_SHEET = 'About';
export const ABOUT_TITLES = ['What', 'Value'] as const;
