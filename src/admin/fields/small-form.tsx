import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { type ActOptions, failureInWords, useAct } from '#admin/api/use-act.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { ApiError } from '#web/http.ts'
import { type FormFields, isRequired, writeValues } from './fields.ts'

type SmallFormProps = {
  form: Pick<ReturnType<typeof useSmallForm>, 'onSubmit' | 'busy' | 'message'>
  /** The submit button's text. A form that can only be read has none, and no other button either. */
  action: string | undefined
  disabled?: boolean | undefined
  /** Whether the action deletes for good. */
  danger?: boolean
  /** Whether it is one of several forms on its screen, without the main action. */
  secondary?: boolean
  further?: ReactNode
  /** Absent on a form without a dialog. */
  onCancel?: (() => void) | undefined
  attributes?: ComponentProps<'form'>
  children: ReactNode
}

export const SmallForm = ({ form, further, onCancel, attributes, children, ...button }: SmallFormProps) => (
  <form noValidate onSubmit={form.onSubmit} {...attributes}>
    <div className="grid gap-4">
      {children}
      {form.message && <Alert tone="error">{form.message}</Alert>}
    </div>
    {button.action && (
      <div className="mt-4 flex flex-wrap justify-end gap-2 in-[[role=dialog]>form:last-child]:dialog-foot">
        {further}
        {onCancel && (
          <Button variant="secondary" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant={button.secondary ? 'secondary' : undefined}
          size="small"
          busy={form.busy}
          disabled={button.disabled}
          className={button.danger ? 'bg-danger! text-paper!' : undefined}
        >
          {button.action}
        </Button>
      </div>
    )}
  </form>
)

type FormDialogProps = Omit<SmallFormProps, 'onCancel'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'grows' | 'onClose'> & { open?: boolean }

/** A dialog with a form. It asks nothing when it is left. */
export const FormDialog = ({ open = true, onClose, title, description, grows, ...form }: FormDialogProps) => (
  <Dialog open={open} onClose={onClose} title={title} description={description} grows={grows}>
    <SmallForm {...form} onCancel={onClose} />
  </Dialog>
)

export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="absolute -top-1.5 -right-2 rounded-control px-2 py-1.5 text-small text-primary underline-offset-4 hover:underline pointer-coarse:-top-3 pointer-coarse:py-3"
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </div>
  )
}

/** An error of one field, found before anything is sent. */
export class FieldError extends Error {
  field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

type SmallForm<Values extends FieldValues, Input, Answer, Fields> = {
  contract: z.ZodMiniType
  /** The descriptions of the fields, for `<Field>`. They turn the values into the call's input. */
  fields?: Fields & FormFields<Values>
  /** Turns the form's values into the call's input, which has fields of the same names; by default they are the same. */
  toInput?: (values: Values) => Input
  defaults: DefaultValues<Values>
  /** Sends the input. An error that it throws is shown at the fields that it names, otherwise above the button. */
  submit: (input: Input) => Promise<Answer>
  /** With it, a failure is also a toast. */
  failed?: ActOptions<Answer>['failed']
  onDone?: (answer: Answer) => void
  /** The field to focus after a failure that names no field. */
  retryAt?: FieldPath<Values>
} & Pick<ActOptions<Answer>, 'done' | 'reload'>

/** A form with a few fields that is sent once: rules from the contract, errors at the fields. With `fields` it is a form for `<Field>`. */
export function useSmallForm<Values extends FieldValues, Input = Values, Answer = unknown, Fields = undefined>({
  contract,
  fields,
  toInput = (values) => (fields ? writeValues(fields, values) : values) as Input,
  defaults,
  submit,
  done,
  reload,
  failed,
  onDone,
  retryAt,
}: SmallForm<Values, Input, Answer, Fields>) {
  const { register, handleSubmit, setError, setFocus, setValue, watch, getValues, reset, formState } = useForm<Values>({
    resolver: contractResolver(contract, toInput),
    defaultValues: defaults,
  })
  const { act } = useAct()

  function show(error: Error, values: Values) {
    const issues = issuesOf(error).filter(({ path }) => path in values)
    for (const [index, { path, message }] of issues.entries())
      setError(path as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
    if (issues.length > 0) return
    setError('root', { message: error.message })
    if (retryAt) setFocus(retryAt, { shouldSelect: true })
  }

  async function run(values: Values) {
    const sent = await act(() => submit(toInput(values)), {
      done,
      reload,
      failed(error) {
        show(error, values)
        return failed === undefined ? undefined : failureInWords(error, failed)
      },
    })
    if (sent) onDone?.(sent.answer)
  }

  const errorAt = (name: FieldPath<Values>) => formState.errors[name]?.message as string | undefined
  return {
    onSubmit: handleSubmit(run),
    busy: formState.isSubmitting,
    dirty: formState.isDirty,
    message: formState.errors.root?.message,
    fields: fields as Fields,
    get values() {
      return watch()
    },
    /** The properties of a field of the design system. */
    field: (name: FieldPath<Values>) => ({ ...register(name), error: errorAt(name) }),
    set: (name: FieldPath<Values>, value: unknown) => setValue(name, value as never, { shouldDirty: true }),
    errorAt,
    required: (name: FieldPath<Values>) => isRequired(contract, name),
    getValues,
    reset,
  }
}

function issuesOf(error: unknown): { path: string; message: string }[] {
  if (error instanceof ApiError) return error.issues
  return error instanceof FieldError ? [{ path: error.field, message: error.message }] : []
}

/** Validates a form against the contract of its call. Valid values are returned as they were typed. */
export const contractResolver =
  <Values extends FieldValues>(contract: z.ZodMiniType, toInput: (values: Values) => unknown): Resolver<Values> =>
  async (values, context, options) => {
    const resolve = zodResolver(contract as z.ZodMiniType<Values, Values>)
    const result = await resolve(toInput(values) as Values, context, options)
    return Object.keys(result.errors).length > 0 ? result : { values, errors: {} }
  }

/** Shows what the server refuses at its fields, the first of which gets the focus. */
export function markRefused<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  if (!(error instanceof ApiError)) return
  error.issues.forEach(({ path, message }, index) => {
    form.setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}

type OptionalSelectProps = Omit<ComponentProps<typeof Select>, 'children' | 'onChange'> & {
  none: string
  options: (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

export const OptionalSelect = ({ none, options, onChoose, ...field }: OptionalSelectProps) => (
  <Select {...field} onChange={({ target }) => onChoose(target.value)}>
    <option value="">{none}</option>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
)
