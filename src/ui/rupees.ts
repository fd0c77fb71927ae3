/** Thousands, then hundreds in twos: 12,34,567. */
const grouping = /\B(?=(\d{2})*\d{3}$)/g

/**
 * An amount in rupees as public pages write it: `₹14,999.00`, what `Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })`
 * writes. A browser that has not yet formatted a number takes longer to set that up than to take over a whole page.
 */
export function formatRupees(amount: number): string {
  const [whole = '', paise] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '-' : ''}₹${whole.replace(grouping, ',')}.${paise}`
}

/** The same for narrow places, without paise where there are none: `₹14,999`. */
export const formatRupeesShort = (amount: number) => formatRupees(amount).replace('.00', '')
