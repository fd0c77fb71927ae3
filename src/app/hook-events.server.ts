import type { EventKind } from '#server/hooks/event-kind.ts'

/** Every kind of event that webhooks can be told of. A feature adds its line here. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has the type of its own data
export const hookEvents: EventKind<any>[] = []
