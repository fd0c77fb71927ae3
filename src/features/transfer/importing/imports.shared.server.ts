// For the command line, which applies imports in its own process.
export { openSource } from '../sources/open-source.server.ts'
export { type Applying, applyImport, beginToApply } from './apply-import.server.ts'
export { storeChoices } from './choices.server.ts'
export type { ImportContext } from './context.ts'
export {
  answerOf,
  findImport,
  kindNames,
  outcomeNames,
  ownerProfile,
  summariesOf,
  toItem,
} from './import-store.server.ts'
export { contextOf, deleteImport, workClaim } from './jobs.server.ts'
export { openMediaFolder } from './media-folder.server.ts'
export { claimReading, claimTime, readImport } from './reading.server.ts'
export { sources } from './sources.server.ts'
export { beginToUndo, undoImport } from './undo-import.server.ts'
