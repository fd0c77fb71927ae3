/** How a field of a group is edited. */
export type Described = {
  label: string
  hint?: string | undefined
  /** `links` are rows of a text and an address. */
  control?: 'text' | 'area' | 'url' | 'email' | 'flag' | 'links' | 'time' | 'day' | 'content' | 'logo' | 'accent'
  /** Whether emptying it takes something off the site, instead of bringing the default back. It then begins with the default. */
  mayBeEmpty?: boolean
}

export type DescribedGroup = {
  title: string
  lead: string
  /** Groups of one section are tabs beside each other; without a name it is the first. */
  section?: string
  /** The pages that show it, for the preview: path and name. */
  pages: [string, string][]
  /** What the preview scrolls to. */
  shows?: string
  /** Whether the first of them has its search appearance here. */
  hasAppearance?: boolean
  /** Panels of fields, by their titles. */
  panels: Record<string, Record<string, Described>>
}
