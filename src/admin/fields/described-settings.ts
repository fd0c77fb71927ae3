/** How a field of a group of settings is edited. */
export type Described = {
  label: string
  hint?: string | undefined
  /** `links` are rows of a text and an address, `topics` rows of names. */
  control?:
    | 'text'
    | 'lines'
    | 'url'
    | 'email'
    | 'flag'
    | 'links'
    | 'topics'
    | 'time'
    | 'day'
    | 'content'
    | 'logo'
    | 'accent'
  /** The choices of a select: their values and texts. */
  named?: Record<string, string>
  /** Whether it can be emptied, which hides it on the site. Otherwise the default returns. */
  mayBeEmpty?: boolean
}

export type DescribedGroup = {
  title: string
  lead: string
  /** Groups of one section are tabs; without a name it is the first section. */
  section?: string
  /** The pages that show it, for the preview: path and name. Without any there is no preview. */
  pages: [string, string][]
  /** The selector of the place that the preview shows for a field, or at first. A text that the server marks needs none. */
  shows?: (name?: string) => string
  /** The path of the page that shows a field, if not all of them do. */
  pageFor?: (name: string) => string | undefined
  /** Whether its texts can be edited on the first of its pages. */
  isOnPage?: boolean
  /** Whether the first of them has its search appearance here. */
  hasAppearance?: boolean
  /** Panels of fields, by their titles. */
  panels: FieldPanels
  /** The titles of the columns, if the panels are the rows of a table. */
  columns?: string[]
}

type FieldPanels = Record<string, Record<string, Described>>
type FieldsOf<Panels> = { [Title in keyof Panels]: keyof Panels[Title] }[keyof Panels]
type None<Problem extends string, Fields> = [Fields] extends [never] ? unknown : { [P in Problem]: Fields }
/** Refuses panels that miss a field of `Settings` or have another field; the compiler names it. */
type Exactly<Settings, Panels> = None<'unknown field', Exclude<FieldsOf<Panels>, keyof Settings>> &
  None<'missing field', Exclude<keyof Settings, FieldsOf<Panels>>>

/** Panels with all fields of `Settings` and no other. */
export const panelsOf =
  <Settings>() =>
  <Panels extends FieldPanels>(panels: Panels & Exactly<Settings, Panels>): FieldPanels =>
    panels

/** The title and the text at the top of a page. */
export const opening = { title: { label: 'Title' }, lead: { label: 'Text below the title' } }

/** The call to action at the end of a page. */
export const callToAction = {
  actionTitle: { label: 'Title' },
  actionText: { label: 'Text' },
  action: { label: 'Button' },
}

/**
 * The texts of a page, as staff edit them. `Words` are the texts as shipped, with `{brand}`, `{city}` and `{street}` for the company's details.
 * The labels are in a separate file, because visitors' browsers only download the texts.
 */
export const pageTexts =
  <Words>() =>
  <Panels extends FieldPanels>(
    path: string,
    name: string,
    lead: string,
    panels: Panels & Exactly<Words, Panels>,
  ): DescribedGroup => ({
    title: name,
    lead,
    section: 'Texts',
    pages: [[path, name]],
    hasAppearance: true,
    isOnPage: true,
    panels,
  })
