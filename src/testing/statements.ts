import { AsyncLocalStorage } from 'node:async_hooks'
import { queries } from '#server/runtime/measurements.ts'
import type { TestApp } from './start-app.ts'

/** The content version is asked for again when a second has passed. */
const timed = /^select .* from "contentVersions"/

/**
 * The statements that calls send to the database, without those of background work, however long the calls take on a busy machine.
 * @param work makes the calls, three times, since caches may be empty at first
 * @returns the shortest list
 */
export async function statementsOf(
  { app }: Pick<TestApp, 'app'>,
  work: (time: number) => Promise<unknown>,
): Promise<string[]> {
  const calls = new AsyncLocalStorage<true>()
  let sent: string[] = []
  const enter = () => calls.enterWith(true)
  app.server.prependListener('request', enter)
  const stop = queries.listen(({ query: { sql } }) => {
    if (calls.getStore() && !timed.test(sql)) sent.push(sql)
  })
  const lists: string[][] = []
  try {
    for (const time of [1, 2, 3]) {
      sent = []
      await work(time)
      lists.push(sent)
    }
  } finally {
    stop()
    app.server.off('request', enter)
  }
  return lists.toSorted((one, other) => one.length - other.length)[0] ?? []
}
