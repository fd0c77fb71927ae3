import { parentPort } from 'node:worker_threads'
import { measureContent, plainText, renderContent } from './render-content.ts'

const calls = { measureContent, plainText, renderContent }
export type Calls = typeof calls

type Question = { number: number; call: keyof Calls; given: [string] }

/** The pipeline in a thread of its own: each message asks for one of its calls, and is answered under the same number. */
parentPort?.on('message', ({ number, call, given }: Question) => {
  try {
    parentPort?.postMessage({ number, answer: calls[call](...given) })
  } catch (error) {
    parentPort?.postMessage({ number, error })
  }
})
