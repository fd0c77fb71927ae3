import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/**
 * Validates a form against the contract of its call, so that no rule is stated twice. Valid values are returned as they were typed.
 * @param toInput turns the form's values into the call's input; its fields have the form's names
 */
export const contractResolver =
  <Values extends FieldValues>(contract: z.ZodMiniType, toInput: (values: Values) => unknown): Resolver<Values> =>
  async (values, context, options) => {
    const resolve = zodResolver(contract as z.ZodMiniType<Values, Values>)
    const result = await resolve(toInput(values) as Values, context, options)
    return Object.keys(result.errors).length > 0 ? result : { values, errors: {} }
  }
