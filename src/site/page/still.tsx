import type { ReactNode } from 'react'

export const stillId = 'still'

/**
 * The frame of a page without state. The client keeps the server's markup, so no browser downloads the page's code
 * (see `still.page.tsx`).
 */
export const Still = ({ path, children }: { path: string; children: ReactNode }) => (
  <div id={stillId} data-path={path}>
    {children}
  </div>
)
