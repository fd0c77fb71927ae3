import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadAnswer, ReadQuery, ReadSetup } from './sqlite-reader.ts'
import { deadlineCode, defineFunctions } from './sqlite-values.ts'

// Answers one query at a time, on a separate connection. Each query sees all earlier commits.
const { file, busyTimeout }: ReadSetup = workerData
const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout })
let deadline = Number.POSITIVE_INFINITY
// A search in many rows stops at its deadline; other queries are ended together with this thread.
defineFunctions(database, () => {
  if (performance.now() > deadline) throw Object.assign(new Error('The query took too long'), { code: deadlineCode })
})

parentPort?.on('message', ({ sql, values, within }: ReadQuery) => {
  deadline = performance.now() + within
  parentPort?.postMessage(answer(sql, values))
})

function answer(sql: string, values: SQLInputValue[]): ReadAnswer {
  try {
    return { rows: database.prepare(sql).all(...values) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { error: { message, code, errcode } }
  }
}
