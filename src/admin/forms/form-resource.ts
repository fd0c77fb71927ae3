import type * as z from 'zod/mini'
import type { AdminCall } from '#admin/api/http.ts'
import type { Resource } from '#admin/api/use-resource.ts'

/** What a form needs to know of the records it makes and edits. */
export type FormResource<Values extends object, Stored extends { _id: string; version: number }> = Resource & {
  /** What one is called in the heading: 'Product'. */
  heading: string
  /** The list that the form goes back to: '/admin/products'. */
  list: string
  /** The call that gives a record by its id, where it is not `{api}/{id}`. */
  readPath?: (id: string) => string
  /** What a new record begins with. */
  defaults: Values
  toValues: (stored: Stored) => Values
  /** The contract of what is sent. */
  contract: z.ZodMiniType
  /** The form's values as the contract takes them. */
  toInput: (values: Values) => object
  /** How the call carries it; as JSON unless said. */
  toCall?: (input: object) => AdminCall
  /** The fields with their labels, in the form's order: what two versions are compared by. */
  fields: { name: keyof Values & string; label: string }[]
}
