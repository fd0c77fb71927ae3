import type { ReactNode } from 'react'

export const IconFrame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <span aria-hidden="true" className={`text-primary [&>svg]:size-5 [&>svg]:stroke-[1.75] ${className}`}>
    {children}
  </span>
)
