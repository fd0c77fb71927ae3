import { formatRupeesShort } from '#ui/rupees.ts'
import { gstWords } from './cohort-words.contract.ts'

/** What seats cost: '₹14,999 a seat, ₹74,995 for 5 seats · plus 18 % GST'. @param price of one seat, in rupees */
export const priceLine = (price: number, people: number, gst: keyof typeof gstWords | undefined) =>
  [
    people === 1
      ? formatRupeesShort(price)
      : `${formatRupeesShort(price)} a seat, ${formatRupeesShort(price * people)} for ${people} seats`,
    gst && gstWords[gst],
  ]
    .filter(Boolean)
    .join(' · ')
