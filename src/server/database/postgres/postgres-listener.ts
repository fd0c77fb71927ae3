import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How long to wait before the next attempt to connect, in milliseconds. */
const pause = 1_000

/** Listens to a channel on a separate connection, and connects again when it breaks. @returns stops listening */
export function listenTo(options: pg.ClientConfig, channel: string, onMessage: () => void): () => Promise<void> {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function listenOnce() {
    const connection = new pg.Client({ ...options, application_name: `atrium ${channel}`, keepAlive: true })
    client = connection
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    // A broken connection also emits `end`, which is handled.
    connection.on('error', () => {})
    connection.on('notification', onMessage)
    await connection.connect()
    await connection.query(`listen ${channel}`)
    onMessage()
    await ended
  }

  async function listenUntilStopped() {
    while (!stopping.signal.aborted) {
      // While the server cannot be reached, its queries fail.
      await listenOnce().catch(() => client?.end().catch(() => {}))
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const stopped = listenUntilStopped()
  return async () => {
    stopping.abort()
    await client?.end().catch(() => {})
    await stopped
  }
}
