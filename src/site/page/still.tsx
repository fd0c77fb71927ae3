import type { ReactNode } from 'react'

export const stillId = 'still'

/**
 * The frame of a page that has no state of its own. The client leaves what the server wrote into it as it is, so that no browser downloads the
 * page's code (see `still.page.tsx`).
 */
export const Still = ({ path, children }: { path: string; children: ReactNode }) => (
  <div id={stillId} data-path={path}>
    {children}
  </div>
)
