const full = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const short = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' })

/** An amount in rupees as public pages write it: `₹14,999.00`. */
export const formatRupees = (amount: number) => full.format(amount)

/** The same for narrow places, without paise where there are none: `₹14,999`. */
export const formatRupeesShort = (amount: number) => short.format(amount)
