/** The rows of a text of settings, with `|` between their cells. */
export const rowsOf = (text: string) => text.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))

/** The number in a cell, such as `₹1,84,000`; 0 without one. */
export const numberIn = (cell = '') => Number(cell.replace(/[^\d.]/g, '')) || 0
