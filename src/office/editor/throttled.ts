/** While somebody types, the form hears of it this often (in ms). */
const interval = 300

export type Throttled = {
  /** Runs it soon: once for all calls until then. */
  call: () => void
  /** Runs it now if it was to run. */
  flush: () => void
  cancel: () => void
}

export function throttled(run: () => void): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const now = () => {
    cancel()
    run()
  }
  return {
    call: () => {
      timer ??= setTimeout(now, interval)
    },
    flush: () => {
      if (timer !== undefined) now()
    },
    cancel,
  }
}
