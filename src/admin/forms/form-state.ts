import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FormFields } from './fields.ts'

/** What the fields of a form are drawn with. */
export type FormState<Values extends FieldValues, Stored = unknown> = {
  /** What is stored; null for a new record. */
  record: Stored | null
  fields: FormFields<Values>
  values: Values
  /** Spread on a field of the design system: its name, its events and what is wrong with it. */
  field: (name: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & { error?: string }
  /** For what is no plain field. Marks the form as changed. */
  set: <Name extends FieldPath<Values>>(name: Name, value: unknown) => void
  errorAt: (name: FieldPath<Values>) => string | undefined
  /** Whether the contract refuses the field when it is empty. */
  required: (name: FieldPath<Values>) => boolean
}
