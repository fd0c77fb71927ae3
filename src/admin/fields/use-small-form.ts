import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#web/http.ts'

/** An error of one field, found before anything is sent. */
export class FieldError extends Error {
  field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

type SmallForm<Values extends FieldValues> = {
  contract: z.ZodMiniType
  /** Turns the form's values into the call's input, which has fields of the same names; by default they are the same. */
  toInput?: (values: Values) => unknown
  defaults: DefaultValues<Values>
  /** Submits the form. An error that it throws is shown at the fields that it names, otherwise above the button. */
  submit: (values: Values) => Promise<void>
  /** Called with a failure, in addition to showing its message. */
  onFailure?: (error: Error) => void
  /** The field to focus after a failure that names no field. */
  retryAt?: FieldPath<Values>
}

/** A form with a few fields that is sent once: rules from the contract, errors at the fields, the first of them focused. */
export function useSmallForm<Values extends FieldValues>({
  contract,
  toInput = (values) => values,
  defaults,
  submit,
  onFailure,
  retryAt,
}: SmallForm<Values>) {
  const { register, handleSubmit, setError, setFocus, setValue, watch, getValues, reset, formState } = useForm<Values>({
    resolver: contractResolver(contract, toInput),
    defaultValues: defaults,
  })

  async function run(values: Values) {
    try {
      await submit(values)
    } catch (error) {
      const { message } = error as Error
      const fieldIssues = issuesOf(error).filter(({ path }) => path in values)
      for (const [index, { path, message }] of fieldIssues.entries())
        setError(path as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
      if (fieldIssues.length === 0) {
        setError('root', { message })
        if (retryAt) setFocus(retryAt, { shouldSelect: true })
      }
      onFailure?.(error as Error)
    }
  }

  return {
    onSubmit: handleSubmit(run),
    busy: formState.isSubmitting,
    dirty: formState.isDirty,
    message: formState.errors.root?.message,
    /** The properties of a field of the design system. */
    field: (name: FieldPath<Values>) => ({
      ...register(name),
      error: formState.errors[name]?.message as string | undefined,
    }),
    watch,
    getValues,
    setValue,
    reset,
  }
}

function issuesOf(error: unknown): { path: string; message: string }[] {
  if (error instanceof ApiError) return error.issues
  return error instanceof FieldError ? [{ path: error.field, message: error.message }] : []
}

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
