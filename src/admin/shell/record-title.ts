import { useEffect } from 'react'
import { createStore, useStore } from '#admin/store.ts'

const shown = createStore<string | undefined>(undefined)

/** Says which record the screen shows; the breadcrumb has its title in place of its id. */
export function useRecordTitle(title: string | undefined) {
  useEffect(() => {
    shown.set(title)
    return () => shown.set(undefined)
  }, [title])
}

/** The title of the record that the screen shows; undefined before it is loaded. */
export const useShownRecord = () => useStore(shown)
