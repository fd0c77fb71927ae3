import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { lettersOf } from './card-text.ts'
import { cropCard, drawCard, drawCover, drawIcon } from './draw-card.ts'

const calls = { drawCard, drawCover, cropCard, drawIcon, lettersOf }
export type CardCalls = typeof calls

// Serving pages has priority over pictures for other sites, which wait for them, but not for ever.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
serveCalls(calls)
