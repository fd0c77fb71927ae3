/** Texts of the site that staff can replace, by the part of the site that shows them: `{ about: { title: … } }`. Only what was replaced is in it. */
export type Words = Record<string, Record<string, string>>

/** A link of the footer: its text, and a path of ours or a whole address. */
export type FooterLink = { label: string; to: string }
