import { createWorker, WorkerEnded, WorkerTimedOut } from '#server/runtime/worker-process.ts'
import { type ConvertedText, SourceError, type TextFacts } from '../../ground/source.ts'
import type { SourceKind } from '../../ground/transfer.contract.ts'
import type { ConvertCalls } from './text-worker.ts'

const file = new URL('./text-worker.ts', import.meta.url)
/** In megabytes: enough for most texts, and ten times a text of a million characters as a tree. */
const memory = { usual: 64, long: 384 }
const patience = 4
/** Callers wait for their turn: an import has few texts at once. */
const queue = 1_000
/** The processes that render the texts of the same import follow. */
const idle = 1_000

// A text that takes long, or much memory, moves to a separate worker, so that it does not delay the others.
const convertSoon = createWorker<ConvertCalls>(file, {
  size: 2,
  deadline: 3_000,
  patience,
  memory: memory.usual,
  young: 1,
  queue,
  idle,
})
const convertSlowly = createWorker<ConvertCalls>(file, {
  size: 1,
  deadline: 10_000,
  patience,
  memory: memory.long,
  queue,
  idle,
})

/**
 * Converts a text of a program into one of ours, in a worker process.
 * @throws SourceError with a sentence for people, for a text that cannot be carried over
 */
export async function convertText(
  kind: SourceKind,
  text: string,
  facts: TextFacts,
  signal: AbortSignal,
): Promise<ConvertedText> {
  const result = await convertSoon('convertHere', [kind, text, facts], signal)
    .catch((error) => {
      if (error instanceof WorkerTimedOut || error instanceof WorkerEnded)
        return convertSlowly('convertHere', [kind, text, facts], signal)
      throw error
    })
    .catch((error) => {
      if (error instanceof WorkerTimedOut || error instanceof WorkerEnded)
        throw new SourceError('The text is too intricate to be read within the limits of time and memory.')
      throw error
    })
  if ('reason' in result) throw new SourceError(result.reason)
  return result.converted
}
