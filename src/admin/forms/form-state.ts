import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FormFields } from '#admin/fields/fields.ts'
import type { TrashedRecord } from '#contract/fields.ts'

/** A slug that the server has refused because another record has it. */
type TakenSlug = {
  slug: string
  /** The record that has it, if that is in the trash. */
  trashed: TrashedRecord | undefined
  /** The slug is free again. */
  release: () => void
  /** That record was restored and keeps its slug. */
  keepRestored: () => void
}

/** The state of a form, for the components that render its fields. */
export type FormState<Values extends FieldValues, Stored = unknown> = {
  /** The stored record; null for a new one. */
  record: Stored | null
  fields: FormFields<Values>
  values: Values
  /** Whether something is typed and not saved yet. */
  dirty: boolean
  saving: boolean
  /** Sets a value that the server has stored by another call, so that the field counts as saved. */
  settle: <Name extends FieldPath<Values>>(name: Name, value: unknown) => void
  /** The properties of a field of the design system: name, event handlers and error. */
  field: (name: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & { error?: string | undefined }
  /** Sets the value of a custom field and marks the form as changed. */
  set: <Name extends FieldPath<Values>>(name: Name, value: unknown) => void
  errorAt: (name: FieldPath<Values>) => string | undefined
  /** Whether the contract refuses an empty value. */
  required: (name: FieldPath<Values>) => boolean
  takenSlug: TakenSlug | undefined
}
