/** Whether visitors may make a call with this `config.access`, perhaps in addition to staff. */
export const isForVisitors = (access: string | undefined) => access === 'public' || access === 'open'
