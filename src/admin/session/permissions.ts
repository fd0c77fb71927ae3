import { createContext, useContext } from 'react'
import { may, type Permission, type Role } from '#contract/roles.ts'

/** The role of the signed-in person; the layout provides it. */
export const RoleContext = createContext<Role>('viewer')

/** Whether the role of the signed-in person has a permission. */
export const useMay = (permission: Permission): boolean => may(useContext(RoleContext), permission)

/** Whether the role may read but not change the screen; each screen's route provides it. */
export const ReadOnlyContext = createContext(false)

/** Whether to hide controls that change the screen's records, because the server would refuse them. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)
