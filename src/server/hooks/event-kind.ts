import type * as z from 'zod/mini'

/** `contact.created`: the kind of record and its change. */
type EventName = `${string}.${string}`

/** A kind of event that webhooks can be told of. A feature declares its own in a file `*.event.ts`, and `app/hook-events.server.ts` lists all. */
export type EventKind<Data extends Record<string, unknown> = Record<string, unknown>> = {
  name: EventName
  /** In a form: 'A visitor writes to the company'. */
  label: string
  /** The contract of `data` with ids, names and links, each field described: the documentation shows it. */
  data: z.ZodMiniType<Data>
  /** The names of its fields that are sent only to webhooks with `personal`: messages, addresses and phone numbers of people. */
  personal?: readonly (keyof Data & string)[]
  /** A realistic one, for the test event and the documentation. */
  example: Data
  /** The event in one line for a chat, without markup: 'Asha Rao asks about Cloud migration'. */
  line: (data: Data) => string
  /** The name of the field with the address of the record in the back office, or of the public page. */
  link?: keyof Data & string
}

/** Declares a kind of event. */
export const eventKind = <Data extends Record<string, unknown>>(kind: EventKind<Data>): EventKind<Data> => kind

/** What an event is about besides its data: webhooks filter by the course, and an erased person's record is found by its id. */
export type EventAbout = { courseId?: string | undefined; recordId?: string | undefined }
