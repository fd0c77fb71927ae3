import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

type Issue = { path: PropertyKey[]; message: string }

/**
 * Validates a form against the contract of its call, so that no rule is stated twice.
 * @param toInput turns the form's values into the call's input; its fields have the form's names
 */
export const contractResolver =
  <Values extends FieldValues>(contract: z.ZodMiniType, toInput: (values: Values) => unknown): Resolver<Values> =>
  (values) => {
    const result = z.safeParse(contract, toInput(values))
    if (result.success) return { values, errors: {} }
    return { values: {}, errors: nested<Values>(result.error.issues) }
  }

/** Issues in react-hook-form's shape; the first issue of a field counts. */
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
