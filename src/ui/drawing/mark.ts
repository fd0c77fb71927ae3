/** The logo of the sample brand on a grid of 24: a quarter of an arch, with a disc below it. */
export const arch = 'M2 22A20 20 0 0 1 22 2v20h-5.8V9A14.2 14.2 0 0 0 7.8 22z'
export const disc = { cx: 12.3, cy: 19, r: 3 }
