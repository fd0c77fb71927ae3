import * as z from 'zod/mini'
import { emailAddress } from '#contract/common.ts'

export const subscription = z.object({ email: emailAddress() })
