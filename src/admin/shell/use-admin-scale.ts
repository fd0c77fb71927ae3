import { useLayoutEffect } from 'react'

/** Takes the type and the controls to the back office's scale (office.css) while one of its screens is open. */
export function useAdminScale() {
  useLayoutEffect(() => {
    document.documentElement.classList.add('admin')
    return () => document.documentElement.classList.remove('admin')
  }, [])
}
