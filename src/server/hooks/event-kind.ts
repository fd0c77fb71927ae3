import * as z from 'zod/mini'

/** `contact.created`: the kind of record and its change. */
type EventName = `${string}.${string}`

/** A kind of event that webhooks can be told of. A feature declares its own in a file `*.event.ts`, and `app/hook-events.server.ts` lists all. */
export type EventKind<Data extends Record<string, unknown> = Record<string, unknown>> = {
  name: EventName
  /** When it happens, in a form: 'A visitor sends a message'. */
  label: string
  /** The heading under which forms and the documentation list it. */
  group: string
  /** The contract of `data` with ids, names and links, each field described (`told`): the documentation shows it. */
  data: z.ZodMiniObject & z.ZodMiniType<Data>
  /** The names of its fields that are sent only to webhooks with `personal`: messages, addresses and phone numbers of people. */
  personal?: readonly (keyof Data & string)[]
  /** Whether it is about a course, so that a webhook can listen to those about one. */
  ofCourse?: true
  /** A realistic one, for the test event and the documentation. */
  example: Data
  /** The event in one line for a chat, without markup: 'New message from Asha Rao: Cloud migration'. Words of visitors may be anything. */
  line: (data: Data) => string
  /** The name of the field with the address of the record in the back office, or of the public page. */
  link?: keyof Data & string
}

/** Any kind of event. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has the type of its own data
export type AnyEvent = EventKind<any>

/** Declares a kind of event. */
export const eventKind = <Data extends Record<string, unknown>>(kind: EventKind<Data>): EventKind<Data> => kind

/** What an event is about besides its data: webhooks filter by the course, and an erased person's record is found by its id. */
export type EventAbout = { courseId?: string | undefined; recordId?: string | undefined }

/** Describes a field of an event. */
const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  z.globalRegistry.add(schema, { description })
  return schema
}

/** A field that every event of its kind has. */
export const told = {
  text: (description: string) => described(z.string(), description),
  count: (description: string) => described(z.int(), description),
  flag: (description: string) => described(z.boolean(), description),
  /** ISO 8601 in UTC. */
  time: (description: string) => described(z.iso.datetime(), description),
  /** YYYY-MM-DD. */
  day: (description: string) => described(z.iso.date(), description),
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
    described(z.enum(values), description),
  texts: (description: string) => described(z.array(z.string()), description),
  object: <Fields extends Record<string, z.ZodMiniType>>(fields: Fields, description: string) =>
    described(z.object(fields), description),
  objects: <Fields extends Record<string, z.ZodMiniType>>(fields: Fields, description: string) =>
    described(z.array(z.object(fields)), description),
  /** A whole address. A feature gives the path, which becomes one when the event is written. */
  address: (description: string) => described(z.url(), description),
}

/** A field that may be missing. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => {
  const { description } = z.globalRegistry.get(schema) ?? {}
  return described(z.optional(schema), String(description))
}

/** The address of a screen of the back office as a path. */
export const adminPath = (path: string): string => `/#/admin/${path}`
