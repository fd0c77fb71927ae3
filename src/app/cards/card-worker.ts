import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { lettersOf } from './card-text.ts'
import { cropCard, drawCard, drawCover, drawIcon } from './draw-card.ts'

const calls = { drawCard, drawCover, cropCard, drawIcon, lettersOf }
export type CardCalls = typeof calls

// Serving pages has priority over pictures for other sites.
setPriority(constants.priority.PRIORITY_LOW)
serveCalls(calls)
