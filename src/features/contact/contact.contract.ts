import * as z from 'zod/mini'
import { emailAddress, requiredText } from '#contract/common.ts'

export const contactStatuses = ['pending', 'resolved', 'spam'] as const

/** What a visitor sends. */
export const contactMessage = z.object({
  name: requiredText('Name', 200),
  email: emailAddress(),
  subject: requiredText('Subject', 300),
  message: requiredText('Message', 20_000),
})
