import { isLinkTarget } from '#contract/addresses.ts'
import { choice, flag, group, number, text } from '#contract/settings.ts'
import { gstWords } from './cohort-words.contract.ts'

/** The settings of courses with dates. From `fewSeats` on the site says how many are left; an offer of a seat holds for `offerHours`. */
export const trainingSettings = group('training', {
  title: 'Courses',
  lead: 'Prices, seats and waitlists of courses with dates.',
  access: 'writeSite',
  pages: [['/courses', 'Courses']],
  panels: {
    Prices: {
      gst: choice('GST', 'Not shown', gstWords),
      termsUrl: text('Terms URL', {
        called: 'The link to the terms',
        standard: '',
        max: 2_000,
        accepts: isLinkTarget,
        error: 'Terms must be a path such as /terms, or an address that starts with https://',
        hint: 'A path such as /terms, or a full URL. Leave blank for no link.',
        mayBeEmpty: true,
      }),
    },
    Seats: {
      fewSeats: number('Low-seat warning', 0, 1_000, {
        standard: '3',
        hint: 'Show “n seats left” at or below this number. 0 shows no number.',
      }),
      offerHours: number('Offers expire after (hours)', 1, 1_000, { standard: '48' }),
      automaticOffers: flag('Offer free seats automatically', {
        standard: false,
        hint: 'To the first person on the waitlist. Otherwise your team offers each seat by hand.',
      }),
    },
  },
})
