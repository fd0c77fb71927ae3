const number = new Intl.NumberFormat('en-IN')

/** A count as the back office shows it: 1,20,000. */
export const formatNumber = (value: number): string => number.format(value)

/** A count with its noun: '1 subscriber', '2 subscribers'. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
