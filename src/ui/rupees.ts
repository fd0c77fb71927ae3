/** The last three digits, then groups of two: 12,34,567. */
const grouping = /\B(?=(\d{2})*\d{3}$)/g

/**
 * An amount in rupees as public pages write it, `₹14,999.00`: the same as `Intl.NumberFormat('en-IN', { style: 'currency', currency:
 * 'INR' })`. `Intl` is not used, because its first call in a browser takes longer than the hydration of a page.
 */
export function formatRupees(amount: number): string {
  const [whole = '', paise] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '-' : ''}₹${whole.replace(grouping, ',')}.${paise}`
}

/** The short form for narrow places, without paise where there are none: `₹14,999`. */
export const formatRupeesShort = (amount: number) => formatRupees(amount).replace('.00', '')
