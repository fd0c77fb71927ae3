import type * as z from 'zod/mini'
import type { Resource } from '#admin/api/use-resource.ts'
import { capitalised } from '#admin/format.ts'
import type { FormFields } from './fields.ts'

/**
 * The calls, screens and names of an entity whose plural is formed with an s.
 * @param one what one record is called: 'product'
 */
export const namesOf = <One extends string>(one: One) => ({
  api: `/api/${one}s`,
  one,
  many: `${one}s` as const,
  heading: capitalised(one),
  list: `/admin/${one}s`,
})

/** What a form needs to know of the records it makes and edits. */
export type FormResource<Values extends object> = Resource & {
  /** What one is called in the heading: 'Product'. */
  heading: string
  /** The list that the form goes back to: '/admin/products'. */
  list: string
  /** The call that gives a record by its id, where it is not `{api}/{id}`. */
  readPath?: (id: string) => string
  /** The contract of what is sent. */
  contract: z.ZodMiniType
  /** The fields in the form's order. Their names are the contract's. */
  fields: FormFields<Values>
  /** What is sent beside the fields. */
  constants?: object
  /** Sends the record as a multipart form instead of JSON. */
  multipart?: boolean
}
