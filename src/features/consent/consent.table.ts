import { type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The wordings under the forms, each stored once. `version` is that of the privacy document which the wording links to; it is `phone` for the sentence
 * about someone who has asked by phone.
 */
export const consentTexts = table('consentTexts', { id: text(), text: text(), version: text(), since: time() })

declare module '#server/database/schema.ts' {
  interface Schema {
    consentTexts: Stored<typeof consentTexts>
  }
}
