import { adminQuery } from '#admin/api/admin-calls.ts'
import { Steps } from '#admin/lists/steps.tsx'
import type { ImportStatus } from '../ground/imports.contract.ts'

export const importCall = (id: string) => `/api/newsletter/imports/${id}`
export const importPath = (id: string) => `/admin/subscribers/imports/${id}`
export const importQuery = (id: string) => adminQuery<ImportStatus>(importCall(id))

const allSteps = ['File', 'Columns', 'Check', 'Result'] as const
type ImportStepsProps = { current: (typeof allSteps)[number]; withColumns?: boolean }

/** Where an import is. Its columns are a step only for a file whose meaning the program does not know. */
export const ImportSteps = ({ current, withColumns = current === 'Columns' }: ImportStepsProps) => (
  <Steps steps={allSteps.filter((step) => step !== 'Columns' || withColumns)} current={current} />
)
