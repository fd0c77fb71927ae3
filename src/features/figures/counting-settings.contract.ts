import * as z from 'zod/mini'
import { cleanText, hasNoNul } from '#contract/fields.ts'

/** The settings of counting as they are until staff change them. */
export const countingDefaults = { count: true, ignoredHosts: '' }

const hostPattern = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/

/** Hosts, one on each line. */
export const hostsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The settings of counting. Views that come from one of `ignoredHosts`, or a host below it, do not count. */
export const countingInput = z.object({
  count: z.nullish(z.boolean('Send true or false')),
  ignoredHosts: z.nullish(
    z.string('Hosts must be a text').check(
      z.overwrite((value) => cleanText(value, '\n').trim()),
      z.maxLength(5_000, 'Hosts: at most 5,000 characters'),
      hasNoNul,
      z.refine(
        (value) => hostsIn(value).every((host) => hostPattern.test(host)),
        'Enter one host on each line, such as payments.example.com',
      ),
    ),
  ),
})
