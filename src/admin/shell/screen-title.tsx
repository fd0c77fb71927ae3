import type { ReactNode } from 'react'
import { Head } from '#web/head.tsx'

/** Renders a screen and sets the window's title. */
export const ScreenTitle = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Head title={`${title} · Admin`} />
    {children}
  </>
)
