import type { ComponentType } from 'react'

/** One screen of the back office: where it is, how to load it, and what it is called in the window's title. */
export type AdminScreen = {
  /** React Router's path pattern, starting with `/admin/`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  title: string
  /** Its label in the navigation, which lists such screens in the order of the registry. */
  nav?: string
  /** Shown to anybody, without the navigation, such as the sign-in. */
  open?: boolean
}

type ResourceScreens = {
  /** Where the list is: '/admin/products'. */
  path: string
  /** What the list is called, in the navigation too: 'Products'. */
  title: string
  /** What one record is called: 'product'. */
  one: string
  list: AdminScreen['load']
  form: AdminScreen['load']
}

/** The screens of one kind of record: its list, and the form for a new and for a stored one. */
export const resourceScreens = ({ path, title, one, list, form }: ResourceScreens): AdminScreen[] => [
  { path, load: list, title, nav: title },
  { path: `${path}/new`, load: form, title: `New ${one}` },
  { path: `${path}/edit/:id`, load: form, title: `Edit ${one}` },
]
