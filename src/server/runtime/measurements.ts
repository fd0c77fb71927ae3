import { channel } from 'node:diagnostics_channel'
import type { CompiledQuery } from 'kysely'

/**
 * The measurements that parts of the program publish on Node's diagnostics channels. Without metrics a channel has no subscriber, and
 * publishing to it costs almost nothing.
 */
const measurement = <Message extends object>(name: string) => {
  const reports = channel(`atrium:${name}`)
  return {
    /** Whether there is a subscriber, for costly measurements. */
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

/** A response that can be cached was sent from the cache (`hit`), or had to be made (`miss`). */
export const cacheLookups = measurement<{ result: 'hit' | 'miss' }>('cache-lookup')

/** A page was rendered: the time that its data took, and that of the rendering itself. */
export const renders = measurement<{ dataSeconds: number; renderSeconds: number }>('render')

/** The database answered a query of a kind, such as `select`. */
export const queries = measurement<{ kind: string; failed: boolean; seconds: number; query: CompiledQuery }>('query')

/** A challenge for a passkey was stored: for a `sign-in` (public), or by a member of staff, to add one (`registration`) or for a `confirmation`. */
export const passkeyChallenges = measurement<{ purpose: 'sign-in' | 'registration' | 'confirmation' }>(
  'passkey-challenge',
)

/** An attempt to send a message ended: `sent`, `retry`, `failed` or `skipped`. */
export const deliveryAttempts = measurement<{ lane: 'mail' | 'hooks'; outcome: string }>('delivery-attempt')
