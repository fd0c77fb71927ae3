import { channel } from 'node:diagnostics_channel'
import type { CompiledQuery } from 'kysely'

/**
 * The measurements that parts of the program publish on Node's diagnostics channels. Without metrics a channel has no subscriber, and
 * publishing to it costs almost nothing.
 */
const measurement = <Message extends object>(name: string) => {
  const reports = channel(`atrium:${name}`)
  return {
    /** Whether anybody listens, for what costs something to measure. */
    get wanted() {
      return reports.hasSubscribers
    },
    report: (message: Message) => reports.publish(message),
    /** @returns stops listening */
    listen(listener: (message: Message) => void): () => void {
      const onMessage = (message: unknown) => listener(message as Message)
      reports.subscribe(onMessage)
      return () => reports.unsubscribe(onMessage)
    },
  }
}

/** A request was answered. `route` is the pattern of its address, such as `/api/blogs/:id`. */
export const requests = measurement<{ method: string; route: string; status: number; seconds: number }>('request')

/** The database answered a query of a kind, such as `select`. */
export const queries = measurement<{ kind: string; failed: boolean; seconds: number; query: CompiledQuery }>('query')

/** An attempt to send a message ended: `sent`, `retry`, `failed` or `skipped`. */
export const deliveryAttempts = measurement<{ outcome: string }>('delivery-attempt')
