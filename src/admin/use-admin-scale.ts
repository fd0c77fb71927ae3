import { useLayoutEffect } from 'react'

/** Sets the back office's type scale (admin.css) on the root while one of its screens is open. */
export function useAdminScale() {
  useLayoutEffect(() => {
    document.documentElement.classList.add('admin')
    return () => document.documentElement.classList.remove('admin')
  }, [])
}
