import type { ComponentType } from 'react'

/** One screen of the back office: where it is, how to load it, and what it is called in the window's title. */
export type AdminScreen = {
  /** React Router's path pattern, starting with `/admin/`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  title: string
  /** Stands outside the guard and without the navigation, such as the sign-in. */
  open?: boolean
}
