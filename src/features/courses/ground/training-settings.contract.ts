import { isLinkTarget } from '#contract/addresses.ts'
import { choice, flag, group, number, text } from '#contract/settings.ts'
import { gstWords } from './cohort-words.contract.ts'

/** The settings of courses with dates. From `fewSeats` on the site says how many are left; an offer of a seat holds for `offerHours`. */
export const trainingSettings = group('training', {
  title: 'Training',
  lead: 'How the dates of courses are shown, and how free seats are offered. A course without dates shows none of it.',
  access: 'writeSite',
  pages: [['/courses', 'Courses']],
  panels: {
    Prices: {
      gst: choice('GST', 'Say nothing', gstWords),
      termsUrl: text('Terms of enrollment', {
        called: 'The link to the terms',
        standard: '',
        max: 2_000,
        accepts: isLinkTarget,
        error: 'Terms must be a path such as /terms, or an address that starts with https://',
        hint: 'A path such as /terms, or a full address. If empty, there is no link.',
        mayBeEmpty: true,
      }),
    },
    Seats: {
      fewSeats: number('Few seats', 0, 1_000, {
        standard: '3',
        hint: 'From this number down, visitors see how many are left. 0 shows no number.',
      }),
      offerHours: number('An offer holds for (hours)', 1, 1_000, { standard: '48' }),
      automaticOffers: flag('Offer by itself', {
        standard: false,
        hint: 'Offers a free seat to the first on the waiting list. Otherwise staff press a button for each offer.',
      }),
    },
  },
})
