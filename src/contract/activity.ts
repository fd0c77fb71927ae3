import * as z from 'zod/mini'

export const activityKinds = [
  'create',
  'change',
  'delete',
  'restore',
  'export',
  'account',
  'settings',
  'sign-in',
  'refusal',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** A field that was changed. Long values are cut to the part that differs; one that was or became empty is left out. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})
export type FieldChange = z.infer<typeof fieldChange>
