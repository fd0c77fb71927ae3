import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

type Issue = { path: PropertyKey[]; message: string }

/**
 * Checks a form against the contract of the call that it is for, so that a rule is said once.
 * @param toInput what the call is given for the form's values; its fields bear the form's names
 */
export const contractResolver =
  <Values extends FieldValues>(contract: z.ZodMiniType, toInput: (values: Values) => unknown): Resolver<Values> =>
  (values) => {
    const result = z.safeParse(contract, toInput(values))
    if (result.success) return { values, errors: {} }
    return { values: {}, errors: nested<Values>(result.error.issues) }
  }

/** Issues in the form's own shape; of several at one field the first counts. */
function nested<Values extends FieldValues>(issues: Issue[]): FieldErrors<Values> {
  const errors: Record<PropertyKey, unknown> = {}
  for (const { path, message } of issues) {
    let place = errors
    const last = path.length - 1
    path.forEach((key, index) => {
      if (index === last) place[key] ??= { type: 'contract', message }
      else {
        place[key] ??= {}
        place = place[key] as Record<PropertyKey, unknown>
      }
    })
  }
  return errors as FieldErrors<Values>
}
