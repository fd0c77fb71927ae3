import * as z from 'zod/mini'
import { isLinkTarget } from '#contract/addresses.ts'
import { cleanText, hasNoNul } from '#contract/fields.ts'

/** How prices of dates relate to GST. */
export const gstLines = ['included', 'plus'] as const

/** The settings of courses with dates as they are until staff change them. */
export const trainingDefaults = { gst: '', termsUrl: '', offerHours: '48', fewSeats: '3', offerByItself: false }

const wholeNumber = (label: string, least: number, most: number) => {
  const error = `${label} must be a whole number from ${least} to ${most}`
  const accepts = (value: number | string) =>
    value === '' || (/^\d+$/.test(`${value}`) && Number(value) >= least && Number(value) <= most)
  return z.nullish(z.union([z.number(), z.string().check(z.trim())], error).check(z.refine(accepts, error)))
}

/** The settings of courses with dates. `fewSeats`: from how many left the site says so; an offer of a seat holds for `offerHours`. */
export const trainingInput = z.object({
  gst: z.nullish(z.enum(['', ...gstLines], 'Choose one of the lines')),
  termsUrl: z.nullish(
    z.string('Terms must be a text').check(
      z.overwrite((value) => cleanText(value).trim()),
      z.maxLength(2_000, 'Terms: this address is too long'),
      hasNoNul,
      z.refine(
        (value) => value === '' || isLinkTarget(value),
        'Terms must be a path such as /terms, or an address that starts with https://',
      ),
    ),
  ),
  offerHours: wholeNumber('An offer holds for (hours)', 1, 1_000),
  fewSeats: wholeNumber('Few seats', 0, 1_000),
  offerByItself: z.nullish(z.boolean('Send true or false')),
})
