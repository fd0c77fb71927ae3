// All migrations. The program runs them in the order of their names. Those of a released version are joined into one file for each subject; a new one
// gets a file of its own.

export * from './0.3.0/contact.ts'
export * from './0.3.0/content.ts'
export * from './0.3.0/courses.ts'
export * from './0.3.0/letters.ts'
export * from './0.3.0/system.ts'
export { baseline } from './0041-baseline.ts'
export { caseSlugs } from './0068-case-slugs.ts'
export { paise } from './0069-paise.ts'
export { richTextsOnly } from './0070-rich-texts-only.ts'
export { names } from './0071-names.ts'
export { turn } from './0072-turn.ts'
export { participants } from './0073-participants.ts'
export { desk } from './0074-desk.ts'
export { reviews } from './0075-reviews.ts'
export { pages } from './0076-pages.ts'
export { originals } from './0079-originals.ts'
