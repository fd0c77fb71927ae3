import { createWorker } from '#server/runtime/worker-process.ts'
import type { CardCalls } from './card-worker.ts'

/** Cards and icons are drawn one at a time in a separate process, which ends when it is idle: the server itself loads no picture library. */
export const callCardWorker = createWorker<CardCalls>(new URL('./card-worker.ts', import.meta.url), {
  size: 1,
  deadline: 5_000,
  patience: 4,
  memory: 64,
  queue: 20,
})
