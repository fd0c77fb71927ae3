import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { encodeLogo, encodePicture } from './encode-picture.ts'
import { canDraw } from './fit-logo.ts'

const calls = { encodePicture, encodeLogo, canDraw }
export type EncodeCalls = typeof calls

// Serving pages has priority over encoding.
setPriority(constants.priority.PRIORITY_LOW)
serveCalls(calls)
