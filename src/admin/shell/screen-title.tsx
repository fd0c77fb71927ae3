import { type ReactNode, useContext } from 'react'
import { formatNumber } from '#admin/format.ts'
import { Head } from '#web/head.tsx'
import { WaitingContext } from './waiting.ts'

/** Renders a screen and sets the window's title, which begins with the number of pending records. */
export function ScreenTitle({ title, children }: { title: string; children: ReactNode }) {
  const waiting = Object.values(useContext(WaitingContext)).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Head title={`${waiting > 0 ? `(${formatNumber(waiting)}) ` : ''}${title} · Admin`} />
      {children}
    </>
  )
}
