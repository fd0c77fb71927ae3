import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Resource } from '#admin/api/use-act.ts'
import type { Question } from '#admin/dialogs/confirm.tsx'
import { type FormFields, switchedOff } from '#admin/fields/fields.ts'
import type { SecondPerson } from '#admin/session/second-person.tsx'
import type { SavingState } from '#admin/shell/saving-status.tsx'
import type { TrashedRecord } from '#contract/fields.ts'
import { ApiError } from '#web/http.ts'

/**
 * The calls, screens and names of an entity with a trash and a plural in s.
 * @param key 'product'
 * @param names the names of one record and of many, if they are not the key and its plural
 */
export const namesOf = (key: string, { one, many } = { one: key, many: `${key}s` }) => ({
  api: `/api/${key}s`,
  one,
  many,
  trash: `${key}s`,
  heading: one,
  list: `/admin/${key}s`,
})

export type FormResource<Values extends object> = Resource & {
  /** The name of one record in titles and buttons: 'case study'. */
  heading: string
  /** The title of the form of a new record, if it is not 'New …'. */
  newTitle?: string
  /** The path of the list that the form returns to: '/admin/products'. */
  list: string
  /** The call that returns a record by its id, if it is not `{api}/{id}`. */
  readPath?: (id: string) => string
  /** The call that updates a record, if it is not `{api}/{id}`. */
  writePath?: (id: string) => string
  contract: z.ZodMiniType
  /** The fields in the form's order, with the contract's names. */
  fields: FormFields<Values>
  constants?: object
  multipart?: boolean
  /** Whether it is the only record of its kind: its form has the name of the kind, and stays open after a save. */
  single?: boolean
  /** Whether its form has a main act of its own, so that Save is a secondary button. */
  ownAct?: boolean
  /** Whether colleagues and guests can be asked to review its records, which preview links show. */
  reviewed?: boolean
  /** Whether no page shows its records. */
  staffOnly?: boolean
  /** The path of the public pages: '/blog'. After a save that publishes a record, a bar offers to see it and to take it back. */
  publicPath?: string
  /** The question before a save with consequences that cannot be taken back or that the form does not show. @param record null for a new one */
  asks?: (record: AskedRecord | null, values: Values) => Promise<Question | undefined>
  /** The screen that opens after a save in place of the list, where the save calls for something there. @param record null for a new one */
  next?: (record: object | null, saved: object) => Promise<string | undefined>
}

/** Whether changes to a live record can be saved as draft: those of all kinds that visitors see and staff switch on. */
export const keepsCopies = ({ fields, staffOnly }: Pick<FormResource<object>, 'fields' | 'staffOnly'>): boolean =>
  !staffOnly && Object.keys(switchedOff(fields)).length > 0

export type AskedRecord = StageFields & { _id: string; sendNotification?: boolean }

/** The fields that hold the address of a record. */
const addressFields = ['slug', 'path'] as const
export type AddressField = (typeof addressFields)[number]

type TakenSlug = {
  field: AddressField
  slug: string
  /** The record that has it, if that is in the trash. */
  trashed?: TrashedRecord | undefined
  release: () => void
  /** That record was restored and keeps its slug. */
  keepRestored: () => void
}

/** The slug or path of another record that a save was refused for, if it was. */
export function takenIn(error: unknown, values: FieldValues): Pick<TakenSlug, 'field' | 'slug' | 'trashed'> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { code, trashed } = error.body as { code?: string; trashed?: TrashedRecord }
  const field = addressFields.find((name) => error.issues.some(({ path }) => path === name))
  return field && code !== 'reserved' ? { field, slug: values[field], trashed } : null
}

export type DescribedForm<Values extends FieldValues> = {
  fields: FormFields<Values>
  values: Values
  /** The properties of a field of the design system: name, event handlers and error. */
  field: (name: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & { error?: string | undefined }
  /** Sets the value of a custom field and marks the form as changed. */
  set: <Name extends FieldPath<Values>>(name: Name, value: unknown) => void
  errorAt: (name: FieldPath<Values>) => string | undefined
  required: (name: FieldPath<Values>) => boolean
}

export type FormState<Values extends FieldValues, Stored = unknown> = DescribedForm<Values> & {
  record: Stored | null
  dirty: boolean
  savingState: SavingState
  /** Sets a value that the server has stored by another call, so that the field counts as saved. */
  settle: <Name extends FieldPath<Values>>(name: Name, value: unknown) => void
  takenSlug: TakenSlug | undefined
  /** Set where a version needs a second person before it is public. */
  secondPerson: SecondPerson | undefined
  /** Whether the content of the form differs from the stored one, its flags and times aside. */
  isEdited: () => boolean
  /** Stores unsaved values and stays. @returns the stored record, or undefined where something prevents that */
  store: () => Promise<Stored | undefined>
  /** How often the form was submitted, including refused submissions. */
  submits: number
  /** Whether there is an error in a field or in a part of its value. */
  isRefused: (name: FieldPath<Values>) => boolean
}

/** The part of a record that decides whether visitors see it. */
export type StageFields = {
  published?: boolean | undefined
  active?: boolean | undefined
  publishAt?: string | undefined
  unpublishAt?: string | undefined
}

/** The steps of a record towards the public, in their order. */
const stages = ['draft', 'scheduled', 'public'] as const

/** A record that is not stored yet, or whose time is over, is public to no one, like a draft. */
export function stageOf(record: StageFields | null, now: number): (typeof stages)[number] {
  const { published, active = true, publishAt = '', unpublishAt = '' } = record ?? { published: false }
  if (!(published ?? active) || (unpublishAt !== '' && Date.parse(unpublishAt) <= now)) return 'draft'
  return publishAt !== '' && Date.parse(publishAt) > now ? 'scheduled' : 'public'
}

/** Whether a save takes a record a step towards the public. @param before the stored record, or null for a new one */
export const advances = (before: StageFields | null, after: StageFields, now: number): boolean =>
  stages.indexOf(stageOf(after, now)) > stages.indexOf(stageOf(before, now))
