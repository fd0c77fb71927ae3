import { createContext, useContext } from 'react'
import { may, type Permission, type Role } from '#contract/roles.ts'

/** The role of the signed-in person; the layout provides it. */
export const RoleContext = createContext<Role>('viewer')

/** Whether the role of the signed-in person has a permission. */
export const useMay = (permission: Permission): boolean => may(useContext(RoleContext), permission)

/** Whether the screen shows what the role may read and not change; each screen's route provides it. */
export const ReadOnlyContext = createContext(false)

/** Whether to leave out what would change the records of the screen, since the server would refuse it. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)
