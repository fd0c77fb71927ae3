/** The rows of a text of settings that is typed as lines (the control `lines`), with `|` between their cells. A blank line is none. */
export const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('|').map((cell) => cell.trim()))

/** The number in a cell, such as `₹1,84,000`; 0 without one. */
export const numberIn = (cell = '') => Number(cell.replace(/[^\d.]/g, '')) || 0
