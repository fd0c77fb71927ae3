import * as z from 'zod/mini'
import { emailAddress } from '#contract/common.ts'

export const subscription = z.object({ email: emailAddress() })

export const newsletterWords = {
  success: 'Thank you for subscribing to our newsletter!',
  failure: 'Failed to subscribe. Please try again.',
}
