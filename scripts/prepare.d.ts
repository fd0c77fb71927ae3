/** Whether `npm start` would serve at once: the packages are those of the lock file, and the build is of the current source. */
export function isPrepared(): boolean
