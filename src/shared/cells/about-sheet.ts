/** The last sheet of a workbook that this program exports: it says what the others have, and is read back as no table of items. */
export const ABOUT_SHEET = 'About';
export const ABOUT_TITLES = ['What', 'Value'] as const;
