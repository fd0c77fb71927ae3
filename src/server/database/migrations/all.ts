// All migrations. The program runs them in the order of their names.
export { baseline } from './0041-baseline.ts'
export { workingCopyPointers } from './0042-working-copy-pointers.ts'
export { richTexts } from './0043-rich-texts.ts'
export { postCovers } from './0044-post-covers.ts'
export { leadDesk } from './0045-lead-desk.ts'
export { consent } from './0046-consent.ts'
export { imports } from './0047-imports.ts'
export { persons } from './0048-persons.ts'
